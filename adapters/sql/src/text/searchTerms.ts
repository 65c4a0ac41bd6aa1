import { type SearchField, searchFields, searchWeights } from "@agenda-engine/core/search/SearchDocument"
import { tokensIn } from "@agenda-engine/core/search/tokenText"

/** The token lines of an event and its location. */
export type SearchLines = { readonly [F in SearchField]: string }

/** Weight classes of terms, heaviest first. Keywords and place share one. */
export const levels = [
  { letter: "a", weight: searchWeights.title },
  { letter: "b", weight: searchWeights.keywords },
  { letter: "c", weight: searchWeights.description },
  { letter: "d", weight: searchWeights.longDescription }
] as const

/** The weight class of a part. */
export const letterOf = (field: SearchField): string => levels.find(({ weight }) => weight === searchWeights[field])?.letter ?? ""

/**
 * The letters that a token of the place can have: that of its own level, or of a heavier one where another part holds
 * it too.
 */
export const placeLetters: ReadonlyArray<string> = levels.flatMap(({ letter, weight }) => weight >= searchWeights.place ? [letter] : [])

/**
 * The group of events that a term indexes: those of one agenda or, when null, of all; published ones or the others.
 * Each term is stored for both, so that a search of a small agenda does not scan the postings of all others, and a
 * search across agendas is one query.
 */
export interface TermGroup {
  readonly agendaUid: number | null
  readonly isPublished: boolean
}

/** Published and other events have separate terms, so that a search of published events needs no event rows. */
const nameOf = ({ agendaUid, isPublished }: TermGroup): string => `${isPublished ? "" : "u"}${agendaUid ?? ""}`

/** The term of a token in a weight class. A token in several fields is indexed in the heaviest only. */
export const tokenTerm = (group: TermGroup, letter: string, token: string): string => `${nameOf(group)}${letter}:${token}`

/** The term of events with text in a language. */
export const languageTerm = (group: TermGroup, language: string): string => `${nameOf(group)}l:${language}`

/** The only term of an event with too many tokens to index. Every search scans the lines of these events. */
export const wideTerm = (group: TermGroup): string => `${nameOf(group)}w`

/** Postgres limits a tsvector to 1 MB; a character takes at most three bytes. */
const terms_chars_max = 300_000

/** The terms of an event. None contains a space. */
export const searchTerms = (
  { agendaUid, isPublished }: { readonly agendaUid: number; readonly isPublished: boolean },
  lines: SearchLines,
  languages: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const groups: ReadonlyArray<TermGroup> = [{ agendaUid, isPublished }, { agendaUid: null, isPublished }]
  const letters = new Map<string, string>()
  let tokens_chars = 0
  for (const field of searchFields) {
    const letter = letterOf(field)
    for (const token of tokensIn(lines[field])) {
      if (letters.has(token)) continue
      letters.set(token, letter)
      tokens_chars += token.length
      if (tokens_chars * groups.length > terms_chars_max) return groups.map(wideTerm)
    }
  }
  const terms: Array<string> = []
  for (const group of groups) {
    for (const language of languages) terms.push(languageTerm(group, language))
    for (const [token, letter] of letters) terms.push(tokenTerm(group, letter, token))
  }
  const size = terms.reduce((sum, term) => sum + term.length, 0)
  return size <= terms_chars_max ? terms : groups.map(wideTerm)
}
