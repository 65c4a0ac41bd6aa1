import type { SearchAlternative, SearchPhrase, SearchWord } from "@agenda-engine/core/text/SearchPlan"
import { languageTerm, levels, type TermGroup, tokenTerm } from "./searchTerms.js"
import { allOf, anyOf, beginning, term, type TermQuery } from "./TermQuery.js"

/** Whose events are searched: none of them is in two of these. */
export type TermGroups = ReadonlyArray<TermGroup>

/** A word whose score the terms alone tell: one outside quotes, or a phrase of one word, which counts double. */
export interface Sought extends Pick<SearchWord, "tokens" | "prefixes" | "optionalIn"> {
  readonly factor: number
}

/** The words of an alternative whose score the terms alone tell. */
export const soughtIn = ({ phrases, words }: SearchAlternative): ReadonlyArray<Sought> => [
  ...words.map((word) => ({ ...word, factor: 1 })),
  ...phrases.flatMap(({ length, runs }) => length === 1 ? [{ tokens: runs, prefixes: [], optionalIn: [], factor: 2 }] : [])
]

/** The phrases of an alternative that only the lines of an event tell. */
export const inQuotes = ({ phrases }: SearchAlternative): ReadonlyArray<SearchPhrase> => phrases.filter(({ length }) => length > 1)

/** An event of one of these groups has the term that is made for its group. */
export const inAny = (groups: TermGroups, termOf: (group: TermGroup) => string): ReadonlyArray<TermQuery> =>
  groups.map((group) => term(termOf(group)))

const inLevel = (groups: TermGroups, letter: string, tokens: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  tokens.flatMap((token) => inAny(groups, (group) => tokenTerm(group, letter, token)))

const beginningInLevel = (groups: TermGroups, letter: string, prefixes: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  prefixes.flatMap((prefix) => groups.map((group) => beginning(tokenTerm(group, letter, prefix))))

const anywhere = (groups: TermGroups, tokens: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  levels.flatMap(({ letter }) => inLevel(groups, letter, tokens))

/** What an event has to have of a word: the word, or a text in a language in which it need not occur. */
export const required = (groups: TermGroups, { optionalIn, prefixes, tokens }: Sought): TermQuery =>
  anyOf([
    ...anywhere(groups, tokens),
    ...levels.flatMap(({ letter }) => beginningInLevel(groups, letter, prefixes)),
    ...optionalIn.flatMap((language) => inAny(groups, (group) => languageTerm(group, language)))
  ])

/** What an event has to have to hold a phrase, and may have without holding it. */
export const requiredOfPhrase = (groups: TermGroups, { runs }: SearchPhrase): TermQuery =>
  anyOf(runs.map((run) => allOf(run.split(" ").map((token) => anyOf(anywhere(groups, [token]))))))

/** What a word counts for, and what an event has to have for it. */
export interface SoughtValue {
  readonly weight: number
  readonly query: TermQuery
}

/** What a word counts for: whole in a part, or its beginning in one of twice the weight. */
export const valuesOf = (groups: TermGroups, { prefixes, tokens }: Sought): ReadonlyArray<SoughtValue> => {
  const weights = new Set(levels.flatMap(({ weight }) => prefixes.length === 0 ? [weight] : [weight, weight / 2]))
  return [...weights].map((worth) => ({
    weight: worth,
    query: anyOf(levels.flatMap(({ letter, weight }) => [
      ...(weight === worth ? inLevel(groups, letter, tokens) : []),
      ...(weight / 2 === worth ? beginningInLevel(groups, letter, prefixes) : [])
    ]))
  }))
}
