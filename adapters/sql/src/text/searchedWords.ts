import { near_points, typedFields } from "@agenda-engine/core/search/scoreDocument"
import type { PhraseRun, SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "@agenda-engine/core/search/SearchPlan"
import { tokensIn, tokensOfRun } from "@agenda-engine/core/search/tokenText"
import { allOf, anyOf, beginning, term, type TermQuery } from "../database/Dialect.js"
import { languageTerm, letterOf, levels, placeLetters, type TermGroup, tokenTerm } from "./searchTerms.js"

/** Whose events are searched: none of them is in two of these. */
export type TermGroups = ReadonlyArray<TermGroup>

/**
 * A word whose score the terms alone tell: one outside quotes, or a phrase of one word that always scores, which counts
 * double.
 */
export interface ScoredWord extends Pick<SearchWord, "tokens" | "prefixes" | "near" | "optionalIn"> {
  readonly factor: number
  /** The token of the word as it is typed; null for a phrase. */
  readonly typed: string | null
}

const isRun = (tokens: string): boolean => tokens.includes(" ")

/** Whether a phrase is one word, and one token, that scores in every language. */
const isScoredWord = ({ runs }: SearchPhrase): boolean => runs.every(({ scored, tokens }) => scored === 1 && !isRun(tokens))

/** Whether a word matches runs of several tokens, which only the lines of an event tell. */
const isWordOfRuns = ({ near = [], tokens }: SearchWord): boolean => [...tokens, ...near].some(isRun)

/** The words of an alternative that only the lines of an event tell. */
export const wordsOfRunsOf = ({ words }: SearchAlternative): ReadonlyArray<SearchWord> => words.filter(isWordOfRuns)

/** The words of an alternative whose score the terms alone tell. */
export const scoredWordsOf = ({ phrases, words }: SearchAlternative): ReadonlyArray<ScoredWord> => [
  ...words.filter((word) => !isWordOfRuns(word)).map((word) => ({ ...word, factor: 1 })),
  ...phrases.flatMap((phrase) =>
    isScoredWord(phrase) ? [{ tokens: phrase.runs.map(({ tokens }) => tokens), prefixes: [], optionalIn: [], factor: 2, typed: null }] : []
  )
]

/** The phrases of an alternative that only the lines of an event tell. */
export const phrasesOf = ({ phrases }: SearchAlternative): ReadonlyArray<SearchPhrase> => phrases.filter((phrase) => !isScoredWord(phrase))

/** An event of one of these groups has the term that is made for its group. */
export const inAnyGroup = (groups: TermGroups, termOf: (group: TermGroup) => string): ReadonlyArray<TermQuery> =>
  groups.map((group) => term(termOf(group)))

const inLevel = (groups: TermGroups, letter: string, tokens: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  tokens.flatMap((token) => inAnyGroup(groups, (group) => tokenTerm(group, letter, token)))

/** The beginnings of terms that a search asks for. */
export const beginningsOf = (groups: TermGroups, { alternatives }: SearchPlan): ReadonlyArray<string> =>
  alternatives.flatMap(({ words }) =>
    words.flatMap(({ prefixes }) =>
      levels.flatMap(({ letter }) => prefixes.flatMap((prefix) => groups.map((group) => tokenTerm(group, letter, prefix))))
    )
  )

const beginningInLevel = (groups: TermGroups, letter: string, prefixes: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  prefixes.flatMap((prefix) => groups.map((group) => beginning(tokenTerm(group, letter, prefix))))

const anywhere = (groups: TermGroups, tokens: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  levels.flatMap(({ letter }) => inLevel(groups, letter, tokens))

/** What an event has to have of runs of tokens: the tokens of one of them. */
const anyRun = (groups: TermGroups, runs: ReadonlyArray<string>): ReadonlyArray<TermQuery> => [
  ...anywhere(groups, runs.filter((run) => !isRun(run))),
  ...runs.filter(isRun).map((run) => allOf(tokensOfRun(run).map((token) => anyOf(anywhere(groups, [token])))))
]

/** What an event has to have of a word: the word, or a text in a language in which it need not occur. */
export const requiredTerms = (
  groups: TermGroups,
  { near = [], optionalIn, prefixes, tokens }: Pick<SearchWord, "near" | "optionalIn" | "prefixes" | "tokens">
): TermQuery =>
  anyOf([
    ...anyRun(groups, [...tokens, ...near]),
    ...levels.flatMap(({ letter }) => beginningInLevel(groups, letter, prefixes)),
    ...optionalIn.flatMap((language) => inAnyGroup(groups, (group) => languageTerm(group, language)))
  ])

/** The weight classes of the parts that words count in as they are typed. */
const typedLetters = new Set(typedFields.map(letterOf))

/** An event of one of these groups has a word as it is typed, where that counts (`fitOf`). */
export const typedTerms = (groups: TermGroups, typed: string): ReadonlyArray<TermQuery> =>
  [...typedLetters].flatMap((letter) => inLevel(groups, letter, [typed]))

/** A necessary condition on the terms of an event whose title has a run of tokens. */
export const titleTerms = (groups: TermGroups, run: string): TermQuery =>
  allOf(tokensIn(run).map((token) => anyOf(inLevel(groups, letterOf("title"), [token]))))

/** The different tokens of some runs of a phrase: for each of its words, those that stand for it. */
const tokensByWord = (runs: ReadonlyArray<PhraseRun>): ReadonlyArray<ReadonlyArray<string>> => {
  const tokens = runs.map((run) => tokensIn(run.tokens))
  return (tokens[0] ?? []).map((_, word) => [...new Set(tokens.flatMap((run) => run.slice(word, word + 1)))])
}

/** The terms of the runs that occur in the place alone: each word in any of its languages. */
const termsOfPlace = (groups: TermGroups, runs: ReadonlyArray<PhraseRun>): ReadonlyArray<TermQuery> => {
  const words = tokensByWord(runs.filter(({ placeOnly }) => placeOnly))
  return words.length === 0 ? [] : [allOf(words.map((tokens) => anyOf(placeLetters.flatMap((letter) => inLevel(groups, letter, tokens)))))]
}

/** A necessary condition on the terms of an event that holds a phrase. */
export const requiredTermsOfPhrase = (groups: TermGroups, { runs }: SearchPhrase): TermQuery =>
  anyOf([
    ...runs.flatMap(({ placeOnly, tokens }) =>
      placeOnly ? [] : [allOf(tokensOfRun(tokens).map((token) => anyOf(anywhere(groups, [token]))))]
    ),
    ...termsOfPlace(groups, runs)
  ])

/** What a word counts for, and what an event has to have for it. */
export interface WeightedQuery {
  readonly weight: number
  readonly query: TermQuery
}

/** What a word counts for: whole in a part, its beginning in one of twice the weight, or a word near it in any. */
export const weightedQueriesOf = (groups: TermGroups, { near = [], prefixes, tokens }: ScoredWord): ReadonlyArray<WeightedQuery> => {
  const weights = new Set([
    ...levels.flatMap(({ weight }) => prefixes.length === 0 ? [weight] : [weight, weight / 2]),
    ...(near.length === 0 ? [] : [near_points])
  ])
  return [...weights].map((worth) => ({
    weight: worth,
    query: anyOf(levels.flatMap(({ letter, weight }) => [
      ...(weight === worth ? inLevel(groups, letter, tokens) : []),
      ...(weight / 2 === worth ? beginningInLevel(groups, letter, prefixes) : []),
      ...(near_points === worth ? inLevel(groups, letter, near) : [])
    ]))
  }))
}
