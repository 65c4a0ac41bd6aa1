import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Notes whether the current request waits for other work, and so needs no processor time. A server can begin other
 * requests meanwhile. Does nothing by default.
 */
export class CurrentWait extends Context.Reference<CurrentWait>()("@agenda-engine/core/schedule/CurrentWait", {
  defaultValue: () => (_isWaiting: boolean): void => {}
}) {}

/** Runs an effect that waits for other work, such as for a permit, and notes that the request waits. */
export const whileWaiting = <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    CurrentWait,
    (note) => Effect.acquireUseRelease(Effect.sync(() => note(true)), () => wait, () => Effect.sync(() => note(false)))
  )
