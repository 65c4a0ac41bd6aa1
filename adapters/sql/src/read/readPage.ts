import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Position, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import type { CompiledPlan, Cut } from "../plan/compilePlan.js"
import { locationColumns, locationOf } from "../row/LocationRow.js"
import { eventsFrom, type LoadedEvent, selectEvents } from "./loadEvents.js"

/** A hit without its records. */
export interface Key {
  readonly segment: number
  readonly position: Position
  readonly agendaUid: number
  readonly removedAt: number | null
}

/** Parses rows of `CompiledPlan.keys`. */
export const keyOf = (compiled: CompiledPlan, segment: number) => {
  const valuesOf = compiled.valuesOf(segment)
  return (row: Row): Key => ({
    segment,
    position: { values: valuesOf(row), uid: Cell.integer(row, "uid") },
    agendaUid: Cell.integer(row, "agenda_uid"),
    removedAt: Cell.integerOrNull(row, "removed_at")
  })
}

/** The part of a segment that may be on a page. */
interface SegmentCut extends Cut {
  readonly segment: number
}

/**
 * The parts of segments that a page of a plan is made of, from its start on. With the counts of the segments, each is
 * read only as far as its count; without them (null), nothing can be skipped.
 */
const cutsOf = ({ limit, segments, start }: QueryPlan, counts: ReadonlyArray<number> | null): ReadonlyArray<SegmentCut> => {
  const cuts: Array<SegmentCut> = []
  let skip = start._tag === "Skip" ? start.count : 0
  let counted = 0
  for (const segment of segments.keys()) {
    const count = counts === null ? Number.POSITIVE_INFINITY : counts[segment] ?? 0
    if (counted > limit) break
    if (start._tag === "After" && segment < start.segment) continue
    if (count <= skip) {
      skip -= count
      continue
    }
    const position = start._tag === "After" && segment === start.segment ? start.position : null
    cuts.push({ segment, position, skip, limit: Math.min(limit + 1 - counted, count - skip) })
    if (counts !== null && position === null) counted += count - skip
    skip = 0
  }
  return cuts
}

/**
 * The first hits from the plan's start: up to `limit + 1`, to tell whether there are more. Segments that are read from
 * their start are read together, unless the one of the position has enough.
 */
export const readKeys = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  compiled: CompiledPlan,
  counts: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<Key>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const keys: Array<Key> = []
    const cuts = cutsOf(plan, counts)
    for (const isAfter of [true, false]) {
      const together = cuts.flatMap((cut) => {
        const statement = (cut.position !== null) === isAfter ? compiled.keys(cut.segment, cut) : null
        return statement === null ? [] : [{ segment: cut.segment, statement }]
      })
      if (together.length === 0 || keys.length > plan.limit) continue
      const rows = yield* database.readBatch(together.map(({ statement }) => statement))
      for (const [index, { segment }] of together.entries()) {
        keys.push(...(yield* readRows(operation, rows[index] ?? [], keyOf(compiled, segment))))
      }
    }
    return keys.slice(0, plan.limit + 1)
  })

/** Parses the row of `CompiledPlan.counts`. */
export const countsFrom = (operation: string, { segments }: QueryPlan, rows: ReadonlyArray<Row>) =>
  Effect.map(
    readRows(operation, rows, (row) => segments.map((_, number) => Cell.integer(row, `s${number}`))),
    ([counts]) => counts ?? segments.map(() => 0)
  )

/** The `SELECT` of the locations `l` that meet a predicate. */
export const selectLocations = ({ sql }: SqlContext, isChosen: Fragment): Statement<Row> =>
  sql`SELECT ${sql.literal(locationColumns)} FROM agenda_location l WHERE ${isChosen}`

/** What a page is read with. */
interface PageReads {
  /** The counts of the segments; null: they are counted. A plan that skips hits needs them. */
  readonly counts: ReadonlyArray<number> | null
  /** Whether to load events and locations. */
  readonly records: boolean
  /** A `SELECT` in the same statement. */
  readonly beside: Statement<Row> | null
}

/** The events and locations of a page. */
export interface PageRecords {
  readonly events: ReadonlyMap<number, LoadedEvent>
  readonly locations: ReadonlyArray<LocationRecord>
}

/** A page, of one statement. */
interface ReadPage {
  readonly segments: ReadonlyArray<number>
  /** Up to `limit + 1`. */
  readonly keys: ReadonlyArray<Key>
  readonly records: PageRecords | null
  /** The rows of `beside`. */
  readonly beside: ReadonlyArray<Row>
}

/**
 * The `SELECT` of the hits of a page, as `hit`, with the columns that name them. Each part has a limit of its own, so
 * that Postgres cannot read them in parallel: they stay in the order of the segments.
 */
const selectPage = ({ sql }: SqlContext, plan: QueryPlan, compiled: CompiledPlan, counts: PageReads["counts"]): Statement<Row> => {
  const parts = cutsOf(plan, counts).flatMap((cut) => {
    const keys = compiled.keys(cut.segment, cut)
    return keys === null ? [] : [
      sql`(SELECT ${sql.literal(`${cut.segment}`)} AS segment, r.uid, r.agenda_uid, r.removed_at, row_to_json(r) AS hit FROM (${keys}) r)`
    ]
  })
  return parts.length === 0
    ? sql`SELECT 0 AS segment, 0 AS uid, 0 AS agenda_uid, 0 AS removed_at, NULL::json AS hit ${limitTo(sql, 0)}`
    : sql`${sql.join(" UNION ALL ", false)(parts)} ${limitTo(sql, plan.limit + 1)}`
}

/** The `SELECT`s of the events on `page`. */
const selectPageEvents = (context: SqlContext, { bodies, limit, scope, shownAt }: QueryPlan): ReadonlyArray<Statement<Row>> => {
  const { sql } = context
  const shown = sql`FROM (SELECT * FROM page ${limitTo(sql, limit)}) shown WHERE removed_at IS NULL`
  return selectEvents(context, {
    scope,
    isChosen: ({ agendaUid, uid }) =>
      scope._tag === "Agenda"
        ? sql`${sql.literal(agendaUid)} = ${scope.agendaUid} AND ${sql.literal(uid)} IN (SELECT uid ${shown})`
        : sql`(${sql.literal(`${agendaUid}, ${uid}`)}) IN (SELECT agenda_uid, uid ${shown})`,
    shownAt,
    bodies
  })
}

/** Reads the hits of a page and all that goes with them in one statement, where `Dialect.joinsStatements`. */
export const readPage = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  compiled: CompiledPlan,
  { beside, counts, records }: PageReads
): Effect.Effect<ReadPage, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const counting = counts === null ? compiled.counts() : null
    const [heads, ...bodyParts] = records ? selectPageEvents(database, plan) : []
    const located = heads !== undefined && plan.locations
    const none = sql`SELECT 1 ${limitTo(sql, 0)}`
    const [pageRows = [], countRows = [], besideRows = [], locationRows = [], ...eventRows] = yield* database.readBatch(
      [
        sql`SELECT segment, hit FROM page`,
        counting ?? none,
        beside ?? none,
        located ? selectLocations(database, sql`l.uid IN (SELECT location_uid FROM heads)`) : none,
        ...(heads === undefined ? [] : [sql`SELECT * FROM heads`, ...bodyParts])
      ],
      [["page", selectPage(database, plan, compiled, counts)], ...(heads === undefined ? [] : [["heads", heads] as const])]
    )
    const keysOf = plan.segments.map((_, segment) => keyOf(compiled, segment))
    const keys = yield* readRows(operation, pageRows, (row) => keysOf[Cell.integer(row, "segment")]?.(Cell.row(row, "hit")) ?? [])
    return {
      keys: keys.flat(),
      records: heads === undefined ? null : {
        events: yield* eventsFrom(operation, eventRows, plan),
        locations: yield* readRows(operation, locationRows, locationOf)
      },
      segments: counts ?? (yield* countsFrom(operation, plan, countRows)),
      beside: besideRows
    }
  })
