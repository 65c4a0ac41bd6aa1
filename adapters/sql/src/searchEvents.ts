import { StoreError } from "@agenda-engine/core/domain/EngineError"
import { interpretTally } from "@agenda-engine/core/query/interpretTally"
import type { EventHit, Position, QueryPlan, SearchAnswer, TombstoneHit } from "@agenda-engine/core/query/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/Tally"
import type { LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { bodyChars } from "./bodyChars.js"
import * as Cell from "./Cell.js"
import { type CompiledPlan, compilePlan } from "./compilePlan.js"
import { compileTallies } from "./compileTally.js"
import { isOneOf } from "./isOneOf.js"
import { type Counted, type KnownCounts, makeKnownCounts } from "./KnownCounts.js"
import { type KnownPages, makeKnownPages, type Standing } from "./KnownPages.js"
import { type KnownRecords, type Load, makeKnownRecords } from "./KnownRecords.js"
import { type LoadedEvent, loadEvents } from "./loadEvents.js"
import { nameMatching } from "./nameMatching.js"
import { narrowPlan } from "./narrowPlan.js"
import { searchOf } from "./partsOf.js"
import { readRevisions } from "./readRevisions.js"
import { readRows } from "./readRows.js"
import { locationColumns, locationOf } from "./row/LocationRow.js"
import type { SqlDatabase } from "./SqlDatabase.js"

const operation = "EventStore.search"

/** Events with more text or more slots than this are read each time, so that what is known stays small. */
const large = { text_chars: 8_192, slots: 50 } as const

const isSmallEvent = ({ body, head: { summary } }: LoadedEvent): boolean =>
  summary.length + (body === null ? 0 : bodyChars(body)) <= large.text_chars &&
  (body === null || body.slots.length <= large.slots)

/** What was read before, and holds as long as the revisions that it was read at. */
interface Known {
  readonly pages: KnownPages
  readonly counts: KnownCounts
  readonly events: { readonly heads: KnownRecords<LoadedEvent>; readonly whole: KnownRecords<LoadedEvent> }
  readonly locations: KnownRecords<LocationRecord>
}

/** What is known of a database at first: nothing. */
export const makeKnown = (): Known => ({
  pages: makeKnownPages(),
  counts: makeKnownCounts(),
  events: { heads: makeKnownRecords(1_000, isSmallEvent), whole: makeKnownRecords(500, isSmallEvent) },
  locations: makeKnownRecords(1_000, ({ detail }) => detail.length <= large.text_chars)
})

/** A hit before its records are read. */
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
  return statement === null ? Effect.succeed([]) : statement.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => plan.segments.map((_, number) => Cell.integer(row, `s${number}`)))),
    Effect.map(([counts]) => counts ?? [])
  )
}

/** The first hits from the plan's start on, one more than its page holds if there is one. A segment is asked for no more than it has. */
const readKeys = (
  plan: QueryPlan,
  compiled: CompiledPlan,
  counts: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<Key>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { segments, start } = plan
    const keys: Array<Key> = []
    let skip = start._tag === "Skip" ? start.count : 0
    for (const number of segments.keys()) {
      const count = counts[number] ?? 0
      const wanted = plan.limit + 1 - keys.length
      if (wanted <= 0) break
      if (start._tag === "Behind" && number < start.segment) continue
      if (count <= skip) {
        skip -= count
        continue
      }
      const position = start._tag === "Behind" && number === start.segment ? start.position : null
      const statement = compiled.keys(number, { position, skip, limit: Math.min(wanted, count - skip) })
      skip = 0
      if (statement !== null) keys.push(...(yield* readRows(operation, yield* statement, keyOf(compiled, number))))
    }
    return keys
  })

const loadLocations = (database: SqlDatabase): Load<LocationRecord> => (uids) =>
  Effect.map(
    Effect.flatMap(
      database.sql`SELECT ${database.sql.literal(locationColumns)} FROM agenda_location l WHERE ${isOneOf(database, "l.uid", uids)}`,
      (rows) => readRows(operation, rows, locationOf)
    ),
    (locations) => new Map(locations.map((location) => [location.uid, location]))
  )

/** What the plan counts, whose segments have so many hits. */
const countTallies = (
  database: SqlDatabase,
  plan: QueryPlan,
  segments: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<TallyAnswer>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const live = segments.reduce((sum, count, number) => plan.segments[number]?.source === "live" ? sum + count : sum, 0)
    const compiled = compileTallies(database, yield* nameMatching(database, operation, plan, live))
    // Where no event can match nothing is asked for it.
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

/** The hits of a page with their records, in its order. */
const loadHits = (
  database: SqlDatabase,
  { events }: Known,
  plan: QueryPlan,
  revisions: string | null,
  keys: ReadonlyArray<Key>
): Effect.Effect<ReadonlyArray<EventHit | TombstoneHit>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { bodies, shownAt } = plan
    const uids = keys.flatMap(({ position, removedAt }) => removedAt === null ? [position.uid] : [])
    const standing = revisions === null ? null : `${shownAt} ${revisions}`
    const known = bodies ? events.whole : events.heads
    const found = uids.length === 0
      ? new Map<number, LoadedEvent>()
      : yield* known(standing, uids, (missing) => loadEvents(database, operation, { uids: missing, shownAt, bodies }))

    const hits: Array<EventHit | TombstoneHit> = []
    for (const { agendaUid, position, removedAt, segment } of keys) {
      const { uid } = position
      const place = { segment, position }
      if (removedAt !== null) {
        hits.push({ _tag: "Tombstone", ...place, tombstone: { agendaUid, uid, audience: plan.audience, removedAt } })
        continue
      }
      const loaded = found.get(uid)
      // Only in a transaction that sees what others commit meanwhile, and had better begin again.
      if (loaded === undefined) return yield* new StoreError({ reason: "Conflict", operation, cause: new Error(`event ${uid} is gone`) })
      hits.push({ _tag: "Event", ...place, ...loaded })
    }
    return hits
  })

/** The locations of some hits, each once. */
const loadHitLocations = (
  database: SqlDatabase,
  { locations }: Known,
  revisions: string | null,
  hits: ReadonlyArray<EventHit | TombstoneHit>
): Effect.Effect<ReadonlyArray<LocationRecord>, SqlError | StoreError> => {
  const uids = new Set(hits.flatMap((hit) => hit._tag === "Event" && hit.head.locationUid !== null ? [hit.head.locationUid] : []))
  if (uids.size === 0) return Effect.succeed([])
  return Effect.map(locations(revisions, [...uids], loadLocations(database)), (found) => [...found.values()])
}

/** Counts what matches a plan. */
const countMatches = (database: SqlDatabase, plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<Counted, SqlError | StoreError> =>
  Effect.flatMap(countSegments(plan, compiled), (segments) =>
    plan.tallies.length === 0
      ? Effect.succeed({ segments, tallies: [] })
      : Effect.map(countTallies(database, plan, segments), (tallies) => ({ segments, tallies })))

/** What was counted of a plan's matches, and its first page where that was found at once. */
interface Found {
  readonly counted: Counted
  readonly keys: ReadonlyArray<Key> | null
}

/** Counts what matches a plan, and reads its first page where both are found at once. */
const findMatches = (database: SqlDatabase, plan: QueryPlan, compiled: CompiledPlan): Effect.Effect<Found, SqlError | StoreError> => {
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

/** What the plan's counts and records depend on, as of now; null where the plan does not say, and for what a transaction sees of its own. */
const standingOf = (
  database: SqlDatabase,
  { topics = [] }: QueryPlan,
  isWriting: boolean
): Effect.Effect<string | null, SqlError | StoreError> =>
  isWriting || topics.length === 0
    ? Effect.succeed(null)
    : Effect.map(readRevisions(database, operation, topics), (revisions) =>
      topics.map((topic, place) => `${topic}=${revisions[place]}`).join())

const totalOf = ({ segments }: Counted): number => segments.reduce((sum, count) => sum + count, 0)

/** An answer without a page. */
const bare = (counted: Counted): SearchAnswer => ({
  hits: [],
  locations: [],
  total: totalOf(counted),
  more: false,
  tallies: counted.tallies
})

/** Pages of more events take long to read; of whole ones sooner, since each may have hundreds of slots. */
const page_max = { heads: 100, whole: 20 } as const

/** Passing over more events takes long. */
const skip_max = 1_000

/** Whether answering a plan may take long however few events it is about. */
const mayTakeLong = (plan: QueryPlan): boolean =>
  plan.tallies.length > 0 || plan.limit > (plan.bodies ? page_max.whole : page_max.heads) || searchOf(plan) !== null ||
  (plan.start._tag === "Skip" && plan.start.count > skip_max)

/** Answers a plan, and says what it depends on as of then: how many, which, and then everything about those in bulk. All of it is read in one snapshot. */
const readPage = (database: SqlDatabase, known: Known, given: QueryPlan, isWriting: boolean): Effect.Effect<Standing, StoreError> =>
  (mayTakeLong(given) ? database.longSnapshot : database.snapshot)(
    operation,
    Effect.gen(function*() {
      const revisions = yield* standingOf(database, given, isWriting)
      const isBare = (counted: Counted): boolean => given.limit === 0 || totalOf(counted) === 0
      const { counted: before, keep } = known.counts(given, revisions)
      // Counts that are known need no plan.
      if (before !== null && isBare(before)) return { revisions, answer: bare(before) }

      const plan = yield* narrowPlan(database, operation, given)
      const compiled = compilePlan(database, plan)
      const { counted, keys: first } = before === null ? yield* findMatches(database, plan, compiled) : { counted: before, keys: null }
      if (before === null) keep(counted)
      if (isBare(counted)) return { revisions, answer: bare(counted) }

      const keys = first ?? (yield* readKeys(plan, compiled, counted.segments))
      const hits = yield* loadHits(database, known, plan, revisions, keys.slice(0, plan.limit))
      const locations = plan.locations ? yield* loadHitLocations(database, known, revisions, hits) : []
      return {
        revisions,
        answer: { hits, locations, total: totalOf(counted), more: keys.length > plan.limit, tallies: counted.tallies }
      }
    })
  )

/** Answers a plan. */
export const searchEvents = (database: SqlDatabase, known: Known, plan: QueryPlan): Effect.Effect<SearchAnswer, StoreError> =>
  // What a transaction wrote moves revisions at its end.
  Effect.flatMap(database.isInTransaction, (isWriting) =>
    known.pages(plan, database.read(operation, standingOf(database, plan, isWriting)), readPage(database, known, plan, isWriting)))
