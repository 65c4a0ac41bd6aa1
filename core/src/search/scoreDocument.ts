import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { areaText, fieldsOfRun, placeText, type SearchField, searchFields, searchWeights } from "./SearchDocument.js"
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

/** The score of a phrase; null when it does not occur. */
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
 * The score of an event for a search, from its own words and those of its location ("" for none); null when it does not
 * match (wire.md §6). It defines the search: every adapter returns the same.
 *
 * - A word scores the weight of the heaviest part with it, and half of it where only the beginning of a word matches.
 *   It must occur in some part, in any language, unless it is a stop word of a language that the event has a text in.
 *   A stop word scores nothing in texts of its language. A search of stop words only requires and scores them as
 *   other words.
 * - A phrase scores twice the weight of the heaviest part with it, once per word. The stop words of the text's language
 *   are neither required nor scored, unless the search has no other words.
 * - Of several alternatives the best score counts.
 *
 * Scores are positive integers. A score of 0, from optional stop words only, is no match.
 */
export const scoreDocument = (document: SearchDocument, place: SearchPlace, plan: SearchPlan): number | null => {
  const { description, keywords, languages, longDescription, title } = document
  const lines: Lines = {
    title,
    keywords,
    place: placeText(place, languages),
    description,
    longDescription,
    area: areaText(place, languages)
  }
  let best: number | null = null
  for (const alternative of plan.alternatives) {
    const score = alternativeScore(document, lines, alternative)
    if (score !== null && (best === null || score > best)) best = score
  }
  return best
}
