import type { Engine } from "@agenda-engine/core/Engine"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Run } from "./promised.js"

/**
 * The items of a stream. Each step runs by `run`, so that the engine waits for it before it closes. The stream is
 * released when the loop over it ends, also by `break`.
 */
export async function* iterated<A, E>(
  run: Run,
  opened: Effect.Effect<Stream.Stream<A, E, Engine>, never, Engine>
): AsyncGenerator<A, void> {
  const scope = Effect.runSync(Scope.make())
  try {
    const pull = await run(Effect.flatMap(opened, (stream) => Scope.extend(Stream.toPull(stream), scope)))
    const next = Effect.catchAll(Effect.asSome(pull), Option.match({ onNone: () => Effect.succeedNone, onSome: Effect.fail }))
    for (let chunk = await run(next); Option.isSome(chunk); chunk = await run(next)) yield* chunk.value
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
