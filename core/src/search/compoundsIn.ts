import { spelledText } from "../domain/text/textWords.js"
import type { StemLanguage } from "./StemLanguage.js"
import { stopLanguagesOf } from "./stopWords.js"

/** Maximum number of parts of a compound. Longer ones are mostly names of streets and towns. */
const parts_max = 3

/** Maximum number of parts of a compound of single letters, an abbreviation. */
const letters_max = 8

/** Signs between the parts of a compound: hyphens, slashes, dots and others. */
const joints = "'‐‑֊־᠆⁃−゠\\-/⁄∕&.·•‧・*_"

/** Words with the joints between them. A single word matches too, so that no letter is tried twice. */
const joinedWords = new RegExp(`[\\p{L}\\p{N}]+(?:[${joints}][\\p{L}\\p{N}]+)*`, "gu")
const joint = new RegExp(`[${joints}]`, "u")
const kinds = { letters: /^\p{L}+$/u, digits: /^\p{N}+$/u }

/** Digits in groups of three, as thousands are written. */
const thousands = /(?<![\p{N}.,])[0-9]{1,3}(?:[ \u00a0.,'][0-9]{3}){1,4}(?!\p{N})/gu

/** Single letters with spaces between them, as initials are written. */
const initials = /(?<![\p{L}\p{N}'])\p{L}(?: \p{L}){1,7}(?![\p{L}\p{N}'])/gu

/** Removes the elided words before the compound, such as `l'`, and an English possessive behind it. */
const withoutElisions = (written: string, language: StemLanguage | null): string => {
  const parts = written.split("'")
  const isElided = (part: string): boolean => stopLanguagesOf(part).some((one) => one === language || language === null)
  const first = parts.findIndex((part, index) => index === parts.length - 1 || !isElided(part))
  return parts.slice(first).join("'").replace(/'s$/, "")
}

/** Whether parts are written in one word, too: words, or words and numbers in turns, but no dates and hours. */
const areJoined = (parts: ReadonlyArray<string>): boolean =>
  parts.length > 1 && parts.length <= (parts.every((part) => part.length === 1) ? letters_max : parts_max) &&
  parts.some((part) => kinds.letters.test(part)) &&
  parts.every((part, index) => kinds.letters.test(part) || (kinds.digits.test(part) && !kinds.digits.test(parts[index - 1] ?? "")))

/** A compound of several words. */
export interface Compound {
  readonly parts: ReadonlyArray<string>
  /** Its parts in one word. */
  readonly joined: string
}

/**
 * The compounds in a text, folded: words joined by hyphens, apostrophes, slashes, dots and similar signs, numbers
 * with their thousands in groups, and initials. Texts and searches also contain a compound as one word, so that
 * `ciné-club` and `cineclub` match each other, and so do `O'Connor` and `oconnor`, `AC/DC` and `acdc`, `covid-19` and
 * `covid19`, `1 500` and `1500`.
 *
 * An elided word before a compound is not a part of it: `l'avant-garde` is `avantgarde`. Neither is a possessive `'s`.
 * Dates, hours and compounds of more than `parts_max` words are left out.
 *
 * `language` decides which words can be elided; null, for no language or one without stems: those of all languages.
 *
 * @example
 * compoundsIn("Ciné-club à l'avant-garde", "fr").map(({ joined }) => joined) // ["cineclub", "avantgarde"]
 */
export const compoundsIn = (text: string, language: StemLanguage | null): ReadonlyArray<Compound> => {
  const spelled = spelledText(text)
  const words = (spelled.match(joinedWords) ?? []).filter((written) => joint.test(written))
    .map((written) => withoutElisions(written, language).split(joint))
    .filter(areJoined)
  const numbers = (spelled.match(thousands) ?? []).map((written) => written.split(/[^0-9]/))
  const letters = (spelled.match(initials) ?? []).map((written) => written.split(" "))
  return [...words, ...numbers, ...letters].map((parts) => ({ parts, joined: parts.join("") }))
}
