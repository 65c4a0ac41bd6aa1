import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import { countedSegments } from "../../query/event/planSegments.js"
import type { QueryPlan } from "../../query/event/QueryPlan.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { errorsMax, nearestWords, splitWord } from "../../search/nearestWords.js"
import { asBeginning, phraseOf, wordOfAny } from "../../search/readSearch.js"
import type { SearchAlternative, SearchPlan, SearchWord } from "../../search/SearchPlan.js"
import { SearchCache } from "./SearchCache.js"

/** A word of a search that no event had, and what was searched for in its place. */
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

/** Alternatives with more words are not corrected. */
const correctedWords_max = 8

/** The conditions that decide which events a caller may see. */
const kept: ReadonlySet<string> = new Set(["State", "Contributor", "EndsFrom"])

/**
 * A plan of the events that the caller may see and the search finds, with no filter but state and contributor. What it
 * finds tells nothing of events that the list would not show.
 */
const unfiltered = (plan: QueryPlan, search: SearchPlan): QueryPlan => ({
  ...plan,
  live: [
    ...(plan.live ?? []).filter(({ _tag }) => kept.has(_tag)),
    { _tag: "Search", search, least: 0 }
  ],
  removed: null,
  segments: countedSegments("without"),
  start: { _tag: "Skip", count: 0 },
  limit: 0,
  bodies: false,
  locations: false,
  tallies: []
})

/** Whether a list has other conditions than these, or a threshold. */
const isFiltered = ({ live, segments }: QueryPlan): boolean =>
  segments.some(({ endedFilter, featured }) => endedFilter !== null || featured !== null) ||
  (live ?? []).some((condition) => condition._tag === "Search" ? condition.least > 0 : !kept.has(condition._tag))

const ofWords = (words: ReadonlyArray<SearchWord>): SearchPlan => ({ alternatives: [{ words, phrases: [], inOrder: [] }] })

/** Corrects the alternatives of one search. */
class Corrector {
  readonly corrected: Array<CorrectedWord> = []

  constructor(private readonly plan: QueryPlan, private readonly revisions: TopicRevisions | null) {}

  finds(search: SearchPlan) {
    return Effect.flatMap(
      SearchCache,
      (cache) => Effect.map(cache.search(unfiltered(this.plan, search), this.revisions), ({ total }) => total > 0)
    )
  }

  /** The alternative with other words where some match nothing; null when nothing can be changed. */
  alternative(asked: SearchAlternative) {
    return Effect.gen(this, function*() {
      if (asked.words.length > correctedWords_max) return null
      let changed: SearchAlternative = { ...asked, words: [] }
      let hasUnmatched = false
      const isOnly = asked.words.length === 1 && asked.phrases.length === 0
      for (const word of asked.words) {
        const isMatched = word.optionalIn.length > 0 || (!isOnly && (yield* this.finds(ofWords([word]))))
        hasUnmatched ||= !isMatched
        const part = isMatched ? { words: [word] } : yield* this.word(word)
        if (part === null) return null
        changed = {
          ...changed,
          words: [...changed.words, ...part.words ?? []],
          phrases: [...changed.phrases, ...part.phrases ?? []]
        }
      }
      if (hasUnmatched) return changed
      // Every word matches, but no event has all of them.
      const beginnings = asked.words.map((word) => asBeginning(word) ?? word)
      return asked.words.length < 2 ? null : { ...asked, words: beginnings }
    })
  }

  /** What stands for a word that matches nothing: its beginnings, near words, or two words. */
  private word(word: SearchWord) {
    return Effect.gen(this, function*() {
      const beginning = asBeginning(word)
      if (beginning !== null && word.prefixes.length === 0 && (yield* this.finds(ofWords([beginning])))) return { words: [beginning] }
      if (errorsMax(word.folded) === 0) return null
      const [first = ""] = word.folded
      const near = nearestWords(word.folded, yield* this.vocabulary(first))
      const all = near.length > 0 ? [] : yield* this.vocabulary("")
      const words = near.length > 0 ? near : nearestWords(word.folded, all)
      const split = words.length > 0 ? null : splitWord(word.folded, all)
      if (words.length === 0 && split === null) return null
      this.corrected.push({ word: word.folded, to: split === null ? words : [split.join(" ")] })
      return split === null ? { words: [wordOfAny(words)] } : { phrases: [phraseOf(split)] }
    })
  }

  private vocabulary(beginning: string): Effect.Effect<ReadonlyArray<VocabularyWord>, StoreError, EventSearch> {
    const { scope } = this.plan
    return scope._tag === "Agenda"
      ? Effect.flatMap(EventSearch, (events) => events.words(scope.agendaUid, beginning))
      : Effect.succeed([])
  }
}

/**
 * A search that finds nothing, with other words in place of those that match nothing: words that begin so, else the
 * nearest words of the agenda's published events, else two of them in one word. Where every word matches, but no event
 * has all, all words match as beginnings. Null when the search finds something without the filters of the list, or
 * cannot be changed. Phrases are never changed.
 */
export const correctSearch = Effect.fnUntraced(function*(plan: QueryPlan, revisions: TopicRevisions | null) {
  const condition = plan.live?.find(({ _tag }) => _tag === "Search")
  if (condition?._tag !== "Search") return null
  const { search } = condition
  if (search.alternatives.every(({ words }) => words.length === 0 || words.length > correctedWords_max)) return null
  const corrector = new Corrector(plan, revisions)
  if (isFiltered(plan) && (yield* corrector.finds(search))) return null
  const changed = yield* Effect.forEach(search.alternatives, (asked) => corrector.alternative(asked))
  const alternatives = changed.filter((one) => one !== null)
  if (alternatives.length === 0) return null
  const { corrected } = corrector
  return { search: { alternatives }, corrected } satisfies CorrectedSearch
})
