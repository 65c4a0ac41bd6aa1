import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { cacheEntryBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import type { RevisionCheck, TopicRevisions } from "../../ports/RevisionStore.js"
import type { PlanCounts, QueryPlan, Scope, SearchResult } from "../../query/event/QueryPlan.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { stampOf } from "../revision/topics.js"

/** Size of all entries of each cache, in bytes. */
const bytes_max = {
  pages: 16 * 1_024 * 1_024,
  counts: 4 * 1_024 * 1_024,
  vocabularies: 16 * 1_024 * 1_024,
  firstMisses: 1_024 * 1_024
} as const

/** Larger pages and counts are not cached, in bytes. */
const entry_bytes_max = { page: 2 * 1_024 * 1_024, counts: 512 * 1_024 } as const

/** All of a plan that its counts depend on. */
const countKeyOf = ({ bodies: _bodies, limit: _limit, locations: _locations, shownAt: _shownAt, start: _start, ...counted }: QueryPlan) =>
  JSON.stringify(counted)

/** A cached value. It is valid while the topics have the revisions of `read`, which `stamp` has as one text. */
interface Entry<A> {
  readonly read: TopicRevisions
  readonly stamp: string
  readonly value: A
}

/**
 * Whether an entry is of later revisions than these. A slow search must not replace it. Only topics of both are
 * compared: an agenda can leave its network.
 */
const isLater = (entry: Entry<unknown> | undefined, { revisions, topics }: TopicRevisions): boolean =>
  entry !== undefined && entry.read.topics.some((topic, index) => {
    const at = topics.indexOf(topic)
    return at !== -1 && (entry.read.revisions[index] ?? 0) > (revisions[at] ?? 0)
  })

/**
 * LRU caches of `EventSearch`: whole results by plan, counts by what they depend on of the plan, and words. A result is
 * cached at the second miss of its plan: most plans are searched once, and a walk through a long list evicts nothing.
 */
export class SearchCache extends Context.Tag("@agenda-engine/core/services/event/SearchCache")<SearchCache, {
  /**
   * The result of a plan. `read`: the revisions of the topics that the result depends on, read before this call, so
   * that an entry is never older than its revisions. Null bypasses the cache, as inside a transaction. `check`: as
   * `KnownSearch.check`.
   */
  readonly search: (plan: QueryPlan, read: TopicRevisions | null, check?: RevisionCheck | null) => Effect.Effect<SearchResult, StoreError>
  /** Whether a result was added to the cache: later searches may return the same object. */
  readonly isKept: (result: SearchResult) => boolean
  /** `EventSearch.words`; `read` as for `search`. */
  readonly words: (
    scope: Scope,
    beginning: string,
    read: TopicRevisions | null
  ) => Effect.Effect<ReadonlyArray<VocabularyWord>, StoreError>
}>() {
  /** Empty caches over the stores. */
  static readonly layer: Layer.Layer<SearchCache, never, EventSearch> = Layer.effect(
    SearchCache,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function*() {
  const events = yield* EventSearch
  const pages = new LruCache<Entry<SearchResult>>(bytes_max.pages)
  const counts = new LruCache<Entry<PlanCounts>>(bytes_max.counts)
  const vocabularies = new LruCache<Entry<ReadonlyArray<VocabularyWord>>>(bytes_max.vocabularies)
  const missedOnce = new LruCache<null>(bytes_max.firstMisses)
  const kept = new WeakSet<SearchResult>()

  const isSecondMiss = (key: string): boolean => {
    const isSecond = missedOnce.has(key)
    missedOnce.set(key, null, cacheEntryBytes(key, null))
    return isSecond
  }

  const keepPage = (key: string, entry: Entry<SearchResult>): void => {
    if (!isSecondMiss(key) || isLater(pages.get(key), entry.read)) return
    const bytes = cacheEntryBytes(key, entry)
    if (bytes > entry_bytes_max.page) return
    pages.set(key, entry, bytes)
    kept.add(entry.value)
  }

  const keepCounts = (key: string, { value: { segments, tallies }, ...entry }: Entry<SearchResult>): void => {
    const counted = { ...entry, value: { segments, tallies } }
    const bytes = cacheEntryBytes(key, counted)
    if (bytes <= entry_bytes_max.counts && !isLater(counts.get(key), entry.read)) counts.set(key, counted, bytes)
  }

  return SearchCache.of({
    search: (plan, read, check = null) => {
      if (read === null) return events.search(plan)
      const stamp = stampOf(read)
      const key = JSON.stringify(plan)
      const page = pages.get(key)
      if (page?.stamp === stamp) return Effect.succeed(page.value)
      const countKey = countKeyOf(plan)
      const counted = counts.get(countKey)
      const known = counted?.stamp === stamp ? { counts: counted.value, read, check } : { read, check }
      return Effect.map(events.search(plan, known), (value) => {
        const entry = { read, stamp, value }
        keepPage(key, entry)
        keepCounts(countKey, entry)
        return value
      })
    },
    isKept: (result) => kept.has(result),
    words: (scope, beginning, read) => {
      if (read === null) return events.words(scope, beginning)
      const stamp = stampOf(read)
      const key = JSON.stringify([scope, beginning])
      const kept = vocabularies.get(key)
      return kept?.stamp === stamp ? Effect.succeed(kept.value) : Effect.map(events.words(scope, beginning), (value) => {
        const entry = { read, stamp, value }
        if (!isLater(vocabularies.get(key), read)) vocabularies.set(key, entry, cacheEntryBytes(key, entry))
        return value
      })
    }
  })
})
