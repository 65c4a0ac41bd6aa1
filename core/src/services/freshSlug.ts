import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

const suffixes = 10_000_000

/** The slug if it is free, else the slug with a random numeric suffix that is free. */
export const freshSlug = <E, R>(slug: string, taken: (slug: string) => Effect.Effect<boolean, E, R>): Effect.Effect<string, E, R> =>
  Effect.gen(function*() {
    let tried = slug
    while (yield* taken(tried)) tried = `${slug}-${yield* Random.nextIntBetween(1, suffixes)}`
    return tried
  })
