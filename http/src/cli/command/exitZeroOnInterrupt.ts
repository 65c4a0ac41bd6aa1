import * as Effect from "effect/Effect"

/** Marks what is meant to run until it is told to stop: being stopped is then no failure of the program. */
export const exitZeroOnInterrupt = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(effect, () =>
    Effect.sync(() => {
      process.exitCode = 0
    }))
