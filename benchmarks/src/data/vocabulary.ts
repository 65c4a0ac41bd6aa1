import type { Draw } from "./Draw.js"
import { frenchWords } from "./words.js"

const onsets = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "br", "ch", "pl", "tr", "qu"]
const vowels = ["a", "e", "i", "o", "u", "é", "ou", "an", "on", "oi"]
const endings = ["", "", "s", "r", "l", "t", "que", "tion", "ment", "age"]

const syllables = onsets.length * vowels.length

/** A word of its own for every rank: real ones first, then such as could be. */
const wordOf = (rank: number): string => {
  const real = frenchWords[rank]
  if (real !== undefined) return real
  let word = ""
  for (let rest = rank * 7 + 1; rest > 0; rest = Math.floor(rest / syllables)) {
    const syllable = rest % syllables
    word += `${onsets[syllable % onsets.length]}${vowels[Math.floor(syllable / onsets.length)]}`
  }
  return word + (endings[rank % endings.length] ?? "")
}

const words_count = 30_000
const words = Array.from({ length: words_count }, (_, rank) => wordOf(rank))

/** So many of the words that are drawn most often. */
export const frequentWords = (count: number): ReadonlyArray<string> => words.slice(0, count)

/** A word as often as in natural text: the second half as often as the first, the third a third as often (Zipf). */
export const zipfWord = (draw: Draw): string => words[Math.floor(words_count ** (draw.below(1_000_000) / 1_000_000)) - 1] ?? ""

/** Such words up to so many characters, the first letter a capital. */
export const zipfText = (draw: Draw, characters: number): string => {
  let text = zipfWord(draw)
  for (let word = zipfWord(draw); text.length + 1 + word.length <= characters; word = zipfWord(draw)) text += ` ${word}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
