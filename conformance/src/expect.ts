import { isStoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ConformanceFailure } from "./ConformanceFailure.js"
import { written } from "./written.js"

/** Fails unless two plain values are equal in every member, whatever the order of their keys. */
export const expectEqual = (what: string, actual: unknown, expected: unknown): Effect.Effect<void, ConformanceFailure> =>
  written(actual) === written(expected) ? Effect.void : new ConformanceFailure({ what, expected, actual })

/** Fails unless what an effect answers is equal to this. */
export const expectAnswer = <A, E, R>(
  what: string,
  effect: Effect.Effect<A, E, R>,
  expected: A
): Effect.Effect<void, E | ConformanceFailure, R> => Effect.flatMap(effect, (actual) => expectEqual(what, actual, expected))

/** Fails unless an effect fails with a `StoreError` of reason `Conflict`. */
export const expectConflict = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, ConformanceFailure, R> =>
  Effect.flatMap(
    Effect.either(effect),
    (outcome) =>
      Either.isLeft(outcome) && isStoreError(outcome.left) && outcome.left.reason === "Conflict"
        ? Effect.void
        : new ConformanceFailure({
          what,
          expected: "StoreError with reason Conflict",
          actual: Either.isLeft(outcome) ? String(outcome.left) : "success"
        })
  )
