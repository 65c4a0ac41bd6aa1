import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { published } from "@agenda-engine/core/domain/event/Event"
import type { Range } from "@agenda-engine/core/query/event/EventQuery"
import type { ChangeKey } from "@agenda-engine/core/query/event/EventSort"
import type { Condition, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { inlined_max, isOneOf, isOneOfTexts, isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { statusRows } from "./compileAvailability.js"
import { isSelective } from "./compileCondition.js"
import { compileScopeForSet } from "./compileScope.js"
import { countedRows } from "./eventRows.js"
import { extIdRows } from "./extIdRows.js"
import { needRangeJoin, rowsWithin } from "./manyRanges.js"
import { searchOf, unsplit } from "./splitByState.js"
import { termScanOf } from "./termScan.js"
import { updatedRanges } from "./updatedRanges.js"

/** Above this number of events, an index scan beats point look-ups. */
const fewEvents_max = 1_000

const isPublishedOnly = ({ live }: QueryPlan): boolean =>
  live?.some((condition) => condition._tag === "State" && condition.in.length > 0 && condition.in.every((state) => state === published)) ??
    false

/** Whether a segment is ordered by the key of a condition: the condition is then a range of that index. */
const isOrderedBy = ({ segments }: QueryPlan, key: ChangeKey): boolean => segments.some(({ order }) => order[0]?.key === key)

/** Rows of a table that meet `where`, with a column within one of some ranges. */
interface Ranged {
  readonly table: "agenda_event" | "agenda_filter_number" | "agenda_slot"
  readonly eventUid: "uid" | "event_uid"
  readonly column: string
  readonly ranges: ReadonlyArray<Range>
  readonly type?: "integer" | "real"
  readonly where: Fragment
}

/** An index look-up of a superset of the events that meet a condition. */
interface LookUp {
  /** The column with the uids of the events. */
  readonly uid: string
  /** A `FROM` item. */
  readonly rows: Fragment
}

/** The possible look-ups of a condition. Empty when no index has it. */
const lookUps = (context: SqlContext, plan: QueryPlan, condition: Condition): ReadonlyArray<LookUp> => {
  const { sql } = context
  const inScope = (name: string) => compileScopeForSet(context, plan.scope, `${name}.agenda_uid`)
  const within = (table: string, name: string, uid: string, where: Fragment) => ({
    uid: `${name}.${uid}`,
    rows: sql`${sql.literal(`${table} ${name}`)} WHERE ${inScope(name)} AND ${where}`
  })
  const terms = (dimension: string, where: Fragment) =>
    within("agenda_filter_term", "t", "event_uid", sql`t.dimension = ${bindableText(dimension)} AND ${where}`)
  const ranged = ({ column, eventUid, ranges, table, type = "integer", where }: Ranged) =>
    needRangeJoin(ranges)
      ? { uid: `w.${eventUid}`, rows: rowsWithin(context, { table, column, type, ranges }, sql`${inScope("w")} AND ${where}`) }
      : within(table, "w", eventUid, sql`${where} AND ${isWithin(context, `w.${column}`, ranges, type)}`)
  const arePublished = sql.literal("w.state = 2")
  switch (condition._tag) {
    case "ExtId":
      return [{ uid: "x.event_uid", rows: extIdRows(context, condition.in, inScope("x")).rows }]
    case "AllTerms":
      return condition.all.slice(0, inlined_max).map((value) => terms(condition.dimension, sql`t.value = ${bindableText(value)}`))
    case "Terms":
      return condition.orNone ? [] : [terms(condition.dimension, isOneOfTexts(context, "t.value", condition.in))]
    case "Numbers":
      return condition.orNone ? [] : [
        ranged({
          table: "agenda_filter_number",
          eventUid: "event_uid",
          column: "value",
          ranges: condition.ranges,
          type: "real",
          where: sql`w.dimension = ${bindableText(condition.dimension)}`
        })
      ]
    case "LocationUid":
      return condition.orNone ? [] : [within("agenda_event", "e", "uid", isOneOf(context, "e.location_uid", condition.in))]
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
      return condition.orNone ? [] : [{ uid: "v.event_uid", rows: statusRows(context, plan.scope, condition.in, condition.at) }]
    default:
      return []
  }
}

/** Whether a term scan covers a plan. Then a term condition does not need its own look-up. */
const hasTermScan = (plan: QueryPlan): boolean => {
  const partition = unsplit(plan)
  return partition !== null && partition.conditions.length > 1 && termScanOf(plan, partition) !== null
}

/** The look-ups of all conditions of a plan. */
const allLookUps = (context: SqlContext, plan: QueryPlan): ReadonlyArray<LookUp> => {
  const isScanned = hasTermScan(plan)
  return (plan.live ?? []).flatMap((condition) =>
    isScanned && (condition._tag === "Terms" || condition._tag === "AllTerms") ? [] : lookUps(context, plan, condition)
  )
}

/** Finds the uids of a plan's events if they are few. Null otherwise. */
type FindFew = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
) => Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError>

/** The events of the first look-up that finds few. */
const fewByLookUp: FindFew = (database, operation, plan) => {
  const found = allLookUps(database, plan)
  return found.length === 0 ? Effect.succeed(null) : firstFew(database, operation, found)
}

/**
 * The uids of the first look-up with at most `fewEvents_max` rows, possibly repeated. Null when there is none. One
 * statement counts all look-ups.
 */
const firstFew = (
  { sql }: SqlDatabase,
  operation: string,
  candidates: ReadonlyArray<LookUp>
): Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = candidates.map(({ rows }, index) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${rows} ${limitTo(sql, fewEvents_max + 1)}) counted) AS ${sql.literal(`c${index}`)}`
    )
    const [counted = []] = yield* readRows(
      operation,
      yield* sql`SELECT ${sql.csv(counts)}`,
      (row) => candidates.map((_, index) => Cell.integer(row, `c${index}`))
    )
    const few = candidates[counted.findIndex((count) => count <= fewEvents_max)]
    if (few === undefined) return null
    return yield* readRows(operation, yield* sql`SELECT ${sql.literal(few.uid)} AS uid FROM ${few.rows}`, (row) => Cell.integer(row, "uid"))
  })

/** The events that meet all conditions together, for a plan with at least two. */
const fewMatching: FindFew = (database, operation, plan) => {
  const { sql } = database
  const partition = unsplit(plan)
  if (
    plan.limit === 0 || plan.scope._tag !== "Agenda" || partition === null || partition.state === null || partition.conditions.length < 2
  ) {
    return Effect.succeed(null)
  }
  const { from, where } = countedRows(database, plan, { featured: null, endedFilter: null }, partition, "in order")
  return sql`SELECT e.uid AS uid FROM ${from} WHERE ${sql.and(where)} ${limitTo(sql, fewEvents_max + 1)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))),
    Effect.map((uids) => uids.length <= fewEvents_max ? uids : null)
  )
}

/**
 * Replaces selective conditions of a plan by the uids of the matching events. Without value statistics the planner
 * would scan the whole agenda, once for the total and once for the page; SQLite has none, Postgres only since its last
 * ANALYZE. Returns an equivalent plan.
 */
export const narrowPlan = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> => {
  const { live } = plan
  if (live === null || searchOf(plan) !== null || live.some(isSelective)) return Effect.succeed(plan)
  return Effect.flatMap(fewByLookUp(database, operation, plan), (found) => {
    const narrowed: QueryPlan = found === null ? plan : { ...plan, live: [...live, { _tag: "Uid", in: [...new Set(found)] }] }
    // The state condition stays: it makes partial indexes usable.
    return Effect.map(
      fewMatching(database, operation, narrowed),
      (matching) =>
        matching === null ? narrowed : { ...plan, live: [...live.filter(({ _tag }) => _tag === "State"), { _tag: "Uid", in: matching }] }
    )
  })
}
