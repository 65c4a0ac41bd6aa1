import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { areaText, fieldsOfRun, placeText, type SearchField, searchFields, type SearchWeights, searchWeights } from "./SearchDocument.js"
import type { SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "./SearchPlan.js"

type Lines = { readonly [F in SearchField]: string }

const linesOf = ({ description, keywords, languages, longDescription, title }: SearchDocument, place: SearchPlace): Lines => ({
  title,
  keywords,
  place: placeText(place, languages),
  description,
  longDescription,
  area: areaText(place, languages)
})

const holds = (line: string, runs: ReadonlyArray<string>): boolean => runs.some((run) => line.includes(` ${run} `))

/** The points of a word where only a word near it matches: fewer than where it matches itself. */
export const near_points = 1

/** The heaviest occurrence of a word or phrase in an event. */
export interface SearchHit {
  /** The word or phrase, folded. */
  readonly text: string
  /** The heaviest part with it; `area` is the address, postcode and administrative levels of the location. */
  readonly field: SearchField
  /**
   * How the part has it: as typed with its accents, in another form or spelling, as a beginning, as a phrase, or as a
   * word near it.
   */
  readonly match: "typed" | "form" | "beginning" | "phrase" | "near"
  /** What it adds to the score. */
  readonly points: number
}

const wordHit = (lines: Lines, weights: SearchWeights, { folded, near = [], prefixes, tokens, typed }: SearchWord): SearchHit | null => {
  let best: SearchHit | null = null
  const keep = (field: SearchField, match: SearchHit["match"], points: number): void => {
    if (best === null || points > best.points) best = { text: folded, field, match, points }
  }
  for (const field of searchFields) {
    const weight = weights[field]
    const line = lines[field]
    if (line === "" || weight === 0) continue
    if (holds(line, tokens)) keep(field, holds(line, [typed]) ? "typed" : "form", weight)
    else if (prefixes.some((prefix) => line.includes(` ${prefix}`))) keep(field, "beginning", weight / 2)
    else if (holds(line, near)) keep(field, "near", near_points)
  }
  return best
}

const phraseHit = (lines: Lines, weights: SearchWeights, { folded, runs }: SearchPhrase): SearchHit | null => {
  let best: SearchHit | null = null
  for (const run of runs) {
    for (const field of fieldsOfRun(run)) {
      const points = 2 * run.scored * weights[field]
      if (weights[field] > 0 && holds(lines[field], [run.tokens]) && (best === null || points > best.points)) {
        best = { text: folded, field, match: "phrase", points }
      }
    }
  }
  return best
}

/** The hits of an alternative, words first; null when the event does not match. Optional words may have no hit. */
const alternativeHits = (
  { languages }: SearchDocument,
  lines: Lines,
  weights: SearchWeights,
  { phrases, words }: SearchAlternative
): ReadonlyArray<SearchHit> | null => {
  const hits: Array<SearchHit> = []
  for (const word of words) {
    const hit = wordHit(lines, weights, word)
    if (hit !== null) hits.push(hit)
    else if (!word.optionalIn.some((language) => languages.includes(language))) return null
  }
  for (const phrase of phrases) {
    const hit = phraseHit(lines, weights, phrase)
    if (hit === null) return null
    hits.push(hit)
  }
  return pointsOf(hits) === 0 ? null : hits
}

const pointsOf = (hits: ReadonlyArray<SearchHit>): number => hits.reduce((sum, { points }) => sum + points, 0)

/** The hits of the best alternative of a search, the first of equals; null when the event does not match. */
const bestHits = (
  document: SearchDocument,
  lines: Lines,
  { alternatives, weights = searchWeights }: SearchPlan
): ReadonlyArray<SearchHit> | null => {
  let best: ReadonlyArray<SearchHit> | null = null
  for (const alternative of alternatives) {
    const hits = alternativeHits(document, lines, weights, alternative)
    if (hits !== null && (best === null || pointsOf(hits) > pointsOf(best))) best = hits
  }
  return best
}

/**
 * The score of an event for a search, from its own words and those of its location ("" for none); null when it does not
 * match (wire.md §6). It defines the search: every adapter returns the same.
 *
 * - A word scores the weight of the heaviest part with it, and half of it where only the beginning of a word matches.
 *   It scores 1 where only one of its `near` words matches.
 *   It must occur in some part, in any language, unless it is a stop word of a language that the event has a text in.
 *   A stop word scores nothing in texts of its language. A search of stop words only requires and scores them as
 *   other words.
 * - A phrase scores twice the weight of the heaviest part with it, once per word. The stop words of the text's language
 *   are neither required nor scored, unless the search has no other words.
 * - Of several alternatives the best score counts.
 * - The weights are those of the plan. A part of weight 0 is not searched.
 *
 * Scores are positive integers. A score of 0, from optional stop words only, is no match.
 */
export const scoreDocument = (document: SearchDocument, place: SearchPlace, plan: SearchPlan): number | null => {
  const hits = bestHits(document, linesOf(document, place), plan)
  return hits === null ? null : pointsOf(hits)
}

/** How an event gets its score, and how closely it fits (`fitOf`). The points of the hits add up to the score. */
export interface ScoreExplanation {
  readonly score: number
  readonly fit: number
  readonly hits: ReadonlyArray<SearchHit>
}

/** The explanation of `scoreDocument`; null when the event does not match. */
export const explainScore = (document: SearchDocument, place: SearchPlace, plan: SearchPlan): ScoreExplanation | null => {
  const hits = bestHits(document, linesOf(document, place), plan)
  return hits === null ? null : { score: pointsOf(hits), fit: fitOf(document, place, plan), hits }
}

/** The parts that words count in as they are typed, for `fitOf`. */
export const typedFields = ["title", "keywords", "place"] as const satisfies ReadonlyArray<SearchField>

/** What the words of a search in their order in the title count for `fitOf`: more than any number of typed words. */
export const inOrderFit = 128

/**
 * How closely an event fits a search, 0 or more: an order among events of equal score, which changes neither scores nor
 * what matches. Per alternative of the search, each word counts 1 if title, keywords, location name or city have it as
 * it is typed, accents included. A title with the words in their order counts `inOrderFit` more.
 */
export const fitOf = (document: SearchDocument, place: SearchPlace, { alternatives }: SearchPlan): number => {
  const lines = linesOf(document, place)
  return alternatives.reduce((sum, { inOrder, words }) => {
    const typed = words.filter((word) => typedFields.some((field) => holds(lines[field], [word.typed])))
    return sum + typed.length + (holds(lines.title, inOrder) ? inOrderFit : 0)
  }, 0)
}
