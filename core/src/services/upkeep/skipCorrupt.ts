import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"

/** Recovers from `Corrupt` with a warning that names the record. Returns whether the effect succeeded. */
export const skipCorrupt = <A, R>(
  what: string,
  uid: number,
  effect: Effect.Effect<A, StoreError, R>
): Effect.Effect<boolean, StoreError, R> =>
  Effect.catchIf(
    Effect.as(effect, true),
    ({ reason }) => reason === "Corrupt",
    (error) => Effect.as(Effect.logWarning(`${what} ${uid} cannot be read and is not indexed`, error), false)
  )
