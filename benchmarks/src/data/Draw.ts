import { PCGRandom } from "effect/Utils"

/** Chance, the same from the same seed. */
export interface Draw {
  /** A whole number from 0, below the bound. */
  readonly below: (bound: number) => number
  /** A whole number, both bounds included. */
  readonly between: (least: number, most: number) => number
  readonly one: (words: ReadonlyArray<string>) => string
  /** Words up to so many characters, the first letter a capital. */
  readonly text: (words: ReadonlyArray<string>, characters: number) => string
}

/** Chance from a seed. */
export const makeDraw = (seed: number): Draw => {
  const random = new PCGRandom(seed)
  const below = (bound: number) => random.integer(bound)
  const one = (words: ReadonlyArray<string>) => words[below(words.length)] ?? ""
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    one,
    text: (words, characters) => {
      let text = one(words)
      for (let word = one(words); text.length + 1 + word.length <= characters; word = one(words)) text += ` ${word}`
      return text.charAt(0).toUpperCase() + text.slice(1)
    }
  }
}
