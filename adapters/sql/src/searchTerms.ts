import { type SearchField, searchFields, searchWeights } from "@agenda-engine/core/text/SearchDocument"
import { tokensIn } from "@agenda-engine/core/text/tokenText"

/** The lines of tokens of an event, those of its location included. */
export type SearchLines = { readonly [F in SearchField]: string }

/** The letters of terms and what the parts of an event that they stand for weigh, heaviest first. Keywords and place share one. */
export const levels = [
  { letter: "a", weight: searchWeights.title },
  { letter: "b", weight: searchWeights.keywords },
  { letter: "c", weight: searchWeights.description },
  { letter: "d", weight: searchWeights.longDescription }
] as const

const letterOf = (field: SearchField): string => levels.find(({ weight }) => weight === searchWeights[field])?.letter ?? ""

/**
 * Whose events a term finds: those of one agenda, or (null) of all, and of these the published ones or the others. An event has each term
 * twice, so that a search of a small agenda never passes over what others hold, and one across agendas need not ask each of them.
 */
export interface TermGroup {
  readonly agendaUid: number | null
  readonly isPublished: boolean
}

/** Most searches are of published events, which so are found without looking at any of them. */
const nameOf = ({ agendaUid, isPublished }: TermGroup): string => `${isPublished ? "" : "u"}${agendaUid ?? ""}`

/** The term of a token in a part of this level. Of a token that several parts hold only the heaviest has it. */
export const tokenTerm = (group: TermGroup, letter: string, token: string): string => `${nameOf(group)}${letter}:${token}`

/** The term of events with a text in a language. */
export const languageTerm = (group: TermGroup, language: string): string => `${nameOf(group)}l:${language}`

/** The only term of an event that has more words than an index takes: every search looks at the lines of such. */
export const wideTerm = (group: TermGroup): string => `${nameOf(group)}w`

/** Postgres indexes a megabyte of terms of an event and no more; a character is at most three bytes for each of these. */
const terms_chars_max = 300_000

/** The terms that an event is found by. None holds a space. */
export const searchTerms = (
  { agendaUid, isPublished }: { readonly agendaUid: number; readonly isPublished: boolean },
  lines: SearchLines,
  languages: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const letters = new Map<string, string>()
  for (const field of searchFields) {
    const letter = letterOf(field)
    for (const token of tokensIn(lines[field])) if (!letters.has(token)) letters.set(token, letter)
  }
  const groups: ReadonlyArray<TermGroup> = [{ agendaUid, isPublished }, { agendaUid: null, isPublished }]
  const terms: Array<string> = []
  for (const group of groups) {
    for (const language of languages) terms.push(languageTerm(group, language))
    for (const [token, letter] of letters) terms.push(tokenTerm(group, letter, token))
  }
  const size = terms.reduce((sum, term) => sum + term.length, 0)
  return size <= terms_chars_max ? terms : groups.map(wideTerm)
}
