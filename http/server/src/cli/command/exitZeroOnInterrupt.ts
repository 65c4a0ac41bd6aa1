import * as Effect from "effect/Effect"

/** Exits 0 when the effect is interrupted: for servers, an interrupt is the normal end. */
export const exitZeroOnInterrupt = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(effect, () =>
    Effect.sync(() => {
      process.exitCode = 0
    }))
