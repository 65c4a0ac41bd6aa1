import { compareCodePoints } from "@agenda-engine/core/domain/text/compareCodePoints"
import { correctWords } from "@agenda-engine/core/search/correction/correctWords"
import { rareEvents_max, widenWords } from "@agenda-engine/core/search/correction/widenWords"
import { readSearch } from "@agenda-engine/core/search/readSearch"
import { fitOf, scoreDocument } from "@agenda-engine/core/search/scoreDocument"
import type { SearchPlan } from "@agenda-engine/core/search/SearchPlan"
import { vocabularyOf, vocabularyOfPlace, WordCounts } from "@agenda-engine/core/search/vocabulary"
import * as Effect from "effect/Effect"
import { indexJudged, judgedDocuments } from "./JudgedDocument.js"
import { judgedClasses, judgedLanguages, judgedQueries, type JudgedQuery } from "./JudgedQuery.js"

const discount = (rank: number): number => Math.log2(rank + 2)

const cumulate = (grades: ReadonlyArray<number>): number => grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / discount(rank), 0)

/**
 * The normalised discounted cumulative gain (nDCG) of a ranking: 1 for the ideal order, 0 without a relevant hit.
 * `found` has ids, best first. A hit gains 2^grade - 1, divided by log2(rank + 1). Only the first `depth` ranks count.
 */
export const rankingGain = (found: ReadonlyArray<number>, grades: { readonly [id: number]: number }, depth = 10): number => {
  const ideal = cumulate(Object.values(grades).toSorted((left, right) => right - left).slice(0, depth))
  return ideal === 0 ? 0 : cumulate(found.slice(0, depth).map((id) => grades[id] ?? 0)) / ideal
}

/** The half of the searches: used for tuning the rules, or held out for validation. */
export type JudgedHalf = "tuning" | "heldOut"

/** The searches of one half: every other one. */
const judgedHalf = (half: JudgedHalf): ReadonlyArray<JudgedQuery> =>
  judgedQueries.filter((_, index) => index % 2 === (half === "tuning" ? 0 : 1))

const indexed = judgedDocuments.map((judged) => ({ id: judged.id, begin: judged.begin, ...indexJudged(judged) }))

const rankPlan = (plan: SearchPlan): ReadonlyArray<number> =>
  indexed
    .flatMap(({ begin, document, id, place }) => {
      const score = scoreDocument(document, place, plan)
      return score === null ? [] : [{ id, begin, score, fit: fitOf(document, place, plan) }]
    })
    .sort((left, right) =>
      right.score - left.score || right.fit - left.fit || compareCodePoints(left.begin, right.begin) || left.id - right.id
    )
    .map(({ id }) => id)

const wordsFrom = (beginning: string) => {
  const counts = new WordCounts(beginning)
  for (const { document, place } of indexed) {
    for (const word of [...vocabularyOf(document), ...vocabularyOfPlace(place)]) counts.add(word, 1)
  }
  return counts.words()
}

const corrected = (plan: SearchPlan, found: number): SearchPlan | null => {
  const correct = found === 0 ? correctWords : widenWords
  return Effect.runSync(correct(plan, {
    count: (search) => Effect.sync(() => rankPlan(search).length),
    words: (beginning) => Effect.sync(() => wordsFrom(beginning))
  }))?.search ?? null
}

/**
 * The ids of the judged events that match a search, in the order of search results: by score, fit, begin and id. A
 * search that finds nothing is corrected, and one that finds hardly anything is widened, as in lists.
 */
export const rankJudged = (search: string): ReadonlyArray<number> => {
  const reading = readSearch([search])
  if (reading._tag !== "Search") return []
  const found = rankPlan(reading.plan)
  const plan = found.length > rareEvents_max ? null : corrected(reading.plan, found.length)
  return plan === null ? found : rankPlan(plan)
}

/** The nDCG@10 of a ranker over the judged searches: each, and the means of all, of each language and of each class. */
export interface Judgement {
  readonly mean: number
  readonly languages: ReadonlyArray<readonly [language: string, mean: number]>
  readonly classes: ReadonlyArray<readonly [kind: string, mean: number]>
  readonly searches: ReadonlyArray<{ readonly search: string; readonly gain: number }>
}

/** Judges a ranker: a function from a search to the ids of the events that it finds, best first. */
export const judgeRanker = (
  rank: (search: string) => ReadonlyArray<number>,
  queries: ReadonlyArray<JudgedQuery> = judgedQueries
): Judgement => {
  const judged = queries.map((query) => ({ ...query, gain: rankingGain(rank(query.search), query.grades) }))
  const meanOf = (some: typeof judged): number => some.reduce((sum, { gain }) => sum + gain, 0) / some.length
  return {
    mean: meanOf(judged),
    languages: judgedLanguages.map((language) => [language, meanOf(judged.filter((query) => query.language === language))]),
    classes: judgedClasses.map((kind) => [kind, meanOf(judged.filter((query) => query.class === kind))]),
    searches: judged.map(({ gain, search }) => ({ search, gain }))
  }
}

/** Judges the engine, by default over all searches. */
export const judgeSearch = (half?: JudgedHalf): Judgement => judgeRanker(rankJudged, half === undefined ? judgedQueries : judgedHalf(half))
