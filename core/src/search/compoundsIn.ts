import { foldLetters } from "../domain/text/foldText.js"
import type { StemLanguage } from "./StemLanguage.js"
import { stopLanguagesOf } from "./stopWords.js"

/** Maximum number of parts of a compound. Longer ones are mostly names of streets and towns. */
const parts_max = 3

const compound = /[\p{L}\p{N}]+(?:['’‐‑-][\p{L}\p{N}]+)+/gu
const joint = /['’‐‑-]/
const apostrophe = /['’]/
const digit = /\p{N}/u

/** Removes the elided words before the compound, such as `l'`, and an English possessive behind it. */
const withoutElisions = (written: string, language: StemLanguage | null): string => {
  const [first = "", ...others] = written.split(apostrophe)
  if (others.length === 0) return written
  if (stopLanguagesOf(first).some((one) => one === language || language === null)) return withoutElisions(others.join("'"), language)
  return written.replace(/['’]s$/, "")
}

/** A compound of several words. */
export interface Compound {
  readonly parts: ReadonlyArray<string>
  /** Its parts in one word. */
  readonly joined: string
}

/**
 * The compounds in a text: words joined by hyphens or apostrophes, folded. Texts and searches also contain a compound
 * as one word, so that `ciné-club` and `cineclub` match each other, and `O'Connor` and `oconnor`.
 *
 * An elided word before a compound is not a part of it: `l'avant-garde` is `avantgarde`. Neither is a possessive `'s`.
 * Compounds with a digit, such as dates, and compounds of more than `parts_max` parts are left out.
 *
 * `language` decides which words can be elided; null, for no language or one without stems: those of all languages.
 *
 * @example
 * compoundsIn("Ciné-club à l'avant-garde", "fr").map(({ joined }) => joined) // ["cineclub", "avantgarde"]
 */
export const compoundsIn = (text: string, language: StemLanguage | null): ReadonlyArray<Compound> =>
  (foldLetters(text).match(compound) ?? []).flatMap((written) => {
    const parts = withoutElisions(written, language).split(joint)
    return parts.length < 2 || parts.length > parts_max || digit.test(written) ? [] : [{ parts, joined: parts.join("") }]
  })
