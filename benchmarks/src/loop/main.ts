import { withEngine } from "@agenda-engine/server/cli/engine/withEngine"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import type { LoadResult } from "../load/LoadOptions.js"
import { listFromStore } from "./listFromStore.js"
import { type LoopAnswer, LoopRound, LoopStart } from "./LoopOptions.js"
import { readInEngine } from "./readInEngine.js"
import { writeInEngine } from "./writeInEngine.js"
import { writeRaw } from "./writeRaw.js"

const tell = (answer: LoopAnswer): Effect.Effect<void> => Effect.sync(() => process.send?.(answer))

const unfit = (round: LoopRound) => Effect.dieMessage(`no such process does ${round.task}`)

/** Does what it is told, round by round, and tells what was counted. */
const answerAll = <E, R>(asked: Queue.Dequeue<unknown>, perform: (round: LoopRound) => Effect.Effect<LoadResult, E, R>) =>
  Effect.forever(
    Effect.flatMap(Queue.take(asked), Schema.decodeUnknown(LoopRound)).pipe(
      Effect.flatMap(perform),
      Effect.matchCauseEffect({
        onSuccess: (result) => tell({ result }),
        onFailure: (cause) => tell({ failed: Cause.pretty(cause) })
      })
    )
  )

const main = Effect.gen(function*() {
  const asked = yield* Queue.unbounded<unknown>()
  process.on("message", (message) => Queue.unsafeOffer(asked, message))
  const start = yield* Schema.decodeUnknown(Schema.parseJson(LoopStart))(process.argv[2])
  switch (start.on) {
    case "engine":
      return yield* withEngine(
        `sqlite:${start.file}`,
        answerAll(asked, (round) => {
          switch (round.task) {
            case "list":
              return readInEngine(start.file, round)
            case "raw":
            case "store":
              return unfit(round)
            default:
              return writeInEngine(round)
          }
        })
      ).pipe(Effect.provide(NodeContext.layer))
    case "store": {
      const list = yield* listFromStore(start)
      return yield* answerAll(asked, (round) => round.task === "store" ? list(round) : unfit(round))
    }
    case "raw": {
      const write = writeRaw(start)
      return yield* answerAll(asked, (round) => round.task === "raw" ? write(round) : unfit(round))
    }
  }
})

// Who started it is gone.
process.once("disconnect", () => process.exit(0))
await Effect.runPromise(Effect.scoped(main))
