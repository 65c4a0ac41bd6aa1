import * as Effect from "effect/Effect"
import { wordOfAny } from "../readSearch.js"
import type { SearchAlternative, SearchPlan, SearchWord } from "../SearchPlan.js"
import { prefixToken } from "../tokenText.js"
import { correctableOf, type CorrectedSearch, type CorrectedWord, ofWords, type SearchedEvents } from "./correctWords.js"
import { errorsMax, nearestWords } from "./nearestWords.js"

/** Maximum number of events that a search finds, and that a word has, to be widened. */
export const rareEvents_max = 2

/** Minimum length of a word that is widened, in UTF-16 units. */
const widened_chars_min = 5

/** Minimum number of events with a frequent word, and its minimum ratio to that of the rare word. */
const frequent = { events_min: 10, factor: 10 } as const

/** Whether a word of a search matches another one already: as a form or a beginning. */
const matches = ({ prefixes, tokens }: SearchWord, known: string): boolean => {
  const { tokens: forms } = wordOfAny([known])
  return forms.some((form) => tokens.includes(form)) || prefixes.some((prefix) => prefixToken(known).startsWith(prefix))
}

/** The frequent words near a rare word, which may be a misspelling; none for a word that is short or not rare. */
const nearFrequent = <E, R>(word: SearchWord, events: SearchedEvents<E, R>): Effect.Effect<ReadonlyArray<string>, E, R> =>
  Effect.gen(function*() {
    const { folded, optionalIn } = word
    if (optionalIn.length > 0 || folded.length < widened_chars_min || errorsMax(folded) === 0) return []
    const [first = ""] = folded
    const known = (yield* events.words(first)).filter((one) => one.events >= frequent.events_min)
    const near = nearestWords(folded, known)
    if (near.length === 0 || near.some((one) => matches(word, one))) return []
    const count = yield* events.count(ofWords([word]))
    return count > rareEvents_max ? [] : nearestWords(folded, known.filter((one) => one.events >= frequent.factor * count))
  })

/**
 * Widens a search that finds at most `rareEvents_max` events. A word that is as rare also matches the frequent words
 * near it, with a lower score than its own matches (`near_points`). Phrases are never changed. Null: no word is
 * widened.
 */
export const widenWords = <E, R>(
  { alternatives, ...plan }: SearchPlan,
  events: SearchedEvents<E, R>
): Effect.Effect<CorrectedSearch | null, E, R> =>
  Effect.gen(function*() {
    const corrected: Array<CorrectedWord> = []
    const correctable = correctableOf(alternatives)
    const widened = yield* Effect.forEach(alternatives, (asked) =>
      Effect.map(
        Effect.forEach(correctable.has(asked) ? asked.words : [], (word) =>
          Effect.map(nearFrequent(word, events), (to) => {
            if (to.length === 0) return word
            corrected.push({ word: word.folded, to })
            return { ...word, near: wordOfAny(to).tokens }
          })),
        (words): SearchAlternative => correctable.has(asked) ? { ...asked, words } : asked
      ))
    return corrected.length === 0 ? null : { search: { ...plan, alternatives: widened }, corrected }
  })
