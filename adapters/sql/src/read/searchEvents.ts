import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import type { KnownSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { RevisionCheck, TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { EventHit, PlanCounts, QueryPlan, SearchResult, TombstoneHit } from "@agenda-engine/core/query/event/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import { interpretTally } from "@agenda-engine/core/query/interpret/interpretTally"
import type { EventBody } from "@agenda-engine/core/record/EventRecord"
import type { LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { type CompiledPlan, compilePlan } from "../plan/compilePlan.js"
import { compileTallies } from "../plan/compileTally.js"
import { countedRows, isLookedUp } from "../plan/eventRows.js"
import { isLongEventPlan } from "../plan/longPlans.js"
import { nameBeginnings } from "../plan/nameBeginnings.js"
import { narrowPlan } from "../plan/narrowPlan.js"
import { searchCoveredEvents } from "../plan/searchCoveredEvents.js"
import { searchOf, unsplit } from "../plan/splitByState.js"
import { locationOf } from "../row/LocationRow.js"
import { type LoadedEvent, loadEvents } from "./loadEvents.js"
import { countsFrom, type Key, keyOf, type PageRecords, readKeys, readPage, selectLocations } from "./readPage.js"
import { readRevisions, revisionsFrom, selectRevisions } from "./readRevisions.js"
import { type Load, makeRecordCache, nextInstant, type RecordCache, type SearchSnapshot } from "./RecordCache.js"

/** Above this number of matches, scanning the tally's own index beats point look-ups. */
const counted_max = 5_000

/**
 * Replaces a plan's conditions by the uids of the matching events, so that the conditions are evaluated once and not
 * for each tally. Only for a search, or for up to `counted_max` matches; otherwise returns the plan. `atLeast` is a
 * known lower bound of the number of matches.
 */
const pinMatches = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  atLeast: number
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const partition = unsplit(plan)
    const isSearch = searchOf(plan) !== null
    if (plan.live === null || partition === null || (isLookedUp(plan, partition) && !isSearch)) return plan
    if (!isSearch && atLeast > counted_max) return plan
    const wholeSegment = { featured: null, endedFilter: null }
    const covered = searchCoveredEvents(database, plan, wholeSegment, partition)
    const { from, where } = countedRows(database, plan, wholeSegment, partition)
    const limit = isSearch ? sql.literal("") : sql` ${limitTo(sql, counted_max + 1)}`
    const rows = yield* (covered === null ? sql`SELECT e.uid FROM ${from} WHERE ${sql.and(where)}${limit}` : sql`${covered.uids()}`)
    const uids = yield* readRows(operation, rows, (row) => Cell.integer(row, "uid"))
    return isSearch || uids.length <= counted_max ? { ...plan, live: [{ _tag: "Uid", in: uids }] } : plan
  })

const operation = "EventSearch.search"

/** Number of characters in the texts of a body, slots excluded. */
const bodyChars = ({ availability, detail, extIds, retiredSlotIds }: EventBody): number =>
  retiredSlotIds.reduce(
    (sum, id) => sum + id.length,
    extIds.reduce((sum, { key, value }) => sum + key.length + value.length, detail.length + availability.length)
  )

/** Larger events are not cached. */
const large = { text_chars: 8_192, slots: 50 } as const

const isSmallEvent = ({ body, head: { summary } }: LoadedEvent): boolean =>
  summary.length + (body === null ? 0 : bodyChars(body)) <= large.text_chars &&
  (body === null || body.slots.length <= large.slots)

/** The record caches of `EventSearch.search`. Each entry is valid while its revisions are unchanged. */
interface RecordCaches {
  readonly events: { readonly heads: RecordCache<LoadedEvent>; readonly whole: RecordCache<LoadedEvent> }
  readonly locations: RecordCache<LocationRecord>
  /** Whether nothing was asked by this text before, as far as is known: then no record is cached for it. */
  readonly isFirst: (asked: string) => boolean
}

const cached_max = { heads: 1_000, whole: 500, locations: 1_000, asked: 1_000 } as const

/** Makes empty caches. */
export const makeRecordCaches = (): RecordCaches => {
  const before = memoize(cached_max.asked, () => ({ isFirst: true }))
  return {
    events: { heads: makeRecordCache(cached_max.heads, isSmallEvent), whole: makeRecordCache(cached_max.whole, isSmallEvent) },
    locations: makeRecordCache(cached_max.locations, ({ detail }) => detail.length <= large.text_chars),
    isFirst: (asked) => {
      const entry = before(asked)
      const { isFirst } = entry
      entry.isFirst = false
      return isFirst
    }
  }
}

const countSegments = (plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> =>
  Effect.flatMap(compiled.counts() ?? Effect.succeed([]), (rows) => countsFrom(operation, plan, rows))

/** Computes the tallies of a plan. `segments` is the number of hits of each segment. */
const countTallies = (
  database: SqlDatabase,
  plan: QueryPlan,
  segments: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<TallyAnswer>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const live = segments.reduce((sum, count, number) => plan.segments[number]?.source === "live" ? sum + count : sum, 0)
    const compiled = compileTallies(database, yield* pinMatches(database, operation, plan, live))
    // No event can match, so no statement is needed.
    if (compiled === null) return plan.tallies.map((tally) => interpretTally([], tally))
    const rowsOf = new Map<Statement<Row>, ReadonlyArray<Row>>()
    return yield* Effect.forEach(compiled, ({ answerOf, statement }) =>
      Effect.gen(function*() {
        const rows = rowsOf.get(statement) ?? (yield* statement)
        rowsOf.set(statement, rows)
        return yield* Effect.try({
          try: () => answerOf(rows),
          catch: (cause) => new StoreError({ reason: "Corrupt", operation, cause })
        })
      }))
  })

/** A `SELECT` to run last, by itself or with another one, and its rows once it ran. */
interface LastRead {
  readonly statement: Statement<Row>
  rows: ReadonlyArray<Row> | null
}

/** How a search reads. */
interface SearchReads {
  /** Null bypasses the caches. */
  readonly snapshot: SearchSnapshot | null
  readonly last: LastRead | null
}

/** Loads the events of some hits, unless they are among `records`. */
const loadHits = (
  database: SqlDatabase,
  { events }: RecordCaches,
  { bodies, shownAt }: QueryPlan,
  { last, snapshot }: SearchReads,
  keys: ReadonlyArray<Key>,
  records: PageRecords | null
): Effect.Effect<ReadonlyMap<number, LoadedEvent>, SqlError | StoreError> => {
  const agendas = new Map(keys.flatMap(({ agendaUid, position, removedAt }) => removedAt === null ? [[position.uid, agendaUid]] : []))
  const cache = bodies ? events.whole : events.heads
  return agendas.size === 0 ? Effect.succeed(new Map<number, LoadedEvent>()) : cache(
    snapshot === null ? null : { ...snapshot, stamp: `${shownAt} ${snapshot.stamp}` },
    [...agendas.keys()],
    (missing) => {
      if (records !== null) return Effect.succeed(records.events)
      if (last !== null) last.rows = null
      return loadEvents(database, operation, missing.map((uid) => ({ uid, agendaUid: agendas.get(uid) ?? 0 })), { shownAt, bodies })
    }
  )
}

/** Loads the locations of some events, each once, unless they are among `records`. */
const loadHitLocations = (
  database: SqlDatabase,
  { locations }: RecordCaches,
  { last, snapshot }: SearchReads,
  events: ReadonlyMap<number, LoadedEvent>,
  records: PageRecords | null
): Effect.Effect<ReadonlyArray<LocationRecord>, SqlError | StoreError> => {
  const uids = new Set([...events.values()].flatMap(({ head: { locationUid } }) => locationUid === null ? [] : [locationUid]))
  if (uids.size === 0) return Effect.succeed([])
  const byUid = (found: ReadonlyArray<LocationRecord>) => new Map(found.map((location) => [location.uid, location]))
  const load: Load<LocationRecord> = (missing) =>
    records !== null ? Effect.succeed(byUid(records.locations)) : Effect.gen(function*() {
      const located = selectLocations(database, isOneOf(database, "l.uid", missing))
      const [rows = [], lastRows = null] = yield* database.readBatch(last === null ? [located] : [located, last.statement])
      if (last !== null) last.rows = lastRows
      return byUid(yield* readRows(operation, rows, locationOf))
    })
  return Effect.map(locations(snapshot, [...uids], load), (found) => [...found.values()])
}

/** Counts the hits and computes the tallies of a plan. */
const countMatches = (database: SqlDatabase, plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<PlanCounts, SqlError | StoreError> =>
  Effect.flatMap(countSegments(plan, compiled), (segments) =>
    plan.tallies.length === 0
      ? Effect.succeed({ segments, tallies: [] })
      : Effect.map(countTallies(database, plan, segments), (tallies) => ({ segments, tallies })))

/** The counts of a plan, and its first page if one statement returned both. */
interface CountedPage {
  readonly counted: PlanCounts
  readonly keys: ReadonlyArray<Key> | null
}

/** Counts a plan; reads its first page too where one statement can do both. */
const findMatches = (database: SqlDatabase, plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<CountedPage, SqlError | StoreError> => {
  const { limit, start, tallies } = plan
  const isFirst = start._tag === "Skip" && start.count === 0 && limit > 0
  const statement = isFirst && tallies.length === 0 ? compiled.counted(limit + 1) : null
  if (statement === null) return Effect.map(countMatches(database, plan, compiled), (counted) => ({ counted, keys: null }))
  const keyOfRow = keyOf(compiled, 0)
  return statement.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => ({ key: keyOfRow(row), total: Cell.integer(row, "total") }))),
    Effect.map((rows) => ({
      keys: rows.map(({ key }) => key),
      counted: { segments: [rows[0]?.total ?? 0], tallies: [] }
    }))
  )
}

const stampOf = ({ revisions, topics }: TopicRevisions): string => topics.map((topic, index) => `${topic}=${revisions[index]}`).join()

/** The failure of a search by revisions to check when they have changed. */
const outdated = new StoreError({ reason: "Conflict", operation, cause: new Error("the revisions to check have changed") })

/** Whether the revisions of `check`, or without one those of `read`, are the current ones. */
const compare = (read: TopicRevisions, check: RevisionCheck | null, current: ReadonlyArray<number>): Effect.Effect<boolean, StoreError> =>
  check === null
    ? Effect.succeed(current.every((revision, index) => revision === read.revisions[index]))
    : check.isCurrent(current)
    ? Effect.succeed(true)
    : outdated

/**
 * A snapshot that begins now, after the revisions of `read` were read. Evaluates `isCurrent` inside it, at most once;
 * it fails when revisions to check have changed.
 */
const snapshotAfter = (database: SqlDatabase, read: TopicRevisions, check: RevisionCheck | null): SearchSnapshot => {
  let current: boolean | null = null
  const compared = readRevisions(database, operation, (check ?? read).topics).pipe(
    Effect.flatMap((now) => compare(read, check, now)),
    Effect.tap((isCurrent) => current = isCurrent)
  )
  return {
    stamp: stampOf(read),
    begunAt: nextInstant(),
    // Not `Effect.cached`: the reads of a snapshot run one after the other, and need no deferred.
    isCurrent: Effect.suspend(() => current === null ? compared : Effect.succeed(current))
  }
}

/** Reads what a search finds. */
type Search = (reads: SearchReads) => Effect.Effect<SearchResult, SqlError | StoreError>

/**
 * Searches without a transaction, which would take two more round trips. Null when the revisions are not those that
 * were read before: then a transaction has committed meanwhile, and the statements may have seen different states.
 */
const searchSettled = (
  database: SqlDatabase,
  read: TopicRevisions,
  check: RevisionCheck | null,
  search: Search
): Effect.Effect<SearchResult | null, StoreError> =>
  database.readEach(
    operation,
    Effect.gen(function*() {
      const { topics } = check ?? read
      const last: LastRead = { statement: selectRevisions(database, topics), rows: null }
      const snapshot = { stamp: stampOf(read), begunAt: nextInstant(), isCurrent: Effect.succeed(true) }
      const result = yield* search({ snapshot, last })
      const now = yield* revisionsFrom(operation, last.rows ?? (yield* last.statement), topics)
      return (yield* compare(read, check, now)) ? result : null
    }).pipe(
      // An event that was found is gone.
      Effect.catchIf(
        (error) => error !== outdated && error._tag === "StoreError" && error.reason === "Conflict",
        () => Effect.succeed(null)
      )
    )
  )

const totalOf = ({ segments }: PlanCounts): number => segments.reduce((sum, count) => sum + count, 0)

/** A result without hits. */
const countsOnly = ({ segments, tallies }: PlanCounts): SearchResult => ({
  hits: [],
  locations: [],
  segments,
  total: totalOf({ segments, tallies }),
  more: false,
  tallies
})

/** The result of a plan: its counts, and the hits of up to `limit + 1` keys. */
const resultOf = (
  { audience, limit }: QueryPlan,
  counted: PlanCounts,
  keys: ReadonlyArray<Key>,
  events: ReadonlyMap<number, LoadedEvent>,
  locations: ReadonlyArray<LocationRecord>
): Effect.Effect<SearchResult, StoreError> => {
  const hits: Array<EventHit | TombstoneHit> = []
  for (const { agendaUid, position, removedAt, segment } of keys.slice(0, limit)) {
    const { uid } = position
    const hit = { segment, position }
    if (removedAt !== null) {
      hits.push({ _tag: "Tombstone", ...hit, tombstone: { agendaUid, uid, audience, removedAt } })
      continue
    }
    const loaded = events.get(uid)
    // Only possible in a READ COMMITTED transaction, when another one deleted the event meanwhile. The caller should
    // retry.
    if (loaded === undefined) return new StoreError({ reason: "Conflict", operation, cause: new Error(`event ${uid} is gone`) })
    hits.push({ _tag: "Event", ...hit, ...loaded })
  }
  return Effect.succeed({ ...countsOnly(counted), hits, locations, more: keys.length > limit })
}

/**
 * `EventSearch.search`. Reads one state: counts unless they are known, the page's keys, and all records of the page
 * in bulk. `read` allows to cache them.
 */
export const searchEvents = (
  database: SqlDatabase,
  caches: RecordCaches,
  requested: QueryPlan,
  { check = null, counts: known, read = null }: KnownSearch
): Effect.Effect<SearchResult, StoreError> => {
  const hasNoHits = (counts: PlanCounts): boolean => requested.limit === 0 || totalOf(counts) === 0
  const isLong = isLongEventPlan(requested)
  const isJoined = database.dialect.joinsStatements && !isLong
  /** The counts and keys of a plan, with the records where they were read together. */
  const findPage = (
    database: SqlDatabase,
    plan: QueryPlan,
    counts: PlanCounts | null,
    { last, snapshot }: SearchReads
  ) =>
    Effect.gen(function*() {
      const compiled = compilePlan(database, plan)
      if (!isJoined || plan.limit === 0) {
        const { counted, keys } = counts === null ? yield* findMatches(database, plan, compiled) : { counted: counts, keys: null }
        const isFound = keys !== null || hasNoHits(counted)
        return {
          counted,
          keys: isFound ? keys ?? [] : yield* readKeys(database, operation, plan, compiled, counted.segments),
          records: null
        }
      }
      const skips = plan.start._tag === "Skip" && plan.start.count > 0
      const page = yield* readPage(database, operation, plan, compiled, {
        counts: counts?.segments ?? (skips ? yield* countSegments(plan, compiled) : null),
        records: snapshot === null || caches.isFirst(`${plan.bodies} ${plan.shownAt} ${snapshot.stamp}`),
        beside: last?.statement ?? null
      })
      if (last !== null) last.rows = page.beside
      return { ...page, counted: { segments: page.segments, tallies: [] } }
    })
  const search: Search = (reads) =>
    Effect.gen(function*() {
      const { snapshot } = reads
      if (check !== null && snapshot !== null) yield* snapshot.isCurrent
      const counts = known !== undefined && (snapshot === null ? read === null : yield* snapshot.isCurrent) ? known : null
      const naming = yield* nameBeginnings(database, operation, requested)
      const plan = yield* narrowPlan(naming, operation, requested)
      const { counted, keys, records } = yield* findPage(naming, plan, counts, reads)
      if (hasNoHits(counted)) return countsOnly(counted)
      const events = yield* loadHits(database, caches, plan, reads, keys.slice(0, plan.limit), records)
      const locations = plan.locations ? yield* loadHitLocations(database, caches, reads, events, records) : []
      return yield* resultOf(plan, counted, keys, events, locations)
    })
  const inSnapshot = (snapshot: SearchSnapshot | null) =>
    (isLong ? database.longSnapshot : database.snapshot)(operation, search({ snapshot, last: null }))
  // A transaction bumps revisions only at its end, so its own reads bypass the caches and counts of revisions.
  return Effect.flatMap(database.isInTransaction, (isWriting) => {
    if (!isWriting && known !== undefined && hasNoHits(known)) return Effect.succeed(countsOnly(known))
    if (isWriting || read === null) return inSnapshot(null)
    if (!isJoined) return inSnapshot(snapshotAfter(database, read, check))
    return Effect.flatMap(
      searchSettled(database, read, check, search),
      (settled) => settled === null ? inSnapshot(snapshotAfter(database, read, check)) : Effect.succeed(settled)
    )
  })
}
