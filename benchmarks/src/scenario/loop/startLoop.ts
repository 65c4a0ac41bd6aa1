import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { spawn } from "node:child_process"
import { LoadResult } from "../../load/LoadOptions.js"
import type { LoopRound, LoopStart } from "../../loop/LoopOptions.js"
import { endProcess, ProcessFailed } from "../../process/NodeProcess.js"
import { pin } from "../../process/pin.js"
import type { World } from "../World.js"

/** A process that does in each round what it is told, one thing after the other. */
export interface Loop {
  readonly round: (round: LoopRound) => Effect.Effect<LoadResult, unknown>
}

const Answer = Schema.Union(Schema.Struct({ result: LoadResult }), Schema.Struct({ failed: Schema.String }))

/**
 * Starts such a process on the core of servers; it keeps what it works on open from round to round. Closing the scope
 * ends it.
 */
export const startLoop = Effect.fnUntraced(function*({ engine }: World, start: LoopStart) {
  const [command, args] = pin("server", process.execPath, [engine.loop, JSON.stringify(start)])
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { env: {}, stdio: ["ignore", "ignore", "inherit", "ipc"] })),
    endProcess
  )
  const failed = (output: string) => new ProcessFailed({ script: engine.loop, output })
  const loop: Loop = {
    round: (round) =>
      Effect.async<unknown, ProcessFailed>((resume) => {
        const exit = (code: number | null) => resume(failed(`ended with ${code}`))
        child.once("exit", exit)
        child.once("message", (message) => {
          child.off("exit", exit)
          resume(Effect.succeed(message))
        })
        child.send(round, (error) => {
          if (error !== null) resume(failed(error.message))
        })
      }).pipe(
        Effect.flatMap(Schema.decodeUnknown(Answer)),
        Effect.flatMap((answer) => "failed" in answer ? failed(answer.failed) : Effect.succeed(answer.result))
      )
  }
  return loop
})
