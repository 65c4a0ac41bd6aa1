import type { Range, Relative } from "@agenda-engine/core/query/event/EventQuery"
import type { Condition } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "../fragment/Columns.js"
import { alwaysFalse, alwaysTrue, inlinedWithoutIndex_max, isOneOf, isOneOfTexts, isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { compileAvailability, compileAvailabilityForSet } from "./compileAvailability.js"
import { compileGeo, compileGeoForSet, compileLocationUid, compilePlace, compilePlaceForSet } from "./compilePlace.js"
import {
  compileAllTerms,
  compileAllTermsForSet,
  compileNumbers,
  compileNumbersForSet,
  compileTerms,
  compileTermsForSet
} from "./compileTerms.js"
import { hasExtId } from "./extIdRows.js"
import { isAmongRanged, needRangeJoin } from "./manyRanges.js"
import { updatedRanges } from "./updatedRanges.js"

/**
 * A condition that compiles to a predicate on an event. `Search` does not: it compiles to a derived table to join
 * (`compileSearch`).
 */
export type RowCondition = Exclude<Condition, { readonly _tag: "Search" }>

/**
 * Whether a condition names few events, so that point look-ups beat an index scan. SQLite's planner does not consider
 * bound values, so the query fixes the join order.
 */
export const isSelective = (condition: Condition): boolean => condition._tag === "Uid" || condition._tag === "Slug"

/** Whether `SharedColumns` suffice to evaluate a condition, without the event's own row. */
export const isShared = (condition: Condition): boolean => {
  switch (condition._tag) {
    case "Uid":
    case "ExtId":
    case "Agenda":
    case "State":
    case "Featured":
    case "Terms":
    case "AllTerms":
    case "Numbers":
    case "Availability":
      return true
    default:
      return false
  }
}

/**
 * Predicate: the event `e` is past, current or upcoming at an instant. It tests the negated end, because the covering
 * indexes of counts contain that column.
 */
export const isRelative = ({ sql }: SqlContext, relative: Relative, at: number): Fragment => {
  switch (relative) {
    case "passed":
      return sql`e.last_end_desc_key >= ${0 - at}`
    case "upcoming":
      return sql`e.first_begin > ${at}`
    case "current":
      return sql`(e.first_begin <= ${at} AND e.last_end_desc_key < ${0 - at})`
  }
}

/**
 * Predicate: some slot of `e` begins within a range. For a range with one bound, the first or last slot decides; for
 * two bounds they mostly do, so few events need a look-up of their slots. The unary plus keeps the predicate from
 * becoming a second lower bound of an index scan by last slot. A scalar subquery is used because `EXISTS` may become a
 * join with all slots.
 */
const beginsWithin = (context: SqlContext, range: Range): Fragment => {
  const { gte, lte } = range
  const { sql } = context
  if (gte === null && lte === null) return alwaysTrue(sql)
  return sql.and([
    ...(lte === null ? [] : [sql`e.first_begin <= ${lte}`]),
    ...(gte === null ? [] : [sql`+e.last_begin >= ${gte}`]),
    ...(gte === null || lte === null ? [] : [
      sql.or([
        sql`e.first_begin >= ${gte}`,
        sql`+e.last_begin <= ${lte}`,
        sql`(SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND ${isWithin(context, "w.begin_ms", [range])} LIMIT 1) IS NOT NULL`
      ])
    ])
  ])
}

/** Predicate: the ages of `e` overlap a range. A null bound is open. */
const meetsAge = ({ sql }: SqlContext, { gte, lte }: Range): Fragment =>
  sql.and([
    sql.literal("e.has_age = 1"),
    ...(gte === null ? [] : [sql`(e.age_max IS NULL OR e.age_max >= ${gte})`]),
    ...(lte === null ? [] : [sql`(e.age_min IS NULL OR e.age_min <= ${lte})`])
  ])

const meetsAnyAge = (context: SqlContext, ranges: ReadonlyArray<Range>): Fragment => {
  const { dialect, sql } = context
  if (ranges.length === 0) return alwaysFalse(sql)
  if (ranges.length <= inlinedWithoutIndex_max) return sql.or(ranges.map((range) => meetsAge(context, range)))
  return sql`(e.has_age = 1 AND EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, { gte: "real", lte: "real" }, JSON.stringify(ranges))
  } WHERE (r.gte IS NULL OR e.age_max IS NULL OR e.age_max >= r.gte) AND (r.lte IS NULL OR e.age_min IS NULL OR e.age_min <= r.lte)))`
}

/** The predicate of a condition on the event `e`, or on the slot whose columns `on` names. */
export const compileCondition = (context: SqlContext, condition: RowCondition, on: ScopedColumns): Fragment => {
  const { sql } = context
  switch (condition._tag) {
    case "Uid":
      return isOneOf(context, on.uid, condition.in)
    case "Slug":
      return isOneOfTexts(context, "e.slug", condition.in)
    case "ExtId":
      return hasExtId(context, condition.in, on)
    case "Agenda":
      return isOneOf(context, on.agendaUid, condition.in)
    case "State":
      return isOneOf(context, on.state, condition.in)
    case "Contributor":
      return sql`e.contributor_uid = ${condition.is}`
    case "Featured":
      return sql`${sql.literal(on.featured)} = ${condition.is ? 1 : 0}`
    case "Status":
      return isOneOf(context, "e.status", condition.in)
    case "AttendanceMode":
      return isOneOf(context, "e.attendance_mode", condition.in)
    case "LocationUid":
      return compileLocationUid(context, condition)
    case "Place":
      return compilePlace(context, condition)
    case "Geo":
      return compileGeo(context, condition)
    case "Terms":
      return compileTerms(context, condition, on)
    case "AllTerms":
      return compileAllTerms(context, condition, on)
    case "Numbers":
      return compileNumbers(context, condition, on)
    case "Age":
      return meetsAnyAge(context, condition.ranges)
    case "Relative":
      return condition.in.length === 0
        ? alwaysFalse(sql)
        : sql.or(condition.in.map((relative) => isRelative(context, relative, condition.at)))
    case "Availability":
      return compileAvailability(context, condition, on)
    case "Timings":
      if (needRangeJoin(condition.ranges)) {
        return isAmongRanged(context, on.scope, { table: "agenda_slot", eventUid: "event_uid", column: "begin_ms" }, condition.ranges)
      }
      return condition.ranges.length === 0 ? alwaysFalse(sql) : sql.or(condition.ranges.map((range) => beginsWithin(context, range)))
    case "EndsFrom":
      return sql`e.last_end_desc_key <= ${0 - condition.gte}`
    case "CreatedAt":
      return needRangeJoin(condition.ranges)
        ? isAmongRanged(context, on.scope, { table: "agenda_event", eventUid: "uid", column: "created_at" }, condition.ranges)
        : isWithin(context, "e.created_at", condition.ranges)
    case "UpdatedAt":
      return needRangeJoin(condition.ranges)
        ? isAmongRanged(context, on.scope, { table: "agenda_event", eventUid: "uid", column: "updated_at" }, condition.ranges)
        : isWithin(context, "e.updated_at", condition.ranges)
    case "AvailabilityUpdatedAt": {
      const ranges = updatedRanges(condition.ranges)
      return needRangeJoin(ranges)
        ? isAmongRanged(context, on.scope, { table: "agenda_event", eventUid: "uid", column: "availability_updated_at" }, ranges)
        : isWithin(context, "e.availability_updated_at", ranges)
    }
  }
}

/** `compileCondition` for a whole set of events, however large: uses subqueries instead of point look-ups. */
export const compileConditionForSet = (context: SqlContext, condition: RowCondition, on: ScopedColumns): Fragment => {
  switch (condition._tag) {
    case "Terms":
      return compileTermsForSet(context, condition, on)
    case "AllTerms":
      return compileAllTermsForSet(context, condition, on)
    case "Numbers":
      return compileNumbersForSet(context, condition, on)
    case "Place":
      return compilePlaceForSet(context, condition, on.scope)
    case "Geo":
      return compileGeoForSet(context, condition, on.scope)
    case "Availability":
      return compileAvailabilityForSet(context, condition, on)
    default:
      return compileCondition(context, condition, on)
  }
}
