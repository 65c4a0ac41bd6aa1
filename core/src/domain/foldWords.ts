import { foldText } from "./foldText.js"

/**
 * The words of a text, folded (`foldText`), in order: runs of letters and digits of any script.
 *
 * @example
 * foldWords("L'été à Sète (34)") // ["l", "ete", "a", "sete", "34"]
 */
export const foldWords = (text: string): ReadonlyArray<string> => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
