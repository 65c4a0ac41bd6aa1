import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { published } from "@agenda-engine/core/domain/Event"
import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { ChangeKey } from "@agenda-engine/core/query/EventSort"
import type { Condition, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { statusRows } from "./compileAvailability.js"
import { isSelective } from "./compileCondition.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { countedRows } from "./eventRows.js"
import { isOneOf, isOneOfTexts, type Words } from "./isOneOf.js"
import { apart_max, isWithin } from "./isWithin.js"
import { limitTo } from "./limitTo.js"
import { areMany, rowsWithin } from "./manyRanges.js"
import { namedBy } from "./namedBy.js"
import { searchOf, wholeOf } from "./partsOf.js"
import { postingOf } from "./postedRows.js"
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

/** Finds, by an index, all events that meet a condition and maybe more. */
interface LookUp {
  /** The column with the uids of the events. */
  readonly uid: string
  /** To be put behind `FROM`. */
  readonly rows: Fragment
}

/** The look-ups of a condition, each of which will do. None: it has no index. */
const lookUps = (words: Words, plan: QueryPlan, condition: Condition): ReadonlyArray<LookUp> => {
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

/** Whether the events of a plan can be gone through by a term: then it says nothing of how few there are that they are met sooner one by one. */
const isPostedPlan = (plan: QueryPlan): boolean => {
  const whole = wholeOf(plan)
  return whole !== null && whole.conditions.length > 1 && postingOf(plan, whole) !== null
}

/** The look-ups of a plan's conditions. */
const allLookUps = (words: Words, plan: QueryPlan): ReadonlyArray<LookUp> => {
  const isPosted = isPostedPlan(plan)
  return (plan.live ?? []).flatMap((condition) =>
    isPosted && (condition._tag === "Terms" || condition._tag === "AllTerms") ? [] : lookUps(words, plan, condition)
  )
}

/** Finds few events of a plan, by their uids; null where it does not. */
type FindFew = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
) => Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError>

/** The events of a look-up of the plan's. */
const fewFound: FindFew = (database, operation, plan) => {
  const found = allLookUps(database, plan)
  return found.length === 0 ? Effect.succeed(null) : firstFew(database, operation, found)
}

/** What the first of these look-ups finds that finds few: uids, one maybe more than once; null where none does. All are counted by one statement. */
const firstFew = (
  { sql }: SqlDatabase,
  operation: string,
  found: ReadonlyArray<LookUp>
): Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = found.map(({ rows }, place) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${rows} ${limitTo(sql, fewEvents_max + 1)}) counted) AS ${sql.literal(`c${place}`)}`
    )
    const [counted = []] = yield* readRows(
      operation,
      yield* sql`SELECT ${sql.csv(counts)}`,
      (row) => found.map((_, place) => Cell.integer(row, `c${place}`))
    )
    const few = found[counted.findIndex((count) => count <= fewEvents_max)]
    if (few === undefined) return null
    return yield* readRows(operation, yield* sql`SELECT ${sql.literal(few.uid)} AS uid FROM ${few.rows}`, (row) => Cell.integer(row, "uid"))
  })

/** The events that meet all conditions of a plan that has several, where that is worth asking. */
const fewMatching: FindFew = (database, operation, plan) => {
  const { sql } = database
  const whole = wholeOf(plan)
  if (plan.limit === 0 || plan.scope._tag !== "Agenda" || whole === null || whole.state === null || whole.conditions.length < 2) {
    return Effect.succeed(null)
  }
  const { from, where } = countedRows(database, plan, { featured: null, half: null }, whole, "in order")
  return sql`SELECT e.uid AS uid FROM ${from} WHERE ${sql.and(where)} ${limitTo(sql, fewEvents_max + 1)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))),
    Effect.map((uids) => uids.length <= fewEvents_max ? uids : null)
  )
}

/**
 * A plan that means the same and, where one of its conditions or all together leave few events, names them: a database that does not know how
 * many rows a value has would walk the whole agenda for them, for the total and again for the page. SQLite never knows, Postgres only from
 * time to time.
 */
export const narrowPlan = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> => {
  const { live } = plan
  if (live === null || searchOf(plan) !== null || live.some(isSelective)) return Effect.succeed(plan)
  return Effect.flatMap(fewFound(database, operation, plan), (found) => {
    const narrowed: QueryPlan = found === null ? plan : { ...plan, live: [...live, { _tag: "Uid", in: [...new Set(found)] }] }
    // The state says which indexes there are.
    return Effect.map(
      fewMatching(database, operation, narrowed),
      (matching) =>
        matching === null ? narrowed : { ...plan, live: [...live.filter(({ _tag }) => _tag === "State"), { _tag: "Uid", in: matching }] }
    )
  })
}
