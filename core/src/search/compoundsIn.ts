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
 * The folded compounds of a text, which are also found in one word: `ciné-club` as `cineclub`, `O'Connor` as `oconnor`.
 * Parts are joined by hyphens or apostrophes. Elided words are left out, so `l'avant-garde` is `avantgarde`. Dates and
 * other compounds with a digit, and compounds of more than three parts, are excluded. `language` is that of the text;
 * null when it is unknown or has no stems.
 *
 * @example
 * compoundsIn("Ciné-club à l'avant-garde", "fr").map(({ joined }) => joined) // ["cineclub", "avantgarde"]
 */
export const compoundsIn = (text: string, language: StemLanguage | null): ReadonlyArray<Compound> =>
  (foldLetters(text).match(compound) ?? []).flatMap((written) => {
    const parts = withoutElisions(written, language).split(joint)
    return parts.length < 2 || parts.length > parts_max || digit.test(written) ? [] : [{ parts, joined: parts.join("") }]
  })
