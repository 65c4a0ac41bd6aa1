import { type PlaceField, type Range, relatives } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { type Count, mergeRanges, type Tally, type TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Cell from "../database/Cell.js"
import { bindableText } from "../fragment/bindable.js"
import { eventColumns } from "../fragment/Columns.js"
import { isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { isOfEvent } from "../fragment/ofEvent.js"
import { anyStatusRows, hasNoAvailability, statusAt } from "./condition/compileAvailability.js"
import { isRelative } from "./condition/compileCondition.js"
import { foldedColumns } from "./condition/compilePlace.js"
import { compileScopeForSet } from "./condition/compileScope.js"
import { needRangeJoin, rowsWithin } from "./condition/manyRanges.js"
import { countedRows, coveredWhere, isLookedUp, type RowSet } from "./eventRows.js"
import { eventsByLocation, locationScanOf } from "./locationScan.js"
import { type StatePartition, unsplit } from "./splitByState.js"
import { isCoveredByTerms, termRowsOf, termScanOf } from "./termScan.js"

/** A compiled tally. Several tallies may share a statement. */
export interface CompiledTally {
  readonly statement: Statement<Row>
  /** Parses the rows to the tally. Throws `MalformedRow`. */
  readonly answerOf: (rows: ReadonlyArray<Row>) => TallyAnswer
}

type ValueOf = (row: Row) => Count["value"]

const integer: ValueOf = (row) => Cell.integerOrNull(row, "value")
const real: ValueOf = (row) => Cell.realOrNull(row, "value")
const text: ValueOf = (row) => Cell.textOrNull(row, "value")

const countsOf = (valueOf: ValueOf) => (rows: ReadonlyArray<Row>): TallyAnswer => ({
  _tag: "Counts",
  counts: rows.flatMap((row) => {
    const count = Cell.integer(row, "counted")
    return count === 0 ? [] : [{ value: valueOf(row), spelling: Cell.textOrNull(row, "spelling"), count }]
  })
})

const relativesOf = (rows: ReadonlyArray<Row>): TallyAnswer => ({
  _tag: "Counts",
  counts: rows.flatMap((row) =>
    relatives.flatMap((value) => {
      const count = Cell.integer(row, value)
      return count === 0 ? [] : [{ value, spelling: null, count }]
    })
  )
})

const pointsOf = (rows: ReadonlyArray<Row>): TallyAnswer => ({
  _tag: "Points",
  points: rows.map((row) => ({
    latitude: Cell.real(row, "latitude"),
    longitude: Cell.real(row, "longitude"),
    count: Cell.integer(row, "counted")
  }))
})

const spanOf = (rows: ReadonlyArray<Row>): TallyAnswer => ({
  _tag: "Span",
  span: rows.flatMap((row) => row["first"] === null ? [] : [{ first: Cell.integer(row, "first"), last: Cell.integer(row, "last") }])[0] ??
    null
})

/** The events `e` that a plan counts. */
interface Matching extends RowSet {
  readonly isPinned: boolean
  /** The state predicate that all of them meet. Null for any state. */
  readonly state: StatePartition["state"]
  /** Predicates on their term rows, where these cover all conditions. Null otherwise. */
  readonly termsWhere: ReadonlyArray<Fragment> | null
  /** The same events in location order. Null: in any order. */
  readonly inLocationOrder: RowSet | null
}

type Table = "agenda_filter_term" | "agenda_filter_number"

/** Builders of the tally statements of a plan. */
const statements = (
  context: SqlContext,
  { scope }: QueryPlan,
  { from, inLocationOrder, isPinned, state, termsWhere, where }: Matching
) => {
  const { dialect, sql } = context
  const event = { ...eventColumns, scope }
  const matches = sql.and(where)
  const uids = sql`SELECT e.uid FROM ${from} WHERE ${matches}`
  /** Predicate: a row's event is among them. They are found once, whatever the planner expects of their number. */
  const isOfMatch = (eventUid: string): Fragment => dialect.inSubquery(sql, sql.literal(eventUid), uids)
  /** Counts rows by `value` and, unless null, `spelling`. */
  const grouped = (value: Fragment, spelling: Fragment | null, rows: Fragment): Statement<Row> =>
    sql`SELECT ${value} AS value, ${spelling ?? sql.literal("NULL")} AS spelling, count(*) AS counted FROM ${rows} GROUP BY ${
      sql.literal(spelling === null ? "1" : "1, 2")
    }`
  /**
   * The rows of a dimension: by point look-ups when the events are few, else by an index scan. The unary plus prevents
   * look-ups by event.
   */
  const dimensionRows = (table: Table, dimension: string): Fragment =>
    isPinned
      ? sql`${from} CROSS JOIN ${sql(table)} t WHERE ${isOfEvent(context, "t", event)} AND t.dimension = ${
        bindableText(dimension)
      } AND ${matches}`
      : sql`${sql(table)} t WHERE ${compileScopeForSet(context, scope, "t.agenda_uid")} AND t.dimension = ${bindableText(dimension)} AND ${
        isOfMatch("t.event_uid")
      }`
  /** The slots `w` that meet a predicate, found like `dimensionRows`: by event, or by begin. */
  const slotRows = (predicate: Fragment): Fragment =>
    isPinned || state !== "= 2"
      ? sql`${from} CROSS JOIN agenda_slot w WHERE ${isOfEvent(context, "w", event)} AND ${predicate} AND ${matches}`
      : sql`agenda_slot w WHERE ${compileScopeForSet(context, scope, "w.agenda_uid")} AND w.state = 2 AND ${predicate} AND ${
        isOfMatch("w.event_uid")
      }`
  /** The slots `w` within many ranges `r`, probed range by range. */
  const slotsByRange = (selected: string, foundOf: (where: Fragment) => Fragment): Fragment =>
    sql.join(" UNION ALL ", false)(
      (state === null ? ["= 2", "<> 2"] as const : [state]).map((one) =>
        sql`SELECT ${sql.literal(selected)} FROM ${
          foundOf(sql`${compileScopeForSet(context, scope, "w.agenda_uid")} AND ${sql.literal(`w.state ${one}`)}`)
        } WHERE ${isOfMatch("w.event_uid")}`
      )
    )
  const perLocation = inLocationOrder === null
    ? sql`SELECT +e.location_uid AS location_uid, count(*) AS counted FROM ${from} WHERE ${matches} GROUP BY 1`
    : sql`SELECT e.location_uid AS location_uid, count(*) AS counted FROM ${inLocationOrder.from} WHERE ${
      sql.and(inLocationOrder.where)
    } GROUP BY 1`
  return {
    byColumn: (value: Fragment): Statement<Row> => grouped(value, null, sql`${from} WHERE ${matches}`),
    /** Counts past, current and upcoming events in one row, without sorting. */
    byRelative: (at: number): Statement<Row> =>
      sql`SELECT ${
        sql.csv(relatives.map((relative) => sql`count(*) FILTER (WHERE ${isRelative(context, relative, at)}) AS ${sql.literal(relative)}`))
      } FROM ${from} WHERE ${matches}`,
    /** Counts by a dimension, in a table with a column `value`, and optionally the events without one. */
    byDimension: (table: Table, dimension: string, none: boolean): Statement<Row> => {
      const isCovered = table === "agenda_filter_term" && scope._tag === "Agenda" && termsWhere !== null
      const counts = isCovered
        ? grouped(
          sql.literal("e.value"),
          sql.literal("e.spelling"),
          sql`${termRowsOf(context, scope.agendaUid, dimension)} WHERE ${sql.and(termsWhere)}`
        )
        : grouped(
          sql.literal("t.value"),
          table === "agenda_filter_term" ? sql.literal("t.spelling") : null,
          dimensionRows(table, dimension)
        )
      return none
        ? sql`${counts} UNION ALL SELECT NULL, NULL, count(*) FROM ${from} WHERE ${matches} AND NOT EXISTS (SELECT 1 FROM ${
          sql(table)
        } t WHERE ${isOfEvent(context, "t", event)} AND t.dimension = ${bindableText(dimension)})`
        : counts
    },
    /**
     * Counts by availability at an instant, and optionally the events without one: by point look-ups when the events
     * are few, else by an index scan.
     */
    byAvailability: (at: number, none: boolean): Statement<Row> => {
      const counts = isPinned
        ? sql`SELECT value, NULL AS spelling, count(*) AS counted FROM (SELECT ${
          statusAt(context, event, at)
        } AS value FROM ${from} WHERE ${matches}) found WHERE value IS NOT NULL GROUP BY 1`
        : grouped(sql.literal("v.status"), null, sql`${anyStatusRows(context, scope, at)} AND ${isOfMatch("v.event_uid")}`)
      return none
        ? sql`${counts} UNION ALL SELECT NULL, NULL, count(*) FROM ${from} WHERE ${matches} AND ${hasNoAvailability(context, event)}`
        : counts
    },
    /** Counts by location fields. Events are counted per location first. */
    byPlaces: (fields: ReadonlyArray<PlaceField>): Statement<Row> =>
      sql`WITH g AS MATERIALIZED (${perLocation}) ${
        sql.join(" UNION ALL ", false)(fields.map((field, index) => {
          const folded = foldedColumns[field]
          const spelling = `CASE WHEN ${folded} IS NOT NULL THEN ${folded.slice(0, -"_folded".length)} END`
          return sql.literal(
            `SELECT ${index} AS field_index, ${folded} AS value, ${spelling} AS spelling, sum(g.counted) AS counted FROM g LEFT JOIN agenda_location l ON l.uid = g.location_uid GROUP BY 2, 3`
          )
        }))
      }`,
    byPoint: (): Statement<Row> =>
      sql`SELECT l.latitude AS latitude, l.longitude AS longitude, sum(g.counted) AS counted FROM (${perLocation}) g JOIN agenda_location l ON l.uid = g.location_uid WHERE l.latitude IS NOT NULL AND l.longitude IS NOT NULL GROUP BY 1, 2`,
    span: (): Statement<Row> => sql`SELECT min(e.first_begin) AS first, max(e.last_end) AS last FROM ${from} WHERE ${matches}`,
    slots: (predicate: Fragment): Statement<Row> => grouped(sql.literal("w.begin_ms"), null, slotRows(predicate)),
    /** The ranges must not overlap. */
    slotsWithin: (ranges: ReadonlyArray<Range>): Statement<Row> =>
      grouped(
        sql.literal("begin_ms"),
        null,
        sql`(${
          slotsByRange(
            "w.begin_ms AS begin_ms",
            (where) => rowsWithin(context, { table: "agenda_slot", column: "begin_ms", type: "integer", ranges }, where)
          )
        }) found`
      ),
    slotRanges: (ranges: ReadonlyArray<{ readonly gte: number; readonly lt: number }>): Statement<Row> =>
      sql`SELECT range_index AS value, NULL AS spelling, count(DISTINCT event_uid) AS counted FROM (${
        slotsByRange(
          "r.range_index AS range_index, w.event_uid AS event_uid",
          (where) =>
            dialect.indexJoin(
              sql,
              dialect.rows(
                sql,
                { range_index: "integer", gte: "integer", lt: "integer" },
                JSON.stringify(ranges.map(({ gte, lt }, index) => ({ range_index: index, gte, lt })))
              ),
              { table: "agenda_slot", name: "w", column: "begin_ms", where: sql`${where} AND w.begin_ms >= r.gte AND w.begin_ms < r.lt` }
            )
        )
      }) found GROUP BY 1`
  }
}

const wholeSegment = { featured: null, endedFilter: null }

/**
 * Compiles the tallies of a plan: one statement each, but one for all location fields. Null when no event can match.
 */
export const compileTallies = (context: SqlContext, plan: QueryPlan): ReadonlyArray<CompiledTally> | null => {
  const { sql } = context
  const partition = unsplit(plan)
  if (plan.live === null || partition === null) return null
  const termsWhere = isCoveredByTerms(plan, partition) ? coveredWhere(context, plan, partition) : null
  const isPinned = isLookedUp(plan, partition)
  const isLocated = !isPinned && !context.dialect.hasCostBasedLookUps && termScanOf(plan, partition) === null &&
    locationScanOf(context, plan, partition) === null
  const count = statements(context, plan, {
    ...countedRows(context, plan, wholeSegment, partition),
    isPinned,
    state: partition.state,
    termsWhere,
    inLocationOrder: isLocated && termsWhere !== null && plan.scope._tag === "Agenda"
      ? { from: eventsByLocation(context, plan.scope.agendaUid), where: termsWhere }
      : null
  })
  const byInteger = (column: string): CompiledTally => ({ statement: count.byColumn(sql.literal(column)), answerOf: countsOf(integer) })
  const slotBegins = (requested: ReadonlyArray<Range> | null): Statement<Row> => {
    if (requested === null) return count.slots(sql.literal("1 = 1"))
    const ranges = mergeRanges(requested, 1)
    return needRangeJoin(ranges) ? count.slotsWithin(ranges) : count.slots(isWithin(context, "w.begin_ms", ranges))
  }
  const fields = [...new Set(plan.tallies.flatMap((tally) => tally._tag === "Place" ? [tally.field] : []))]
  const placesCounted = count.byPlaces(fields)
  const compileTally = (tally: Tally): CompiledTally => {
    switch (tally._tag) {
      case "Terms":
        return { statement: count.byDimension("agenda_filter_term", tally.dimension, tally.none), answerOf: countsOf(text) }
      case "Numbers":
        return { statement: count.byDimension("agenda_filter_number", tally.dimension, tally.none), answerOf: countsOf(real) }
      case "Place":
        return {
          statement: placesCounted,
          answerOf: (rows) => countsOf(text)(rows.filter((row) => Cell.integer(row, "field_index") === fields.indexOf(tally.field)))
        }
      case "Points":
        return { statement: count.byPoint(), answerOf: pointsOf }
      case "Location":
        // The unary plus disqualifies the index by location, which does not cover the other columns.
        return byInteger("+e.location_uid")
      case "Agenda":
        return byInteger("e.agenda_uid")
      case "Status":
        return byInteger("e.status")
      case "AttendanceMode":
        return byInteger("e.attendance_mode")
      case "State":
        return byInteger("e.state")
      case "Featured":
        return byInteger("e.featured")
      case "Relative":
        return { statement: count.byRelative(tally.at), answerOf: relativesOf }
      case "Availability":
        return { statement: count.byAvailability(tally.at, tally.none), answerOf: countsOf(text) }
      case "Span":
        return { statement: count.span(), answerOf: spanOf }
      case "SlotBegins":
        return { statement: slotBegins(tally.ranges), answerOf: countsOf(integer) }
      case "SlotRanges":
        return { statement: count.slotRanges(tally.ranges), answerOf: countsOf(integer) }
    }
  }
  return plan.tallies.map(compileTally)
}
