import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"

/** Goes on without a record that is corrupt, with a warning that names it. Answers whether all went well. */
export const sparing = <A, R>(what: string, uid: number, effect: Effect.Effect<A, StoreError, R>): Effect.Effect<boolean, StoreError, R> =>
  Effect.catchIf(
    Effect.as(effect, true),
    ({ reason }) => reason === "Corrupt",
    (error) => Effect.as(Effect.logWarning(`${what} ${uid} cannot be read and is not indexed`, error), false)
  )
