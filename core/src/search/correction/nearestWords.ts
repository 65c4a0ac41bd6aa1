import type { VocabularyWord } from "../../record/VocabularyWord.js"

/**
 * The Damerau–Levenshtein distance of two words in code points, with adjacent transpositions as one edit; null when it
 * is more than `max`.
 *
 * @example
 * editDistance("cocnert", "concert", 1) // 1
 */
export const editDistance = (left: string, right: string, max: number): number | null => {
  const from = Array.from(left)
  const to = Array.from(right)
  if (Math.abs(from.length - to.length) > max) return null
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of from.entries()) {
    const row = [index + 1]
    for (const [column, other] of to.entries()) {
      const isEqual = letter === other
      const swapped = !isEqual && index > 0 && column > 0 && letter === to[column - 1] && from[index - 1] === other
      row.push(Math.min(
        (last[column] ?? 0) + (isEqual ? 0 : 1),
        (last[column + 1] ?? 0) + 1,
        (row[column] ?? 0) + 1,
        swapped ? (beforeLast[column - 1] ?? 0) + 1 : Infinity
      ))
    }
    if (Math.min(...row) > max && Math.min(...last) > max) return null
    beforeLast = last
    last = row
  }
  const distance = last[to.length] ?? 0
  return distance <= max ? distance : null
}

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

/** The letters of a word as a set of 32 bits, which other letters share. Letters beyond U+FFFF count for none. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let index = 0; index < word.length; index++) {
    const unit = word.charCodeAt(index)
    if (unit < 0xd8_00 || unit > 0xdf_ff) letters |= 1 << (unit & 31)
  }
  return letters
}

/** Whether a set has at most so many members. */
const hasAtMost = (max: number, letters: number): boolean => {
  let left = letters
  for (let count = 0; left !== 0; count++) {
    if (count === max) return false
    left &= left - 1
  }
  return true
}

/**
 * Whether another word may be within `max` errors of one: their lengths differ by as much at most, and an error brings
 * one letter that the other word has not. Most words of a vocabulary are not compared any further.
 */
const mayBeNear = (word: string, max: number): (known: string) => boolean => {
  const letters = lettersOf(word)
  return (known) => {
    // A letter has at most two units.
    if (Math.abs(known.length - word.length) > 2 * max) return false
    const others = lettersOf(known)
    return hasAtMost(max, letters & ~others) && hasAtMost(max, others & ~letters)
  }
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
  const mayBe = mayBeNear(word, max)
  const near = vocabulary.flatMap((known) => {
    const distance = mayBe(known.word) ? editDistance(word, known.word, max) : null
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
  const parts = new Set<string>()
  for (let length = part_min; length <= word.length - part_min; length++) parts.add(word.slice(0, length)).add(word.slice(length))
  const known = new Map(vocabulary.flatMap(({ events, word }) => parts.has(word) ? [[word, events] as const] : []))
  let best: { readonly parts: readonly [string, string]; readonly events: number } | null = null
  for (let length = part_min; length <= word.length - part_min; length++) {
    const parts = [word.slice(0, length), word.slice(length)] as const
    const events = Math.min(known.get(parts[0]) ?? 0, known.get(parts[1]) ?? 0)
    if (events > (best?.events ?? 0)) best = { parts, events }
  }
  return best?.parts ?? null
}
