import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/**
 * Makes an effect that runs `load` when it first runs, in a fiber of its own, and has its result from then on. Unlike
 * that of `Effect.cached`, the result is never the interruption of the first caller.
 */
export const loadOnce = <A, E>(load: Effect.Effect<A, E>): Effect.Effect<Effect.Effect<A, E>> =>
  Effect.map(Deferred.make<A, E>(), (loaded) => {
    let isBegun = false
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const begin = isBegun ? Effect.void : Effect.asVoid(Effect.forkDaemon(Effect.interruptible(Effect.intoDeferred(load, loaded))))
        isBegun = true
        return Effect.zipRight(begin, restore(Deferred.await(loaded)))
      })
    )
  })
