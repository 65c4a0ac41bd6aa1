import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { editDistance } from "./editDistance.js"

/** Lengths in code points from which a word may have one and two errors. */
const length_min = { one: 4, two: 8 } as const

/** Maximum number of words that stand for a misspelt one. */
const nearest_max = 3

/** Number of errors that a word may have; 0 for short words and for numbers. */
export const errorsMax = (word: string): number => {
  const { length } = Array.from(word)
  if (length < length_min.one || /\p{N}/u.test(word)) return 0
  return length < length_min.two ? 1 : 2
}

/**
 * The words that a misspelt one most probably means: the nearest of a vocabulary, the most frequent first, at most
 * three. Empty when none is near enough, and for words that are too short to be corrected.
 *
 * @example
 * nearestWords("cocnert", [{ word: "concert", events: 9 }, { word: "concept", events: 2 }]) // ["concert"]
 */
export const nearestWords = (word: string, vocabulary: ReadonlyArray<VocabularyWord>): ReadonlyArray<string> => {
  const max = errorsMax(word)
  if (max === 0) return []
  const near = vocabulary.flatMap((known) => {
    const distance = editDistance(word, known.word, max)
    return distance === null || distance === 0 ? [] : [{ ...known, distance }]
  })
  const least = near.reduce((min, { distance }) => Math.min(min, distance), Infinity)
  return near
    .filter(({ distance }) => distance === least)
    .toSorted((one, other) => other.events - one.events || (one.word < other.word ? -1 : 1))
    .slice(0, nearest_max)
    .map(({ word }) => word)
}

/** Minimum length of the parts of a word that is split, in UTF-16 units. */
const part_min = 3

/**
 * The two words of a vocabulary that a word consists of, the most frequent of several; null when there are none.
 *
 * @example
 * splitWord("hiphop", [{ word: "hip", events: 2 }, { word: "hop", events: 2 }]) // ["hip", "hop"]
 */
export const splitWord = (word: string, vocabulary: ReadonlyArray<VocabularyWord>): readonly [string, string] | null => {
  const known = new Map(vocabulary.map(({ events, word }) => [word, events]))
  let best: { readonly parts: readonly [string, string]; readonly events: number } | null = null
  for (let length = part_min; length <= word.length - part_min; length++) {
    const parts = [word.slice(0, length), word.slice(length)] as const
    const events = Math.min(known.get(parts[0]) ?? 0, known.get(parts[1]) ?? 0)
    if (events > (best?.events ?? 0)) best = { parts, events }
  }
  return best?.parts ?? null
}
