import { foldWords } from "../domain/foldWords.js"

/**
 * Maximum compared length of a word in code points; longer words with an equal prefix count as equal. Bounds the size
 * of index terms.
 */
export const word_chars_max = 64

const cutWord = (word: string): string => word.length <= word_chars_max ? word : Array.from(word).slice(0, word_chars_max).join("")

/** The words of a text as search compares them: folded, in order, truncated to `word_chars_max`. */
export const searchWords = (text: string): ReadonlyArray<string> => foldWords(text).map(cutWord)
