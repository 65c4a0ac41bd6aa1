import { LruCache } from "@agenda-engine/core/domain/LruCache"
import type { EventHit, QueryPlan, SearchResult, TombstoneHit } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { bodyChars, valuesIn } from "./CountCache.js"

/** A search answer and the revisions of its snapshot. Null revisions mean that it must not be cached. */
export interface CacheEntry {
  readonly revisions: string | null
  readonly answer: SearchResult
}

/** Approximate size of all cached pages, in bytes. Most of it is records that `RecordCache` often shares. */
const bytes_max = 16 * 1_024 * 1_024

/** Larger pages are not cached. */
const page_bytes_max = 1_024 * 1_024

/** Size of the remembered cache keys that missed once, in bytes. */
const firstMisses_bytes_max = 1_024 * 1_024

/** Approximate size of a record without its texts, in bytes. */
const record_bytes = 1_024

const bytesOf = (hit: EventHit | TombstoneHit): number => {
  if (hit._tag === "Tombstone") return record_bytes
  const { body, head: { summary } } = hit
  const wide = body === null ? 0 : bodyChars(body) + body.slots.length * record_bytes / 4
  return record_bytes + summary.length + wide
}

/** Approximate size of a tally value, in bytes. */
const value_bytes = 256

const sizeOf = ({ hits, locations, tallies }: SearchResult): number =>
  hits.reduce((sum, hit) => sum + bytesOf(hit), 0) +
  locations.reduce((sum, { detail }) => sum + record_bytes + detail.length, 0) +
  tallies.reduce((sum, tally) => sum + valuesIn(tally) * value_bytes, 0)

/**
 * LRU cache of search answers by plan. `current` reads the plan's revisions in a statement of its own; a cached answer
 * is valid while they are unchanged. On a miss, `read` loads the answer and its revisions in one snapshot. Pages behind
 * a cursor are cached at their second miss: one walk through a long list would evict everything else.
 */
export type PageCache = <E>(
  plan: QueryPlan,
  current: Effect.Effect<string | null, E>,
  read: Effect.Effect<CacheEntry, E>
) => Effect.Effect<SearchResult, E>

/** Makes an empty cache. */
export const makePageCache = (): PageCache => {
  const pages = new LruCache<CacheEntry>(bytes_max)
  const missedOnce = new LruCache<null>(firstMisses_bytes_max)
  const isSecondMiss = (cacheKey: string): boolean => {
    const isSecond = missedOnce.has(cacheKey)
    missedOnce.set(cacheKey, null, cacheKey.length)
    return isSecond
  }
  return (plan, current, read) => {
    const cacheKey = JSON.stringify(plan)
    const loaded = Effect.map(read, (entry) => {
      const bytes = cacheKey.length + sizeOf(entry.answer)
      const isCacheable = entry.revisions !== null && bytes <= page_bytes_max
      if (isCacheable && (plan.start._tag === "Skip" || isSecondMiss(cacheKey))) pages.set(cacheKey, entry, bytes)
      return entry.answer
    })
    const cached = pages.get(cacheKey)
    return cached === undefined
      ? loaded
      : Effect.flatMap(current, (revisions) => revisions === cached.revisions ? Effect.succeed(cached.answer) : loaded)
  }
}
