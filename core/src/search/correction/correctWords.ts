import * as Effect from "effect/Effect"
import type { VocabularyWord } from "../record/VocabularyWord.js"
import { errorsMax, nearestWords, splitWord } from "./nearestWords.js"
import { asBeginning, phraseOf, wordOfAny } from "./readSearch.js"
import type { SearchAlternative, SearchPlan, SearchWord } from "./SearchPlan.js"
import { prefixToken } from "./tokenText.js"

/** A word of a search that no or hardly any event had, and what was searched for in its place. */
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

/** Alternatives with more words are not corrected. */
const correctedWords_max = 8

const isCorrectable = ({ words }: SearchAlternative): boolean => words.length > 0 && words.length <= correctedWords_max

const ofWords = (words: ReadonlyArray<SearchWord>): SearchPlan => ({ alternatives: [{ words, phrases: [], inOrder: [] }] })

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
    if (!isCorrectable(asked)) return null
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
 * matches as a prefix. Phrases are never changed. Null: no correction.
 */
export const correctWords = <E, R>(
  { alternatives }: SearchPlan,
  events: SearchedEvents<E, R>
): Effect.Effect<CorrectedSearch | null, E, R> =>
  Effect.map(Effect.forEach(alternatives, (asked) => correctAlternative(asked, events)), (changed) => {
    const known = changed.filter((one) => one !== null)
    return known.length === 0 ? null : {
      search: { alternatives: known.map(({ alternative }) => alternative) },
      corrected: known.flatMap(({ corrected }) => corrected)
    }
  })

/** A search that finds more events, and a word that more events have, are not widened. */
export const rareEvents_max = 2

/** A shorter word is not widened, in UTF-16 units. */
const widened_chars_min = 5

/** So many events have a word that a rare one may be a misspelling of, and so many times as many. */
const frequent = { events_min: 10, factor: 10 } as const

/** Whether a word of a search matches another one already: as a form or a beginning. */
const matches = ({ prefixes, tokens }: SearchWord, known: string): boolean => {
  const { tokens: forms } = wordOfAny([known])
  return forms.some((form) => tokens.includes(form)) || prefixes.some((prefix) => prefixToken(known).startsWith(prefix))
}

/** The frequent words that a rare one may be a misspelling of; empty for a word that is short or not rare. */
const nearFrequent = <E, R>(word: SearchWord, events: SearchedEvents<E, R>): Effect.Effect<ReadonlyArray<string>, E, R> =>
  Effect.gen(function*() {
    const { folded, optionalIn } = word
    if (optionalIn.length > 0 || folded.length < widened_chars_min || errorsMax(folded) === 0) return []
    const [first = ""] = folded
    const near = nearestWords(folded, (yield* events.words(first)).filter((one) => one.events >= frequent.events_min))
    if (near.length === 0 || near.some((known) => matches(word, known))) return []
    const count = yield* events.count(ofWords([word]))
    if (count > rareEvents_max) return []
    const known = (yield* events.words(first)).filter((one) => one.events >= Math.max(frequent.events_min, frequent.factor * count))
    return nearestWords(folded, known)
  })

/**
 * Widens a search that finds hardly anything. Each word that hardly any event has also matches the words near it that
 * many more events have, for less than any match of its own (`near_points`). Phrases are never changed. Null: no word
 * is widened.
 */
export const widenWords = <E, R>(
  { alternatives, ...plan }: SearchPlan,
  events: SearchedEvents<E, R>
): Effect.Effect<CorrectedSearch | null, E, R> =>
  Effect.gen(function*() {
    const corrected: Array<CorrectedWord> = []
    const widened = yield* Effect.forEach(alternatives, (asked) =>
      Effect.map(
        Effect.forEach(isCorrectable(asked) ? asked.words : [], (word) =>
          Effect.map(nearFrequent(word, events), (to) => {
            if (to.length === 0) return word
            corrected.push({ word: word.folded, to })
            return { ...word, near: wordOfAny(to).tokens }
          })),
        (words): SearchAlternative => isCorrectable(asked) ? { ...asked, words } : asked
      ))
    return corrected.length === 0 ? null : { search: { ...plan, alternatives: widened }, corrected }
  })
