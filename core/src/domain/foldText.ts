import { foldLetters } from "./foldLetters.js"

/**
 * A text as it is compared whole: case, accents and letter forms folded, runs of white space made one space, none at the ends
 * (wire.md §6). Folding what is folded changes nothing.
 *
 * @example
 * foldText("  Œuvre   d'ÉTÉ ") // "oeuvre d'ete"
 */
export const foldText = (text: string): string => foldLetters(text).replace(/[^\S ]\s*| \s+/g, " ").trim()
