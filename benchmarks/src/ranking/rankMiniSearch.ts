import * as Effect from "effect/Effect"
import MiniSearch from "minisearch"
import { passagesOf, type RankedEngine } from "./RankedEngine.js"
import { partWeights, searchedParts, type SearchedText, searchedTexts } from "./SearchedText.js"

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** MiniSearch, tolerant of typos and with prefixes, accents folded; it has no phrases. */
export const rankMiniSearch = (joint: "AND" | "OR"): RankedEngine => {
  const index = new MiniSearch<SearchedText>({
    fields: [...searchedParts],
    processTerm: folded,
    searchOptions: { boost: partWeights, prefix: true, fuzzy: 0.2, combineWith: joint, processTerm: folded }
  })
  index.addAll(searchedTexts)
  return {
    name: `MiniSearch, prefixes and typos, ${joint === "AND" ? "all words" : "any word"}`,
    rank: (search) => Effect.sync(() => index.search(passagesOf(search).map(({ text }) => text).join(" ")).map(({ id }) => Number(id)))
  }
}
