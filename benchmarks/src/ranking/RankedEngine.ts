import type * as Effect from "effect/Effect"

/** A search engine over the judged events, for the comparison of rankings. */
export interface RankedEngine {
  readonly name: string
  /** The ids of the events that a search finds, best first. */
  readonly rank: (search: string) => Effect.Effect<ReadonlyArray<number>>
}

/** A word or quoted phrase of a search. */
export interface Passage {
  readonly text: string
  readonly quoted: boolean
}

/** The words and quoted phrases of a search, in order. */
export const passagesOf = (search: string): ReadonlyArray<Passage> =>
  [...search.matchAll(/"([^"]+)"|([\p{L}\p{N}]+)/gu)].map(([, phrase, word]) => ({
    text: phrase ?? word ?? "",
    quoted: phrase !== undefined
  }))
