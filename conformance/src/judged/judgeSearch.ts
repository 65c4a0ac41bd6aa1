import { readSearch } from "@agenda-engine/core/search/readSearch"
import { scoreDocument } from "@agenda-engine/core/search/scoreDocument"
import { indexJudged, judgedDocuments } from "./JudgedDocument.js"
import { judgedQueries, type JudgedQuery } from "./JudgedQuery.js"

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
export const judgedHalf = (half: JudgedHalf): ReadonlyArray<JudgedQuery> =>
  judgedQueries.filter((_, index) => index % 2 === (half === "tuning" ? 0 : 1))

/** The ids of the judged events that match a search, best score first, then by id. */
export const rankJudged = (search: string): ReadonlyArray<number> => {
  const reading = readSearch([search])
  if (reading._tag !== "Search") return []
  return judgedDocuments
    .flatMap((judged) => {
      const { document, place } = indexJudged(judged)
      const score = scoreDocument(document, place, reading.plan)
      return score === null ? [] : [{ id: judged.id, score }]
    })
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .map(({ id }) => id)
}

/** The mean nDCG@10 of one half, and that of each search. */
export const judgeSearch = (
  half: JudgedHalf
): { readonly mean: number; readonly searches: ReadonlyArray<{ readonly search: string; readonly gain: number }> } => {
  const searches = judgedHalf(half).map(({ grades, search }) => ({ search, gain: rankingGain(rankJudged(search), grades) }))
  return { mean: searches.reduce((sum, { gain }) => sum + gain, 0) / searches.length, searches }
}
