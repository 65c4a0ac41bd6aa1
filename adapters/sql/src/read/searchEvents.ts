import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { EventHit, PlanCounts, Position, QueryPlan, SearchResult, TombstoneHit } from "@agenda-engine/core/query/event/QueryPlan"
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
import { narrowPlan } from "../plan/narrowPlan.js"
import { searchCoveredEvents } from "../plan/searchCoveredEvents.js"
import { searchOf, unsplit } from "../plan/splitByState.js"
import { locationColumns, locationOf } from "../row/LocationRow.js"
import { type LoadedEvent, loadEvents } from "./loadEvents.js"
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
}

const cached_max = { heads: 1_000, whole: 500, locations: 1_000 } as const

/** Makes empty caches. */
export const makeRecordCaches = (): RecordCaches => ({
  events: { heads: makeRecordCache(cached_max.heads, isSmallEvent), whole: makeRecordCache(cached_max.whole, isSmallEvent) },
  locations: makeRecordCache(cached_max.locations, ({ detail }) => detail.length <= large.text_chars)
})

/** A hit without its records. */
interface Key {
  readonly segment: number
  readonly position: Position
  readonly agendaUid: number
  readonly removedAt: number | null
}

const keyOf = (compiled: CompiledPlan, segment: number) => {
  const valuesOf = compiled.valuesOf(segment)
  return (row: Row): Key => ({
    segment,
    position: { values: valuesOf(row), uid: Cell.integer(row, "uid") },
    agendaUid: Cell.integer(row, "agenda_uid"),
    removedAt: Cell.integerOrNull(row, "removed_at")
  })
}

const countSegments = (plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> => {
  const statement = compiled.counts()
  return statement === null ? Effect.succeed(plan.segments.map(() => 0)) : statement.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => plan.segments.map((_, number) => Cell.integer(row, `s${number}`)))),
    Effect.map(([counts]) => counts ?? [])
  )
}

/**
 * The first hits from the plan's start: up to `limit + 1`, to tell whether there are more. A segment is read only as
 * far as its count. Segments that are read from their start are read together.
 */
const readKeys = (
  database: SqlDatabase,
  plan: QueryPlan,
  compiled: CompiledPlan,
  counts: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<Key>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { limit, segments, start } = plan
    const keys: Array<Key> = []
    const together: Array<{ readonly number: number; readonly statement: Statement<Row> }> = []
    let skip = start._tag === "Skip" ? start.count : 0
    let counted = 0
    for (const number of segments.keys()) {
      const count = counts[number] ?? 0
      if (keys.length + counted > limit) break
      if (start._tag === "After" && number < start.segment) continue
      if (count <= skip) {
        skip -= count
        continue
      }
      const position = start._tag === "After" && number === start.segment ? start.position : null
      const statement = compiled.keys(number, { position, skip, limit: Math.min(limit + 1 - keys.length, count - skip) })
      if (statement !== null && position !== null) keys.push(...(yield* readRows(operation, yield* statement, keyOf(compiled, number))))
      if (statement !== null && position === null) {
        together.push({ number, statement })
        counted += count - skip
      }
      skip = 0
    }
    const rows = yield* database.readBatch(together.map(({ statement }) => statement))
    for (const [index, { number }] of together.entries()) {
      keys.push(...(yield* readRows(operation, rows[index] ?? [], keyOf(compiled, number))))
    }
    return keys.slice(0, limit + 1)
  })

/** How a search reads. */
interface SearchReads {
  /** Null bypasses the caches. */
  readonly snapshot: SearchSnapshot | null
  readonly last: LastRead | null
}

/** A `SELECT` to run last, by itself or with another one, and its rows once it ran. */
interface LastRead {
  readonly statement: Statement<Row>
  rows: ReadonlyArray<Row> | null
}

const loadLocations = (database: SqlDatabase, last: LastRead | null): Load<LocationRecord> => (uids) =>
  Effect.gen(function*() {
    const { readBatch, sql } = database
    const located = sql`SELECT ${sql.literal(locationColumns)} FROM agenda_location l WHERE ${isOneOf(database, "l.uid", uids)}`
    const [rows = [], lastRows = null] = yield* readBatch(last === null ? [located] : [located, last.statement])
    if (last !== null) last.rows = lastRows
    return new Map((yield* readRows(operation, rows, locationOf)).map((location) => [location.uid, location]))
  })

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

/** Loads the records of a page's hits, in order. */
const loadHits = (
  database: SqlDatabase,
  { events }: RecordCaches,
  plan: QueryPlan,
  snapshot: SearchSnapshot | null,
  keys: ReadonlyArray<Key>
): Effect.Effect<ReadonlyArray<EventHit | TombstoneHit>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { bodies, shownAt } = plan
    const agendas = new Map(keys.flatMap(({ agendaUid, position, removedAt }) => removedAt === null ? [[position.uid, agendaUid]] : []))
    const uids = [...agendas.keys()]
    const eventsOf = (missing: ReadonlyArray<number>) => missing.map((uid) => ({ uid, agendaUid: agendas.get(uid) ?? 0 }))
    const cache = bodies ? events.whole : events.heads
    const found = uids.length === 0
      ? new Map<number, LoadedEvent>()
      : yield* cache(
        snapshot === null ? null : { ...snapshot, stamp: `${shownAt} ${snapshot.stamp}` },
        uids,
        (missing) => loadEvents(database, operation, { events: eventsOf(missing), shownAt, bodies })
      )

    const hits: Array<EventHit | TombstoneHit> = []
    for (const { agendaUid, position, removedAt, segment } of keys) {
      const { uid } = position
      const hit = { segment, position }
      if (removedAt !== null) {
        hits.push({ _tag: "Tombstone", ...hit, tombstone: { agendaUid, uid, audience: plan.audience, removedAt } })
        continue
      }
      const loaded = found.get(uid)
      // Only possible in a READ COMMITTED transaction, when another one deleted the event meanwhile. The caller should
      // retry.
      if (loaded === undefined) return yield* new StoreError({ reason: "Conflict", operation, cause: new Error(`event ${uid} is gone`) })
      hits.push({ _tag: "Event", ...hit, ...loaded })
    }
    return hits
  })

/** Loads the locations of some hits, each once. */
const loadHitLocations = (
  database: SqlDatabase,
  { locations }: RecordCaches,
  { last, snapshot }: SearchReads,
  hits: ReadonlyArray<EventHit | TombstoneHit>
): Effect.Effect<ReadonlyArray<LocationRecord>, SqlError | StoreError> => {
  const uids = new Set(hits.flatMap((hit) => hit._tag === "Event" && hit.head.locationUid !== null ? [hit.head.locationUid] : []))
  if (uids.size === 0) return Effect.succeed([])
  return Effect.map(locations(snapshot, [...uids], loadLocations(database, last)), (found) => [...found.values()])
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

const isSame = (revisions: ReadonlyArray<number>, now: ReadonlyArray<number>): boolean =>
  now.every((revision, index) => revision === revisions[index])

const stampOf = ({ revisions, topics }: TopicRevisions): string => topics.map((topic, index) => `${topic}=${revisions[index]}`).join()

/** A snapshot that begins now, after these revisions were read. Evaluates `isCurrent` inside it, at most once. */
const snapshotAfter = (database: SqlDatabase, revised: TopicRevisions): SearchSnapshot => {
  let current: boolean | null = null
  const read = Effect.map(readRevisions(database, operation, revised.topics), (now) => {
    current = isSame(revised.revisions, now)
    return current
  })
  return {
    stamp: stampOf(revised),
    begunAt: nextInstant(),
    // Not `Effect.cached`: the reads of a snapshot run one after the other, and need no deferred.
    isCurrent: Effect.suspend(() => current === null ? read : Effect.succeed(current))
  }
}

/** Reads what a search finds. */
type Search = (reads: SearchReads) => Effect.Effect<SearchResult, SqlError | StoreError>

/**
 * Searches without a transaction, which would take two more round trips. Null when the revisions are not those that
 * were read before: then a transaction has committed meanwhile, and the statements may have seen different states.
 */
const searchSettled = (database: SqlDatabase, revised: TopicRevisions, search: Search): Effect.Effect<SearchResult | null, StoreError> =>
  database.readEach(
    operation,
    Effect.gen(function*() {
      const last: LastRead = { statement: selectRevisions(database, revised.topics), rows: null }
      const snapshot = { stamp: stampOf(revised), begunAt: nextInstant(), isCurrent: Effect.succeed(true) }
      const result = yield* search({ snapshot, last })
      const now = yield* revisionsFrom(operation, last.rows ?? (yield* last.statement), revised.topics)
      return isSame(revised.revisions, now) ? result : null
    }).pipe(
      // An event that was found is gone.
      Effect.catchIf((error) => error._tag === "StoreError" && error.reason === "Conflict", () => Effect.succeed(null))
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

/**
 * `EventSearch.search`. Reads one state: counts unless they are `known`, then the page's keys, then all records of the
 * page in bulk. `read` allows to cache them.
 */
export const searchEvents = (
  database: SqlDatabase,
  caches: RecordCaches,
  requested: QueryPlan,
  known: PlanCounts | null,
  read: TopicRevisions | null
): Effect.Effect<SearchResult, StoreError> => {
  const hasNoHits = (counts: PlanCounts): boolean => requested.limit === 0 || totalOf(counts) === 0
  if (known !== null && hasNoHits(known)) return Effect.succeed(countsOnly(known))
  const isLong = isLongEventPlan(requested)
  const search: Search = (reads) =>
    Effect.gen(function*() {
      const plan = yield* narrowPlan(database, operation, requested)
      const compiled = compilePlan(database, plan)
      const { counted, keys: first } = known === null ? yield* findMatches(database, plan, compiled) : { counted: known, keys: null }
      if (hasNoHits(counted)) return countsOnly(counted)

      const keys = first ?? (yield* readKeys(database, plan, compiled, counted.segments))
      const hits = yield* loadHits(database, caches, plan, reads.snapshot, keys.slice(0, plan.limit))
      const locations = plan.locations ? yield* loadHitLocations(database, caches, reads, hits) : []
      return { ...countsOnly(counted), hits, locations, more: keys.length > plan.limit }
    })
  const inSnapshot = (snapshot: SearchSnapshot | null) =>
    (isLong ? database.longSnapshot : database.snapshot)(operation, search({ snapshot, last: null }))
  // A transaction bumps revisions only at its end, so its own reads bypass the caches.
  return Effect.flatMap(database.isInTransaction, (isWriting) => {
    if (isWriting || read === null) return inSnapshot(null)
    if (isLong || !database.dialect.joinsStatements) return inSnapshot(snapshotAfter(database, read))
    return Effect.flatMap(
      searchSettled(database, read, search),
      (settled) => settled === null ? inSnapshot(snapshotAfter(database, read)) : Effect.succeed(settled)
    )
  })
}
