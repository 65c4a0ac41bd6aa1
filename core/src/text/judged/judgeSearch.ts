import { readSearch } from "../readSearch.js"
import { scoreDocument } from "../scoreDocument.js"
import { indexJudged } from "./JudgedDocument.js"
import { judgedDocuments } from "./judgedDocuments.js"
import { judgedQueries, type JudgedQuery } from "./judgedQueries.js"
import { moreJudgedDocuments } from "./moreJudgedDocuments.js"
import { rankingGain } from "./rankingGain.js"

/** Which searches: those that the rules were tuned on, or those kept back to see whether that holds for others. */
export type JudgedHalf = "tuning" | "heldOut"

/** The searches of one half: every other one. */
export const judgedHalf = (half: JudgedHalf): ReadonlyArray<JudgedQuery> =>
  judgedQueries.filter((_, index) => index % 2 === (half === "tuning" ? 0 : 1))

/** The ids of the judged events that match a search, best score first, then by id. */
export const rankJudged = (search: string): ReadonlyArray<number> => {
  const reading = readSearch([search])
  if (reading._tag !== "Search") return []
  return [...judgedDocuments, ...moreJudgedDocuments]
    .flatMap((judged) => {
      const { document, place } = indexJudged(judged)
      const score = scoreDocument(document, place, reading.plan)
      return score === null ? [] : [{ id: judged.id, score }]
    })
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .map(({ id }) => id)
}

/** The mean nDCG@10 of one half, with that of each search. */
export const judgeSearch = (
  half: JudgedHalf
): { readonly mean: number; readonly searches: ReadonlyArray<{ readonly search: string; readonly gain: number }> } => {
  const searches = judgedHalf(half).map(({ grades, search }) => ({ search, gain: rankingGain(rankJudged(search), grades) }))
  return { mean: searches.reduce((sum, { gain }) => sum + gain, 0) / searches.length, searches }
}
