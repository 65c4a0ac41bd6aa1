import type { Range, Relative } from "@agenda-engine/core/query/EventQuery"
import type { Condition } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "./Columns.js"
import { compileAvailability, compileAvailabilityAtOnce } from "./compileAvailability.js"
import { compileGeo, compileGeoAtOnce, compileLocationUid, compilePlace, compilePlaceAtOnce } from "./compilePlace.js"
import {
  compileAllTerms,
  compileAllTermsAtOnce,
  compileNumbers,
  compileNumbersAtOnce,
  compileTerms,
  compileTermsAtOnce
} from "./compileTerms.js"
import { always, isOneOf, isOneOfTexts, never, type Words } from "./isOneOf.js"
import { apartWithoutIndex_max, isWithin } from "./isWithin.js"
import { areMany, isAmongRanged } from "./manyRanges.js"
import { isNamed } from "./namedBy.js"
import { updatedRanges } from "./updatedRanges.js"

/** A condition on the row of an event. `Search` is none: what it finds is a table to join (`compileSearch`). */
export type RowCondition = Exclude<Condition, { readonly _tag: "Search" }>

/**
 * Whether a condition leaves so few events that they are better looked up than met on the way through an agenda. SQLite has to be told:
 * it guesses without looking at the values.
 */
export const isSelective = (condition: Condition): boolean => condition._tag === "Uid" || condition._tag === "Slug"

/** Whether a condition can be told from `SharedColumns`, without the event's own row. */
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

/** Where the event `e` stands at an instant. `last_end_down` rather than `last_end`: the indexes that lists are counted by hold it. */
export const isRelative = ({ sql }: Words, relative: Relative, at: number): Fragment => {
  switch (relative) {
    case "passed":
      return sql`e.last_end_down >= ${0 - at}`
    case "upcoming":
      return sql`e.first_begin > ${at}`
    case "current":
      return sql`(e.first_begin <= ${at} AND e.last_end_down < ${0 - at})`
  }
}

/**
 * Some slot of `e` begins within a range: for a range with one end the last one or the first one says it, and for one with two ends mostly
 * too, so that few events have their slots looked up. The sign keeps it from becoming a second lower bound of a list by the last slot, and
 * a value is looked for because EXISTS may become a join with all slots.
 */
const beginsWithin = (words: Words, range: Range): Fragment => {
  const { gte, lte } = range
  const { sql } = words
  if (gte === null && lte === null) return always(sql)
  return sql.and([
    ...(lte === null ? [] : [sql`e.first_begin <= ${lte}`]),
    ...(gte === null ? [] : [sql`+e.last_begin >= ${gte}`]),
    ...(gte === null || lte === null ? [] : [
      sql.or([
        sql`e.first_begin >= ${gte}`,
        sql`+e.last_begin <= ${lte}`,
        sql`(SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND ${isWithin(words, "w.begin_ms", [range])} LIMIT 1) IS NOT NULL`
      ])
    ])
  ])
}

/** A range of ages that those of `e` meet. An end that is not set is open. */
const meetsAge = ({ sql }: Words, { gte, lte }: Range): Fragment =>
  sql.and([
    sql.literal("e.has_age = 1"),
    ...(gte === null ? [] : [sql`(e.age_max IS NULL OR e.age_max >= ${gte})`]),
    ...(lte === null ? [] : [sql`(e.age_min IS NULL OR e.age_min <= ${lte})`])
  ])

const meetsAnyAge = (words: Words, ranges: ReadonlyArray<Range>): Fragment => {
  const { dialect, sql } = words
  if (ranges.length === 0) return never(sql)
  if (ranges.length <= apartWithoutIndex_max) return sql.or(ranges.map((range) => meetsAge(words, range)))
  return sql`(e.has_age = 1 AND EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, { gte: "real", lte: "real" }, JSON.stringify(ranges))
  } WHERE (r.gte IS NULL OR e.age_max IS NULL OR e.age_max >= r.gte) AND (r.lte IS NULL OR e.age_min IS NULL OR e.age_min <= r.lte)))`
}

/** What makes a condition true of the event `e`, or of the slot that `on` names the columns of. */
export const compileCondition = (words: Words, condition: RowCondition, on: ScopedColumns): Fragment => {
  const { sql } = words
  switch (condition._tag) {
    case "Uid":
      return isOneOf(words, on.uid, condition.in)
    case "Slug":
      return isOneOfTexts(words, "e.slug", condition.in)
    case "ExtId":
      return isNamed(words, condition.in, on)
    case "Agenda":
      return isOneOf(words, on.agendaUid, condition.in)
    case "State":
      return isOneOf(words, on.state, condition.in)
    case "Contributor":
      return sql`e.contributor_uid = ${condition.is}`
    case "Featured":
      return sql`${sql.literal(on.featured)} = ${condition.is ? 1 : 0}`
    case "Status":
      return isOneOf(words, "e.status", condition.in)
    case "AttendanceMode":
      return isOneOf(words, "e.attendance_mode", condition.in)
    case "LocationUid":
      return compileLocationUid(words, condition)
    case "Place":
      return compilePlace(words, condition)
    case "Geo":
      return compileGeo(words, condition)
    case "Terms":
      return compileTerms(words, condition, on)
    case "AllTerms":
      return compileAllTerms(words, condition, on)
    case "Numbers":
      return compileNumbers(words, condition, on)
    case "Age":
      return meetsAnyAge(words, condition.ranges)
    case "Relative":
      return condition.in.length === 0 ? never(sql) : sql.or(condition.in.map((relative) => isRelative(words, relative, condition.at)))
    case "Availability":
      return compileAvailability(words, condition, on)
    case "Timings":
      if (areMany(condition.ranges)) {
        return isAmongRanged(words, on.scope, { table: "agenda_slot", eventUid: "event_uid", column: "begin_ms" }, condition.ranges)
      }
      return condition.ranges.length === 0 ? never(sql) : sql.or(condition.ranges.map((range) => beginsWithin(words, range)))
    case "EndsFrom":
      return sql`e.last_end_down <= ${0 - condition.gte}`
    case "CreatedAt":
      return areMany(condition.ranges)
        ? isAmongRanged(words, on.scope, { table: "agenda_event", eventUid: "uid", column: "created_at" }, condition.ranges)
        : isWithin(words, "e.created_at", condition.ranges)
    case "UpdatedAt":
      return areMany(condition.ranges)
        ? isAmongRanged(words, on.scope, { table: "agenda_event", eventUid: "uid", column: "updated_at" }, condition.ranges)
        : isWithin(words, "e.updated_at", condition.ranges)
    case "AvailabilityUpdatedAt": {
      const ranges = updatedRanges(condition.ranges)
      return areMany(ranges)
        ? isAmongRanged(words, on.scope, { table: "agenda_event", eventUid: "uid", column: "availability_updated_at" }, ranges)
        : isWithin(words, "e.availability_updated_at", ranges)
    }
  }
}

/** The same for events that are looked at all at once, however many there are. */
export const compileConditionAtOnce = (words: Words, condition: RowCondition, on: ScopedColumns): Fragment => {
  switch (condition._tag) {
    case "Terms":
      return compileTermsAtOnce(words, condition, on)
    case "AllTerms":
      return compileAllTermsAtOnce(words, condition, on)
    case "Numbers":
      return compileNumbersAtOnce(words, condition, on)
    case "Place":
      return compilePlaceAtOnce(words, condition, on.scope)
    case "Geo":
      return compileGeoAtOnce(words, condition, on.scope)
    case "Availability":
      return compileAvailabilityAtOnce(words, condition, on)
    default:
      return compileCondition(words, condition, on)
  }
}
