import { memoize } from "@agenda-engine/core/domain/memoize"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import type { EventBody } from "@agenda-engine/core/record/EventRecord"

/** The counts of a plan. They do not depend on where its page starts. */
export interface Counted {
  /** Number of hits of each segment. */
  readonly segments: ReadonlyArray<number>
  readonly tallies: ReadonlyArray<TallyAnswer>
}

/** Cached counts and the revisions that they were computed at. */
interface CountEntry {
  readonly revisions: string
  readonly counted: Counted
}

/** Entries of each LRU cache. Tallies are larger, so they have a cache of their own. */
const entries_max = { totals: 500, tallies: 100 } as const

/** Counts with more tally values are not cached. */
const values_max = 2_000

/** Plans with a longer cache key are not cached. */
const cacheKey_chars_max = 8_192

/** Number of values in a tally. */
export const valuesIn = (answer: TallyAnswer): number =>
  answer._tag === "Counts" ? answer.counts.length : answer._tag === "Points" ? answer.points.length : 1

const isSmall = ({ tallies }: Counted): boolean => tallies.reduce((sum, answer) => sum + valuesIn(answer), 0) <= values_max

/** The cache key: all of a plan that its counts depend on. */
const cacheKeyOf = ({ asOf, audience, live, removed, scope, segments, tallies, tombstones }: QueryPlan): string =>
  JSON.stringify([scope, audience, asOf, live, removed, tombstones ?? null, segments, tallies])

/** The cache look-up of one plan. */
interface PlanCounts {
  /** The cached counts. Null on a miss. */
  readonly counted: Counted | null
  /** Caches counts that were computed in the snapshot of these revisions. */
  readonly keep: (counted: Counted) => void
}

/**
 * Cached counts, valid while the plan's `revisions` are unchanged. The revisions are read in the same snapshot as the
 * page, so total and page always agree. Null revisions bypass the cache.
 */
export type CountCache = (plan: QueryPlan, revisions: string | null) => PlanCounts

const uncached: PlanCounts = { counted: null, keep: () => {} }

/** Makes an empty cache. */
export const makeCountCache = (): CountCache => {
  const makeLru = (size: number) => memoize(size, (): { latest: CountEntry | null } => ({ latest: null }))
  const totals = makeLru(entries_max.totals)
  const tallies = makeLru(entries_max.tallies)
  return (plan, revisions) => {
    const cacheKey = revisions === null ? "" : cacheKeyOf(plan)
    if (revisions === null || cacheKey.length > cacheKey_chars_max) return uncached
    const entry = plan.tallies.length === 0 ? totals(cacheKey) : tallies(cacheKey)
    return {
      counted: entry.latest?.revisions === revisions ? entry.latest.counted : null,
      keep: (counted) => {
        entry.latest = isSmall(counted) ? { revisions, counted } : null
      }
    }
  }
}

/** Number of characters in the texts of a body, slots excluded. */
export const bodyChars = ({ availability, detail, extIds, retiredSlotIds }: EventBody): number =>
  retiredSlotIds.reduce(
    (sum, id) => sum + id.length,
    extIds.reduce((sum, { key, value }) => sum + key.length + value.length, detail.length + availability.length)
  )
