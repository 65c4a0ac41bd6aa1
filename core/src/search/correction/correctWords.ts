import * as Effect from "effect/Effect"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { asBeginning, phraseOf, wordOfAny } from "../readSearch.js"
import type { SearchAlternative, SearchPlan, SearchWord } from "../SearchPlan.js"
import { errorsMax, nearestWords, splitWord } from "./nearestWords.js"

/** A word of a search, and what was searched for in its place (`correctWords`) or besides it (`widenWords`). */
export interface CorrectedWord {
  /** Folded. */
  readonly word: string
  /** Folded words, any of which matches; two words with a space between them must follow each other. */
  readonly to: ReadonlyArray<string>
}

/** A search with its corrections, which are part of the plan. */
export interface CorrectedSearch {
  readonly search: SearchPlan
  readonly corrected: ReadonlyArray<CorrectedWord>
}

/** The events that a search is corrected for. */
export interface SearchedEvents<E, R> {
  /** How many of them a search finds. */
  readonly count: (search: SearchPlan) => Effect.Effect<number, E, R>
  /** Their words that begin so. */
  readonly words: (beginning: string) => Effect.Effect<ReadonlyArray<VocabularyWord>, E, R>
}

/** Maximum number of words of a search, over all its alternatives, that are corrected. */
const correctedWords_max = 8

/** The alternatives that are corrected: those with words, in order, as long as they have few enough words together. */
export const correctableOf = (alternatives: ReadonlyArray<SearchAlternative>): ReadonlySet<SearchAlternative> => {
  const correctable = new Set<SearchAlternative>()
  let left = correctedWords_max
  for (const alternative of alternatives) {
    const { length } = alternative.words
    if (length === 0 || length > left) continue
    left -= length
    correctable.add(alternative)
  }
  return correctable
}

/** The search for events with all of these words. */
export const ofWords = (words: ReadonlyArray<SearchWord>): SearchPlan => ({ alternatives: [{ words, phrases: [], inOrder: [] }] })

const finds = <E, R>({ count }: SearchedEvents<E, R>, words: ReadonlyArray<SearchWord>): Effect.Effect<boolean, E, R> =>
  Effect.map(count(ofWords(words)), (events) => events > 0)

/** What stands for a word. */
interface Part {
  readonly words: ReadonlyArray<SearchWord>
  readonly phrases: SearchAlternative["phrases"]
  readonly corrected: ReadonlyArray<CorrectedWord>
}

const partOf = (word: SearchWord): Part => ({ words: [word], phrases: [], corrected: [] })

/** What stands for a word that matches nothing: its beginnings, near words, or two words; null for nothing. */
const replace = <E, R>(word: SearchWord, events: SearchedEvents<E, R>): Effect.Effect<Part | null, E, R> =>
  Effect.gen(function*() {
    const { folded } = word
    const beginning = word.prefixes.length > 0 ? null : asBeginning(word)
    if (beginning !== null && (yield* finds(events, [beginning]))) return partOf(beginning)
    if (errorsMax(folded) === 0) return null
    const [first = ""] = folded
    const near = nearestWords(folded, yield* events.words(first))
    const all = near.length > 0 ? [] : yield* events.words("")
    const nearest = near.length > 0 ? near : nearestWords(folded, all)
    if (nearest.length > 0) return { words: [wordOfAny(nearest)], phrases: [], corrected: [{ word: folded, to: nearest }] }
    const split = splitWord(folded, all)
    return split === null ? null : { words: [], phrases: [phraseOf(split)], corrected: [{ word: folded, to: [split.join(" ")] }] }
  })

/** The alternative with other words where some match nothing; null when nothing can be changed. */
const correctAlternative = <E, R>(
  asked: SearchAlternative,
  events: SearchedEvents<E, R>
): Effect.Effect<{ readonly alternative: SearchAlternative; readonly corrected: ReadonlyArray<CorrectedWord> } | null, E, R> =>
  Effect.gen(function*() {
    const isOnly = asked.words.length === 1 && asked.phrases.length === 0
    const parts: Array<Part> = []
    let isChanged = false
    for (const word of asked.words) {
      const isMatched = word.optionalIn.length > 0 || (!isOnly && (yield* finds(events, [word])))
      const part = isMatched ? partOf(word) : yield* replace(word, events)
      if (part === null) return null
      isChanged ||= !isMatched
      parts.push(part)
    }
    const alternative: SearchAlternative = {
      words: parts.flatMap(({ words }) => words),
      phrases: [...asked.phrases, ...parts.flatMap(({ phrases }) => phrases)],
      inOrder: asked.inOrder
    }
    const corrected = parts.flatMap(({ corrected }) => corrected)
    if (isOnly || (isChanged && (yield* events.count({ alternatives: [alternative] })) > 0)) return { alternative, corrected }
    // Every word matches, but no event has all.
    const words = alternative.words.map((word) => asBeginning(word) ?? word)
    return asked.words.length < 2 ? null : { alternative: { ...alternative, words }, corrected }
  })

/**
 * Corrects a search that finds nothing. Each word that matches no event is replaced: by the words that it begins, else
 * by the nearest words of the events, else it is joined with its neighbour. When no event has all the words then, each
 * matches as a prefix. Phrases are never changed, nor are words beyond `correctedWords_max`. Null: no correction.
 */
export const correctWords = <E, R>(
  { alternatives }: SearchPlan,
  events: SearchedEvents<E, R>
): Effect.Effect<CorrectedSearch | null, E, R> =>
  Effect.map(Effect.forEach(correctableOf(alternatives), (asked) => correctAlternative(asked, events)), (changed) => {
    const known = changed.filter((one) => one !== null)
    return known.length === 0 ? null : {
      search: { alternatives: known.map(({ alternative }) => alternative) },
      corrected: known.flatMap(({ corrected }) => corrected)
    }
  })
