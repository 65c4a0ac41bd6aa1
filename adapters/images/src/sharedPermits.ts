import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as RcMap from "effect/RcMap"
import * as Scope from "effect/Scope"

/** Bounds of concurrent work. */
export interface PermitLimits {
  /** Name of the work in errors. */
  readonly operation: string
  /** Maximum in all. */
  readonly atOnce: number
  /** Maximum per key, by kind of key: of one caller, of one host. */
  readonly atOnceOf: ReadonlyArray<number>
  /** Seconds that work waits for its permits before it fails with `Busy`. */
  readonly wait_seconds_max: number
}

/** Takes a permit until the scope closes. The wait is interruptible. */
const takePermit = (permits: Effect.Semaphore): Effect.Effect<void, never, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.scope, (scope) => Effect.zipRight(restore(permits.take(1)), Scope.addFinalizer(scope, permits.release(1))))
  )

/**
 * Takes one permit of each key, then one of all, until the scope closes. `keys` are in the order of `atOnceOf`: work
 * that waits for a permit of its own key holds no shared permit.
 */
export type TakePermits = (keys: ReadonlyArray<string>) => Effect.Effect<void, StoreError, Scope.Scope>

/** Makes permits that callers share, so that one of them does not block the others. */
export const sharedPermits = (
  { atOnce, atOnceOf, operation, wait_seconds_max }: PermitLimits
): Effect.Effect<TakePermits, never, Scope.Scope> =>
  Effect.gen(function*() {
    const permits = yield* Effect.makeSemaphore(atOnce)
    const permitsByKey = yield* Effect.forEach(
      atOnceOf,
      (atOnceOfKey) => RcMap.make({ lookup: (_key: string) => Effect.makeSemaphore(atOnceOfKey) })
    )
    const busy = () =>
      new StoreError({
        reason: "Busy",
        operation,
        cause: new Error(`other work on images was under way for ${wait_seconds_max} seconds`)
      })
    return (keys) =>
      Effect.forEach(permitsByKey, (byKey, number) => Effect.flatMap(RcMap.get(byKey, keys[number] ?? ""), takePermit), { discard: true })
        .pipe(
          Effect.zipRight(takePermit(permits)),
          Effect.timeoutFail({ duration: Duration.seconds(wait_seconds_max), onTimeout: busy })
        )
  })
