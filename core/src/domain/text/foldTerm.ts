import * as Hash from "effect/Hash"
import { foldText } from "./foldText.js"

/** Maximum length of a term, in UTF-16 code units, before its hash. In UTF-8 it fits a B-tree key of every database. */
const term_chars_max = 500

/**
 * The term by which stores find a text as a whole: its folded form. A longer one keeps its first 500 code units and a
 * hash of the rest, because databases bound index keys.
 */
export const foldTerm = (text: string): string => {
  const folded = foldText(text)
  return folded.length <= term_chars_max
    ? folded
    : `${folded.slice(0, term_chars_max).replace(/[\uD800-\uDBFF]$/, "")} ${Hash.string(folded)}`
}
