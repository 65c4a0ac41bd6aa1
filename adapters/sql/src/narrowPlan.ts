import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { published } from "@agenda-engine/core/domain/Event"
import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { ChangeKey } from "@agenda-engine/core/query/EventSort"
import type { Condition, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { statusRows } from "./compileAvailability.js"
import { isSelective } from "./compileCondition.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { isOneOf, isOneOfTexts, type Words } from "./isOneOf.js"
import { apart_max, isWithin } from "./isWithin.js"
import { areMany, rowsWithin } from "./manyRanges.js"
import { namedBy } from "./namedBy.js"
import { searchOf } from "./partsOf.js"
import { readRows } from "./readRows.js"
import { soughtText } from "./Sought.js"
import type { SqlDatabase } from "./SqlDatabase.js"
import { updatedRanges } from "./updatedRanges.js"

/** Up to so many events are looked up one by one; more are met sooner on the way through the agenda. */
const fewEvents_max = 1_000

const isPublishedOnly = ({ live }: QueryPlan): boolean =>
  live?.some((condition) => condition._tag === "State" && condition.in.length > 0 && condition.in.every((state) => state === published)) ??
    false

/** Whether the events come in the order of what a condition is about: they are a stretch of it then, and need no looking up. */
const isOrderedBy = ({ segments }: QueryPlan, key: ChangeKey): boolean => segments.some(({ order }) => order[0]?.key === key)

/** Rows of a table of which something holds, with a column within one of some ranges. */
interface Ranged {
  readonly table: "agenda_event" | "agenda_number" | "agenda_slot"
  readonly eventUid: "uid" | "event_uid"
  readonly column: string
  readonly ranges: ReadonlyArray<Range>
  readonly type?: "integer" | "real"
  readonly where: Fragment
}

/** Fragments to be put behind `FROM` that find, by an index, all events that meet a condition and maybe more. None: it has no index. */
const lookUps = (words: Words, plan: QueryPlan, condition: Condition): ReadonlyArray<{ readonly uid: string; readonly rows: Fragment }> => {
  const { sql } = words
  const inScope = (name: string) => compileScopeAtOnce(words, plan.scope, `${name}.agenda_uid`)
  const within = (table: string, name: string, uid: string, where: Fragment) => ({
    uid: `${name}.${uid}`,
    rows: sql`${sql.literal(`${table} ${name}`)} WHERE ${inScope(name)} AND ${where}`
  })
  const terms = (dimension: string, where: Fragment) =>
    within("agenda_term", "t", "event_uid", sql`t.dimension = ${soughtText(dimension)} AND ${where}`)
  const ranged = ({ column, eventUid, ranges, table, type = "integer", where }: Ranged) =>
    areMany(ranges)
      ? { uid: `w.${eventUid}`, rows: rowsWithin(words, { table, column, type, ranges }, sql`${inScope("w")} AND ${where}`) }
      : within(table, "w", eventUid, sql`${where} AND ${isWithin(words, `w.${column}`, ranges, type)}`)
  const arePublished = sql.literal("w.state = 2")
  switch (condition._tag) {
    case "ExtId":
      return [{ uid: "x.event_uid", rows: namedBy(words, condition.in, inScope("x")).rows }]
    case "AllTerms":
      return condition.all.slice(0, apart_max).map((value) => terms(condition.dimension, sql`t.value = ${soughtText(value)}`))
    case "Terms":
      return condition.orNone ? [] : [terms(condition.dimension, isOneOfTexts(words, "t.value", condition.in))]
    case "Numbers":
      return condition.orNone ? [] : [
        ranged({
          table: "agenda_number",
          eventUid: "event_uid",
          column: "value",
          ranges: condition.ranges,
          type: "real",
          where: sql`w.dimension = ${soughtText(condition.dimension)}`
        })
      ]
    case "LocationUid":
      return condition.orNone ? [] : [within("agenda_event", "e", "uid", isOneOf(words, "e.location_uid", condition.in))]
    case "UpdatedAt":
      return isPublishedOnly(plan) && !isOrderedBy(plan, "updatedAt")
        ? [ranged({ table: "agenda_event", eventUid: "uid", column: "updated_at", ranges: condition.ranges, where: arePublished })]
        : []
    case "CreatedAt":
      return isPublishedOnly(plan) && !isOrderedBy(plan, "createdAt")
        ? [ranged({ table: "agenda_event", eventUid: "uid", column: "created_at", ranges: condition.ranges, where: arePublished })]
        : []
    case "Timings": {
      const isBounded = condition.ranges.length > 0 && condition.ranges.every(({ gte, lte }) => gte !== null && lte !== null)
      return isBounded && isPublishedOnly(plan)
        ? [ranged({ table: "agenda_slot", eventUid: "event_uid", column: "begin_ms", ranges: condition.ranges, where: arePublished })]
        : []
    }
    case "AvailabilityUpdatedAt":
      return isPublishedOnly(plan) && !isOrderedBy(plan, "availabilityUpdatedAt")
        ? [
          ranged({
            table: "agenda_event",
            eventUid: "uid",
            column: "availability_updated_at",
            ranges: updatedRanges(condition.ranges),
            where: arePublished
          })
        ]
        : []
    case "Availability":
      return condition.orNone ? [] : [{ uid: "v.event_uid", rows: statusRows(words, plan.scope, condition.in, condition.at) }]
    default:
      return []
  }
}

/** Statements that list the events of look-ups, as `uid`, up to one more than few. */
const statements = (words: Words, plan: QueryPlan): ReadonlyArray<Statement<Row>> =>
  (plan.live ?? []).flatMap((condition) =>
    lookUps(words, plan, condition).map(({ rows, uid }) =>
      words.sql`SELECT ${words.sql.literal(uid)} AS uid FROM ${rows} LIMIT ${fewEvents_max + 1}`
    )
  )

/**
 * A plan that means the same and, where one of its conditions leaves few events, names them: a database that does not know how many rows
 * a value has would walk the whole agenda for them. SQLite never knows, Postgres only from time to time.
 */
export const narrowPlan = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { live } = plan
    if (live === null || searchOf(plan) !== null || live.some(isSelective)) return plan
    for (const statement of statements(database, plan)) {
      const uids = yield* readRows(operation, yield* statement, (row) => Cell.integer(row, "uid"))
      if (uids.length <= fewEvents_max) return { ...plan, live: [...live, { _tag: "Uid", in: [...new Set(uids)] }] }
    }
    return plan
  })
