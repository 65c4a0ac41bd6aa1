import { create, insertMultiple, search as searchIn } from "@orama/orama"
import * as Effect from "effect/Effect"
import { passagesOf, type RankedEngine } from "./RankedEngine.js"
import { partWeights, searchedParts, searchedTexts } from "./SearchedText.js"

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "")

/** Orama, one typo a word, accents folded; it has no phrases. */
export const rankOrama: Effect.Effect<RankedEngine> = Effect.promise(async () => {
  const index = create({ schema: { number: "number", title: "string", keywords: "string", place: "string", description: "string" } })
  const events = searchedTexts.map(({ description, id, keywords, place, title }) => ({
    number: id,
    title: folded(title),
    keywords: folded(keywords),
    place: folded(place),
    description: folded(description)
  }))
  await insertMultiple(index, events)
  return {
    name: "Orama, prefixes and one typo, all words",
    rank: (search) =>
      Effect.promise(async () => {
        const { hits } = await searchIn(index, {
          term: folded(passagesOf(search).map(({ text }) => text).join(" ")),
          properties: [...searchedParts],
          boost: partWeights,
          tolerance: 1,
          threshold: 0,
          limit: 10
        })
        return hits.map(({ document }) => document.number)
      })
  }
})
