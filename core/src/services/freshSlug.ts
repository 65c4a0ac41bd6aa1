import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

const suffixes = 10_000_000

/** The slug itself when nothing has it, else the slug with a number that nothing has. */
export const freshSlug = <E, R>(slug: string, taken: (slug: string) => Effect.Effect<boolean, E, R>): Effect.Effect<string, E, R> =>
  Effect.iterate({ tried: slug, isTaken: true, first: true }, {
    while: (state) => state.isTaken,
    body: (state) =>
      Effect.gen(function*() {
        const tried = state.first ? slug : `${slug}-${yield* Random.nextIntBetween(1, suffixes)}`
        return { tried, isTaken: yield* taken(tried), first: false }
      })
  }).pipe(Effect.map((state) => state.tried))
