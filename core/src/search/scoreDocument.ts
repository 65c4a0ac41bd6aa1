import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { fieldsOfRun, placeText, type SearchField, searchFields, searchWeights } from "./SearchDocument.js"
import type { SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "./SearchPlan.js"

type Lines = { readonly [F in SearchField]: string }

const holds = (line: string, runs: ReadonlyArray<string>): boolean => runs.some((run) => line.includes(` ${run} `))

const wordScore = (lines: Lines, { prefixes, tokens }: SearchWord): number => {
  let best = 0
  for (const field of searchFields) {
    const weight = searchWeights[field]
    const line = lines[field]
    if (weight > best && line !== "" && holds(line, tokens)) best = weight
    else if (weight / 2 > best && prefixes.some((prefix) => line.includes(` ${prefix}`))) best = weight / 2
  }
  return best
}

/** What a phrase scores; null where it does not occur. */
const phraseScore = (lines: Lines, { runs }: SearchPhrase): number | null => {
  const scores = runs.flatMap((run) =>
    fieldsOfRun(run).flatMap((field) => holds(lines[field], [run.tokens]) ? [2 * run.scored * searchWeights[field]] : [])
  )
  return scores.length === 0 ? null : Math.max(...scores)
}

const alternativeScore = (document: SearchDocument, lines: Lines, { phrases, words }: SearchAlternative): number | null => {
  let sum = 0
  for (const word of words) {
    const score = wordScore(lines, word)
    if (score === 0 && !word.optionalIn.some((language) => document.languages.includes(language))) return null
    sum += score
  }
  for (const phrase of phrases) {
    const score = phraseScore(lines, phrase)
    if (score === null) return null
    sum += score
  }
  return sum === 0 ? null : sum
}

/**
 * What a search means: the score of an event with its own words and those of its location ("" where it has none), or null where it does
 * not match (wire.md §6). Every adapter matches and scores as this does.
 *
 * - A word counts the weight of the heaviest part that it occurs in; a part where only the beginning of some word is met counts half. It has
 *   to occur somewhere, in any language and part, unless it is a stop word of a language that the event has a text in. In texts of that
 *   language it counts nothing; in others it counts like any other. A search of nothing but stop words of a language asks for them as for
 *   other words.
 * - A phrase counts twice the weight of the heaviest part that holds it for each of its words but the stop words of that text's language, and
 *   has to occur with them. Only a search of nothing but stop words of that language counts them too.
 * - Of several alternatives the best score counts.
 *
 * Scores are integers above 0: what only leaves out words matches nothing.
 */
export const scoreDocument = (document: SearchDocument, place: SearchPlace, plan: SearchPlan): number | null => {
  const { description, keywords, longDescription, title } = document
  const lines: Lines = { title, keywords, place: placeText(place, document.languages), description, longDescription }
  let best: number | null = null
  for (const alternative of plan.alternatives) {
    const score = alternativeScore(document, lines, alternative)
    if (score !== null && (best === null || score > best)) best = score
  }
  return best
}
