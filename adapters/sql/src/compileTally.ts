import { type PlaceField, type Range, relatives } from "@agenda-engine/core/query/EventQuery"
import { mergeRanges } from "@agenda-engine/core/query/mergeRanges"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Count, Tally, TallyAnswer } from "@agenda-engine/core/query/Tally"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Cell from "./Cell.js"
import { anyStatusRows, isUntold, statusAt } from "./compileAvailability.js"
import { isRelative } from "./compileCondition.js"
import { foldedColumns } from "./compilePlace.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { countedRows, isLookedUp, type RowSet, toldOf } from "./eventRows.js"
import type { Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"
import { areMany, rowsWithin } from "./manyRanges.js"
import { type Part, wholeOf } from "./partsOf.js"
import { eventsByLocation, placingOf } from "./placedRows.js"
import { isToldByTerms, postingOf, toldRows } from "./postedRows.js"
import { soughtText } from "./Sought.js"

/** A tally as a statement, which several may have in common, and what its rows answer. */
export interface CompiledTally {
  readonly statement: Statement<Row>
  /** Throws `MalformedRow`. */
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

/** The events `e` that are counted, and whether they are few: named one by one. */
interface Matching extends RowSet {
  readonly areFew: boolean
  /** The state that they all are in, or are not in; null: whatever it is. */
  readonly state: Part["state"]
  /** What holds of the rows of their terms, which tell all that is asked of them; null: those do not tell it. */
  readonly whereTold: ReadonlyArray<Fragment> | null
  /** The same events in the order of their locations; null: as they come. */
  readonly located: RowSet | null
}

type Table = "agenda_term" | "agenda_number"

/** The statements that count the events of a plan: one for each tally. */
const statements = (words: Words, { scope }: QueryPlan, { areFew, from, located, state, where, whereTold }: Matching) => {
  const { dialect, sql } = words
  const matches = sql.and(where)
  const uids = sql`SELECT e.uid FROM ${from} WHERE ${matches}`
  /** `value` and maybe `spelling` of rows, and how many have them. */
  const grouped = (value: Fragment, spelling: Fragment | null, rows: Fragment): Statement<Row> =>
    sql`SELECT ${value} AS value, ${spelling ?? sql.literal("NULL")} AS spelling, count(*) AS counted FROM ${rows} GROUP BY ${
      sql.literal(spelling === null ? "1" : "1, 2")
    }`
  /** The rows of a dimension: event by event where those are few, else all of it. The sign keeps it from being looked up event by event. */
  const dimensionRows = (table: Table, dimension: string): Fragment =>
    areFew
      ? sql`${from} CROSS JOIN ${sql(table)} t WHERE t.event_uid = e.uid AND t.dimension = ${soughtText(dimension)} AND ${matches}`
      : sql`${sql(table)} t WHERE ${compileScopeAtOnce(words, scope, "t.agenda_uid")} AND t.dimension = ${
        soughtText(dimension)
      } AND +t.event_uid IN (${uids})`
  /** The slots `w`, of which this holds: likewise, by when they begin. */
  const slotRows = (isAsked: Fragment): Fragment =>
    areFew || state !== "= 2"
      ? sql`${from} CROSS JOIN agenda_slot w WHERE w.event_uid = e.uid AND ${isAsked} AND ${matches}`
      : sql`agenda_slot w WHERE ${
        compileScopeAtOnce(words, scope, "w.agenda_uid")
      } AND w.state = 2 AND ${isAsked} AND +w.event_uid IN (${uids})`
  /** The slots `w` that begin within many ranges `r`, by which such slots of which something holds are found, range by range. */
  const slotsByRange = (selected: string, foundOf: (where: Fragment) => Fragment): Fragment =>
    sql.join(" UNION ALL ", false)(
      (state === null ? ["= 2", "<> 2"] as const : [state]).map((one) =>
        sql`SELECT ${sql.literal(selected)} FROM ${
          foundOf(sql`${compileScopeAtOnce(words, scope, "w.agenda_uid")} AND ${sql.literal(`w.state ${one}`)}`)
        } WHERE +w.event_uid IN (${uids})`
      )
    )
  const perLocation = located === null
    ? sql`SELECT +e.location_uid AS location_uid, count(*) AS counted FROM ${from} WHERE ${matches} GROUP BY 1`
    : sql`SELECT e.location_uid AS location_uid, count(*) AS counted FROM ${located.from} WHERE ${sql.and(located.where)} GROUP BY 1`
  return {
    byColumn: (value: Fragment): Statement<Row> => grouped(value, null, sql`${from} WHERE ${matches}`),
    /** By where they stand at an instant: one row, which takes no sorting. */
    byRelative: (at: number): Statement<Row> =>
      sql`SELECT ${
        sql.csv(relatives.map((relative) => sql`count(*) FILTER (WHERE ${isRelative(words, relative, at)}) AS ${sql.literal(relative)}`))
      } FROM ${from} WHERE ${matches}`,
    /** By the rows of a dimension, in a table with a column `value`; and how many events have none. */
    byDimension: (table: Table, dimension: string, none: boolean): Statement<Row> => {
      const isTold = table === "agenda_term" && scope._tag === "Agenda" && whereTold !== null
      const counts = isTold
        ? grouped(
          sql.literal("e.value"),
          sql.literal("e.spelling"),
          sql`${toldRows(words, scope.agendaUid, dimension)} WHERE ${sql.and(whereTold)}`
        )
        : grouped(
          sql.literal("t.value"),
          table === "agenda_term" ? sql.literal("t.spelling") : null,
          dimensionRows(table, dimension)
        )
      return none
        ? sql`${counts} UNION ALL SELECT NULL, NULL, count(*) FROM ${from} WHERE ${matches} AND NOT EXISTS (SELECT 1 FROM ${
          sql(table)
        } t WHERE t.event_uid = e.uid AND t.dimension = ${soughtText(dimension)})`
        : counts
    },
    /** By how their tickets stand at an instant: event by event where those are few, else all that stands so; and how many have none. */
    byAvailability: (at: number, none: boolean): Statement<Row> => {
      const counts = areFew
        ? sql`SELECT value, NULL AS spelling, count(*) AS counted FROM (SELECT ${
          statusAt(words, "e.uid", at)
        } AS value FROM ${from} WHERE ${matches}) found WHERE value IS NOT NULL GROUP BY 1`
        : grouped(sql.literal("v.status"), null, sql`${anyStatusRows(words, scope, at)} AND +v.event_uid IN (${uids})`)
      return none
        ? sql`${counts} UNION ALL SELECT NULL, NULL, count(*) FROM ${from} WHERE ${matches} AND ${isUntold(words, "e.uid")}`
        : counts
    },
    /** What the locations of events have in common: those have been counted at each location first. */
    byPlaces: (fields: ReadonlyArray<PlaceField>): Statement<Row> =>
      sql`WITH g AS MATERIALIZED (${perLocation}) ${
        sql.join(" UNION ALL ", false)(fields.map((field, place) => {
          const folded = foldedColumns[field]
          const spelling = `CASE WHEN ${folded} IS NOT NULL THEN ${folded.slice(0, -"_folded".length)} END`
          return sql.literal(
            `SELECT ${place} AS place, ${folded} AS value, ${spelling} AS spelling, sum(g.counted) AS counted FROM g LEFT JOIN agenda_location l ON l.uid = g.location_uid GROUP BY 2, 3`
          )
        }))
      }`,
    byPoint: (): Statement<Row> =>
      sql`SELECT l.latitude AS latitude, l.longitude AS longitude, sum(g.counted) AS counted FROM (${perLocation}) g JOIN agenda_location l ON l.uid = g.location_uid WHERE l.latitude IS NOT NULL AND l.longitude IS NOT NULL GROUP BY 1, 2`,
    span: (): Statement<Row> => sql`SELECT min(e.first_begin) AS first, -min(e.last_end_down) AS last FROM ${from} WHERE ${matches}`,
    slots: (isAsked: Fragment): Statement<Row> => grouped(sql.literal("w.begin_ms"), null, slotRows(isAsked)),
    /** The ranges lie apart from each other. */
    slotsWithin: (ranges: ReadonlyArray<Range>): Statement<Row> =>
      grouped(
        sql.literal("begin_ms"),
        null,
        sql`(${
          slotsByRange(
            "w.begin_ms AS begin_ms",
            (where) => rowsWithin(words, { table: "agenda_slot", column: "begin_ms", type: "integer", ranges }, where)
          )
        }) found`
      ),
    slotRanges: (ranges: ReadonlyArray<{ readonly gte: number; readonly lt: number }>): Statement<Row> =>
      sql`SELECT place AS value, NULL AS spelling, count(DISTINCT event_uid) AS counted FROM (${
        slotsByRange(
          "r.place AS place, w.event_uid AS event_uid",
          (where) =>
            dialect.lookUp(
              sql,
              dialect.rows(
                sql,
                { place: "integer", gte: "integer", lt: "integer" },
                JSON.stringify(ranges.map(({ gte, lt }, place) => ({ place, gte, lt })))
              ),
              { table: "agenda_slot", name: "w", column: "begin_ms", where: sql`${where} AND w.begin_ms >= r.gte AND w.begin_ms < r.lt` }
            )
        )
      }) found GROUP BY 1`
  }
}

const all = { featured: null, half: null }

/** Compiles what a plan counts of the events that match it: one statement for each tally, but for those of places, which have one for all. */
export const compileTallies = (words: Words, plan: QueryPlan): ReadonlyArray<CompiledTally> | null => {
  const { sql } = words
  const whole = wholeOf(plan)
  if (plan.live === null || whole === null) return null
  const whereTold = isToldByTerms(plan, whole) ? toldOf(words, plan, whole) : null
  const areFew = isLookedUp(plan, whole)
  const isLocated = !areFew && !words.dialect.weighsLookUps && postingOf(plan, whole) === null && placingOf(words, plan, whole) === null
  const count = statements(words, plan, {
    ...countedRows(words, plan, all, whole),
    areFew,
    state: whole.state,
    whereTold,
    located: isLocated && whereTold !== null && plan.scope._tag === "Agenda"
      ? { from: eventsByLocation(words, plan.scope.agendaUid), where: whereTold }
      : null
  })
  const byInteger = (column: string): CompiledTally => ({ statement: count.byColumn(sql.literal(column)), answerOf: countsOf(integer) })
  const slotBegins = (asked: ReadonlyArray<Range> | null): Statement<Row> => {
    if (asked === null) return count.slots(sql.literal("1 = 1"))
    const ranges = mergeRanges(asked, 1)
    return areMany(ranges) ? count.slotsWithin(ranges) : count.slots(isWithin(words, "w.begin_ms", ranges))
  }
  const fields = [...new Set(plan.tallies.flatMap((tally) => tally._tag === "Place" ? [tally.field] : []))]
  const placesCounted = count.byPlaces(fields)
  const compileTally = (tally: Tally): CompiledTally => {
    switch (tally._tag) {
      case "Terms":
        return { statement: count.byDimension("agenda_term", tally.dimension, tally.none), answerOf: countsOf(text) }
      case "Numbers":
        return { statement: count.byDimension("agenda_number", tally.dimension, tally.none), answerOf: countsOf(real) }
      case "Place":
        return {
          statement: placesCounted,
          answerOf: (rows) => countsOf(text)(rows.filter((row) => Cell.integer(row, "place") === fields.indexOf(tally.field)))
        }
      case "Points":
        return { statement: count.byPoint(), answerOf: pointsOf }
      case "Location":
        // The sign keeps the index by location from being taken for the way to the groups: it holds no more than that.
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
