import { foldLetters, isWestern } from "./foldLetters.js"

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
