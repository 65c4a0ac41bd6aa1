import { streamSafe } from "./cleanText.js"

const expansions: { readonly [letter: string]: string } = {
  "æ": "ae",
  "œ": "oe",
  "ø": "o",
  "đ": "d",
  "ð": "d",
  "ł": "l",
  "þ": "th",
  "ħ": "h",
  "ς": "σ"
}

const foldAny = (text: string): string =>
  streamSafe(text)
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[æœøđðłþħς]/g, (letter) => expansions[letter] ?? letter)

const westernPattern = /^[\0-\u007f\u00a0\u00ab\u00bb\u00c0-\u00ff\u0152\u0153\u2012-\u2015\u2018-\u201e\u20ac]*$/

/**
 * Whether a text has only characters that the fast path folds: ASCII, Western European letters and punctuation that
 * folds to itself.
 */
const isWestern = (text: string): boolean => westernPattern.test(text)

const foldedLetters = new Map(Array.from("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœ", (letter) => [letter, foldAny(letter)]))

const foldWestern = (text: string): string => text.toLowerCase().replace(/[ß-öø-ÿœ]/g, (letter) => foldedLetters.get(letter) ?? letter)

/** Folds case, accents and letter variants (wire.md §6). The letters of a Western text become a to z. */
export const foldLetters = (text: string): string => isWestern(text) ? foldWestern(text) : foldAny(text)

/**
 * Folds a text for comparison as a whole (wire.md §6): folds letters, collapses white space to single spaces and trims.
 * Idempotent.
 *
 * @example
 * foldText("  Œuvre   d'ÉTÉ ") // "oeuvre d'ete"
 */
export const foldText = (text: string): string => foldLetters(text).replace(/[^\S ]\s*| \s+/g, " ").trim()

const westernWords = /[0-9a-z]+/g

const words = /[\p{L}\p{N}]+/gu

/**
 * The folded words of a text (`foldText`), in order: runs of letters and digits of any script.
 *
 * @example
 * foldWords("L'été à Sète (34)") // ["l", "ete", "a", "sete", "34"]
 */
export const foldWords = (text: string): ReadonlyArray<string> => {
  const folded = foldLetters(text)
  return folded.match(isWestern(folded) ? westernWords : words) ?? []
}
