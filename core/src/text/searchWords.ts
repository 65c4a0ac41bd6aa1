import { foldWords } from "../domain/foldWords.js"

/** How much of a word is compared, in code points: what differs only behind that is one word. Keeps index terms short. */
export const word_chars_max = 64

const cutWord = (word: string): string => word.length <= word_chars_max ? word : Array.from(word).slice(0, word_chars_max).join("")

/** The words of a text as search compares them: folded, in order, cut at `word_chars_max`. */
export const searchWords = (text: string): ReadonlyArray<string> => foldWords(text).map(cutWord)
