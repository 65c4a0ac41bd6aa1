import type { Condition } from "@agenda-engine/core/query/event/Condition"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { planSegments } from "@agenda-engine/core/query/event/planSegments"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { readSearch, wordOfAny } from "@agenda-engine/core/search/readSearch"
import { searchDocument, type SearchWeights, searchWeights } from "@agenda-engine/core/search/SearchDocument"
import type { SearchAlternative } from "@agenda-engine/core/search/SearchPlan"
import type { Synonyms } from "@agenda-engine/core/search/synonyms"
import { sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { ordered, plan } from "../plans.js"

/** The texts of an event; absent ones are empty. */
type Texts = Partial<Parameters<typeof searchDocument>[0]>

/** What a search indexes of these texts. */
const document = (texts: Texts) => searchDocument({ title: {}, keywords: {}, description: {}, longDescription: {}, ...texts })

/** An event with these texts, and nothing else to be searched by. */
export const event = (uid: number, texts: Texts, given: Parameters<typeof sampleEvent>[1] = {}) =>
  sampleEvent(uid, { ...given, search: document(texts) })

/** The condition of these values of `search`; a store is never asked for a search of nothing. */
export const searching = (values: ReadonlyArray<string>, least = 0, synonyms: Synonyms = []): ReadonlyArray<Condition> => {
  const reading = readSearch(values, synonyms)
  return reading._tag === "Search" ? [{ _tag: "Search", search: reading.plan, least }] : []
}

const byScore = ordered({ key: "score", direction: "desc" })

/** The plan of a search for these values: published events where no states are given, by score. */
export const found = (values: ReadonlyArray<string>, least = 0, states: ReadonlyArray<number> = [2]) =>
  plan({ states, where: searching(values, least), segments: byScore })

/** The plan of a search for these values, in the order of search results. */
export const foundInOrder = (values: ReadonlyArray<string>, given: Partial<QueryPlan> = {}): QueryPlan => ({
  ...found(values),
  segments: planSegments(EventQuery.make(), ["score"]),
  ...given
})

/** A plan whose events meet this condition, too. */
export const filtered = (plan: QueryPlan, condition: Condition): QueryPlan => ({ ...plan, live: [...plan.live ?? [], condition] })

/** A plan whose search has these weights beside the default ones. */
export const weighted = (plan: QueryPlan, weights: Partial<SearchWeights>): QueryPlan => ({
  ...plan,
  live:
    plan.live?.map((condition) =>
      condition._tag === "Search" ? { ...condition, search: { ...condition.search, weights: { ...searchWeights, ...weights } } } : condition
    ) ?? null
})

/** A plan whose words also match where this one does. */
export const nearly = (plan: QueryPlan, word: string): QueryPlan => {
  const near = wordOfAny([word]).tokens
  const widen = (asked: SearchAlternative): SearchAlternative => ({ ...asked, words: asked.words.map((one) => ({ ...one, near })) })
  return {
    ...plan,
    live: plan.live?.map((condition) =>
      condition._tag === "Search"
        ? { ...condition, search: { ...condition.search, alternatives: condition.search.alternatives.map(widen) } }
        : condition
    ) ?? null
  }
}

/** Where the demands on a search stand. */
export const clause = "wire.md §6, Search"

/** Two locations with words of their own. */
export const halls = [
  sampleLocation(1, 1, { name: "Café de la Gare", adminLevel4: "Sète" }),
  sampleLocation(2, 1, { name: "Jazz Club", adminLevel4: "Brest" })
]

/** A text with so many different words that no index of terms is sure to take them. */
export const wide = (word: string): string => `${Array.from({ length: 40_000 }, (_, index) => `mot${index}`).join(" ")} ${word}`
