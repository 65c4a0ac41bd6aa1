import { published } from "@agenda-engine/core/domain/event/Event"
import type { Condition, ConditionOf, Range, Relative } from "@agenda-engine/core/query/event/Condition"
import type { ChangeKey } from "@agenda-engine/core/query/event/EventSort"
import type { QueryPlan, Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { bindableText } from "../../fragment/bindable.js"
import { eventColumns, isFeatured, type ScopedColumns } from "../../fragment/Columns.js"
import {
  alwaysFalse,
  alwaysTrue,
  inlined_max,
  inlinedWithoutIndex_max,
  isOneOf,
  isOneOfTexts,
  isWithin,
  type SqlContext
} from "../../fragment/isOneOf.js"
import { hasSlug, hasUid, isOfEvent } from "../../fragment/ofEvent.js"
import { updatedRanges } from "../../row/EventRow.js"
import { compileAvailability, compileAvailabilityForSet, statusRows } from "./compileAvailability.js"
import { compileGeo, compileGeoForSet, compileLocationUid, compilePlace, compilePlaceForSet, matchingLocations } from "./compilePlace.js"
import { compileScope, compileScopeForSet } from "./compileScope.js"
import {
  compileAllTerms,
  compileAllTermsForSet,
  compileNumbers,
  compileNumbersForSet,
  compileTerms,
  compileTermsForSet
} from "./compileTerms.js"
import { extIdRows, hasExtId } from "./extIdRows.js"
import { isAmongRanged, needRangeJoin, rowsWithin } from "./manyRanges.js"

/**
 * A condition that compiles to a predicate on an event. `Search` does not: it compiles to a derived table to join
 * (`compileSearch`).
 */
export type RowCondition = Exclude<Condition, { readonly _tag: "Search" }>

type RowTag = RowCondition["_tag"]

/** An index look-up of a superset of the events that meet a condition. */
export interface LookUp {
  /** The column with the uids of the events. */
  readonly uid: string
  /** A `FROM` item. */
  readonly rows: Fragment
}

/** A term that a condition requires, and what the condition still requires besides it. */
export interface RequiredTerm {
  readonly dimension: string
  readonly value: string
  readonly others: ReadonlyArray<RowCondition>
}

/** How a condition is evaluated in SQL. Null: not at all in that way. */
interface ConditionRule<C> {
  /** The predicate on the event `e`, or on the slot whose columns `on` names. */
  readonly predicate: (context: SqlContext, condition: C, on: ScopedColumns) => Fragment
  /** The predicate for a whole set of events: subqueries instead of point look-ups. Null: `predicate`. */
  readonly forSet: ((context: SqlContext, condition: C, on: ScopedColumns) => Fragment) | null
  /** The columns that the predicate reads: `SharedColumns`, `coveredColumns`, or any of the event's row. */
  readonly columns: "shared" | "covered" | "event"
  /**
   * `few`: it names few events, so that point look-ups beat an index scan. SQLite's planner does not consider bound
   * values, so the query fixes the join order. `lookUp`: it costs a subquery or a look-up per event, which all segments
   * can share. `column`: neither.
   */
  readonly cost: "few" | "column" | "lookUp"
  /** The possible index look-ups of the events in a plan. */
  readonly lookUps: ((context: SqlContext, plan: QueryPlan, condition: C) => ReadonlyArray<LookUp>) | null
  /** The single term that it requires, which can drive a term scan; null when it requires none. */
  readonly term: ((condition: C) => RequiredTerm | null) | null
  /** The predicate on `f.location_uid` that it implies; null when it also matches events without a location. */
  readonly locations: ((context: SqlContext, scope: Scope, condition: C) => Fragment | null) | null
}

const column = { forSet: null, cost: "column", lookUps: null, term: null, locations: null } as const

/** A condition that names few events. */
const few = { ...column, cost: "few" } as const

/** A condition on other rows of the event. */
const related = { ...column, cost: "lookUp" } as const

/** Predicate: the event `e` is past, current or upcoming at an instant. */
export const isRelative = ({ sql }: SqlContext, relative: Relative, at: number): Fragment => {
  switch (relative) {
    case "passed":
      return sql`e.last_end <= ${at}`
    case "upcoming":
      return sql`e.first_begin > ${at}`
    case "current":
      return sql`(e.first_begin <= ${at} AND e.last_end > ${at})`
  }
}

/**
 * Predicate: some slot of `e` begins within a range. For a range with one bound, the first or last slot decides; for
 * two bounds they mostly do, so few events need a look-up of their slots. The unary plus keeps the predicate from
 * becoming a second lower bound of an index scan by last slot. A scalar subquery is used because `EXISTS` may become a
 * join with all slots.
 */
const beginsWithin = (context: SqlContext, range: Range, scope: Scope): Fragment => {
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
        sql`(SELECT 1 FROM agenda_slot w WHERE ${isOfEvent(context, "w", { ...eventColumns, scope })} AND ${
          isWithin(context, "w.begin_ms", [range])
        } LIMIT 1) IS NOT NULL`
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

/** Look-up of the rows of a table in the agendas of a scope that meet `where`. `from` names the table and its alias. */
const within = (context: SqlContext, scope: Scope, from: readonly [table: string, name: string], uid: string, where: Fragment): LookUp => {
  const [, name] = from
  return {
    uid: `${name}.${uid}`,
    rows: context.sql`${context.sql.literal(from.join(" "))} WHERE ${compileScopeForSet(context, scope, `${name}.agenda_uid`)} AND ${where}`
  }
}

const termLookUp = (context: SqlContext, { scope }: QueryPlan, dimension: string, where: Fragment): LookUp =>
  within(context, scope, ["agenda_filter_term", "t"], "event_uid", context.sql`t.dimension = ${bindableText(dimension)} AND ${where}`)

/** Rows of a table that meet `where`, with a column within one of some ranges. */
interface Ranged {
  readonly table: "agenda_event" | "agenda_filter_number" | "agenda_slot"
  readonly eventUid: "uid" | "event_uid"
  readonly column: string
  readonly ranges: ReadonlyArray<Range>
  readonly type?: "integer" | "real"
  readonly where: Fragment
}

const rangeLookUp = (
  context: SqlContext,
  { scope }: QueryPlan,
  { column, eventUid, ranges, table, type = "integer", where }: Ranged
): LookUp =>
  needRangeJoin(ranges)
    ? {
      uid: `w.${eventUid}`,
      rows: rowsWithin(
        context,
        { table, column, type, ranges },
        context.sql`${compileScopeForSet(context, scope, "w.agenda_uid")} AND ${where}`
      )
    }
    : within(context, scope, [table, "w"], eventUid, context.sql`${where} AND ${isWithin(context, `w.${column}`, ranges, type)}`)

const isPublishedOnly = ({ live }: QueryPlan): boolean =>
  live?.some((condition) => condition._tag === "State" && condition.in.length > 0 && condition.in.every((state) => state === published)) ??
    false

/** Whether a segment is ordered by the key of a condition: the condition is then a range of that index. */
const isOrderedBy = ({ segments }: QueryPlan, key: ChangeKey): boolean => segments.some(({ order }) => order[0]?.key === key)

/** A condition on a change of the event, an instant in a column that is indexed by agenda and state. */
const change = (
  name: string,
  key: ChangeKey,
  rangesOf = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => ranges
): ConditionRule<{ readonly ranges: ReadonlyArray<Range> }> => ({
  ...column,
  columns: "event",
  predicate: (context, condition, on) => {
    const ranges = rangesOf(condition.ranges)
    return needRangeJoin(ranges)
      ? isAmongRanged(context, on.scope, { table: "agenda_event", eventUid: "uid", column: name }, ranges)
      : isWithin(context, `e.${name}`, ranges)
  },
  lookUps: (context, plan, { ranges }) =>
    !isPublishedOnly(plan) || isOrderedBy(plan, key) ? [] : [
      rangeLookUp(context, plan, {
        table: "agenda_event",
        eventUid: "uid",
        column: name,
        ranges: rangesOf(ranges),
        where: context.sql.literal("w.state = 2")
      })
    ]
})

/** How each condition is evaluated. */
const rules: { readonly [T in RowTag]: ConditionRule<ConditionOf<T>> } = {
  Uid: { ...few, columns: "shared", predicate: (context, condition, on) => hasUid(context, on, condition.in) },
  Slug: { ...few, columns: "event", predicate: (context, condition) => hasSlug(context, condition.in) },
  ExtId: {
    ...related,
    columns: "shared",
    predicate: (context, condition, on) => hasExtId(context, condition.in, on),
    lookUps: (context, { scope }, condition) => [
      { uid: "x.event_uid", rows: extIdRows(context, condition.in, compileScope(context, scope, "x.agenda_uid")).rows }
    ]
  },
  Agenda: { ...column, columns: "shared", predicate: (context, condition, on) => isOneOf(context, on.agendaUid, condition.in) },
  State: { ...column, columns: "shared", predicate: (context, condition, on) => isOneOf(context, on.state, condition.in) },
  Contributor: { ...column, columns: "event", predicate: ({ sql }, condition) => sql`e.contributor_uid = ${condition.is}` },
  Featured: {
    ...column,
    columns: "shared",
    predicate: ({ sql }, condition, on) => sql.literal(isFeatured(on.featured, condition.is))
  },
  Status: { ...column, columns: "covered", predicate: (context, condition) => isOneOf(context, "e.status", condition.in) },
  AttendanceMode: { ...column, columns: "covered", predicate: (context, condition) => isOneOf(context, "e.attendance_mode", condition.in) },
  LocationUid: {
    ...related,
    columns: "covered",
    predicate: compileLocationUid,
    lookUps: (context, { scope }, condition) =>
      condition.orNone ? [] : [within(context, scope, ["agenda_event", "e"], "uid", isOneOf(context, "e.location_uid", condition.in))],
    locations: (context, _, condition) => condition.orNone ? null : isOneOf(context, "f.location_uid", condition.in)
  },
  Place: {
    ...related,
    columns: "covered",
    predicate: compilePlace,
    forSet: (context, condition, on) => compilePlaceForSet(context, condition, on.scope),
    locations: (context, scope, condition) =>
      condition.orNone ? null : context.sql`f.location_uid IN (${matchingLocations(context, scope, condition)})`
  },
  Geo: {
    ...related,
    columns: "covered",
    predicate: compileGeo,
    forSet: (context, condition, on) => compileGeoForSet(context, condition, on.scope),
    locations: (context, scope, condition) =>
      condition.boxes.length === 0 ? null : context.sql`f.location_uid IN (${matchingLocations(context, scope, condition)})`
  },
  Terms: {
    ...related,
    columns: "shared",
    predicate: compileTerms,
    forSet: compileTermsForSet,
    lookUps: (context, plan, condition) =>
      condition.orNone ? [] : [termLookUp(context, plan, condition.dimension, isOneOfTexts(context, "t.value", condition.in))],
    term: ({ dimension, in: values, orNone }) => {
      const [value, ...others] = new Set(values)
      return orNone || value === undefined || others.length > 0 ? null : { dimension, value, others: [] }
    }
  },
  AllTerms: {
    ...related,
    columns: "shared",
    predicate: compileAllTerms,
    forSet: compileAllTermsForSet,
    lookUps: (context, plan, condition) =>
      condition.all.slice(0, inlined_max).map((value) =>
        termLookUp(context, plan, condition.dimension, context.sql`t.value = ${bindableText(value)}`)
      ),
    term: (condition) => {
      const [value, ...all] = new Set(condition.all)
      const { dimension } = condition
      return value === undefined ? null : { dimension, value, others: all.length === 0 ? [] : [{ ...condition, all }] }
    }
  },
  Numbers: {
    ...related,
    columns: "shared",
    predicate: compileNumbers,
    forSet: compileNumbersForSet,
    lookUps: (context, plan, { dimension, orNone, ranges }) =>
      orNone ? [] : [
        rangeLookUp(context, plan, {
          table: "agenda_filter_number",
          eventUid: "event_uid",
          column: "value",
          ranges,
          type: "real",
          where: context.sql`w.dimension = ${bindableText(dimension)}`
        })
      ]
  },
  Age: { ...column, columns: "event", predicate: (context, condition) => meetsAnyAge(context, condition.ranges) },
  Relative: {
    ...column,
    columns: "covered",
    predicate: (context, condition) =>
      condition.in.length === 0
        ? alwaysFalse(context.sql)
        : context.sql.or(condition.in.map((relative) => isRelative(context, relative, condition.at)))
  },
  Availability: {
    ...related,
    columns: "shared",
    predicate: compileAvailability,
    forSet: compileAvailabilityForSet,
    lookUps: (context, { scope }, condition) =>
      condition.orNone ? [] : [{ uid: "v.event_uid", rows: statusRows(context, scope, condition.in, condition.at) }]
  },
  Timings: {
    ...column,
    columns: "covered",
    predicate: (context, { ranges }, on) => {
      if (needRangeJoin(ranges)) {
        return isAmongRanged(context, on.scope, { table: "agenda_slot", eventUid: "event_uid", column: "begin_ms" }, ranges)
      }
      return ranges.length === 0 ? alwaysFalse(context.sql) : context.sql.or(ranges.map((range) => beginsWithin(context, range, on.scope)))
    },
    lookUps: (context, plan, { ranges }) => {
      const isBounded = ranges.length > 0 && ranges.every(({ gte, lte }) => gte !== null && lte !== null)
      const where = context.sql.literal("w.state = 2")
      return isBounded && isPublishedOnly(plan)
        ? [rangeLookUp(context, plan, { table: "agenda_slot", eventUid: "event_uid", column: "begin_ms", ranges, where })]
        : []
    }
  },
  EndsFrom: { ...column, columns: "covered", predicate: ({ sql }, condition) => sql`e.last_end >= ${condition.gte}` },
  CreatedAt: change("created_at", "createdAt"),
  UpdatedAt: change("updated_at", "updatedAt"),
  AvailabilityUpdatedAt: change("availability_updated_at", "availabilityUpdatedAt", updatedRanges)
}

/** Whether point look-ups find the events that meet a condition. */
export const isSelective = (condition: Condition): boolean => condition._tag !== "Search" && rules[condition._tag].cost === "few"

/** Whether a subquery or a look-up evaluates a condition, whose cost all segments can share. */
export const needsLookUp = (condition: RowCondition): boolean => rules[condition._tag].cost === "lookUp"

/** Whether `SharedColumns` suffice to evaluate a condition, without the event's own row. */
export const isShared = (condition: RowCondition): boolean => rules[condition._tag].columns === "shared"

/** Whether the columns of term rows suffice to evaluate a condition, and point look-ups would not be faster. */
export const isCovered = (condition: RowCondition): boolean => rules[condition._tag].columns !== "event" && !isSelective(condition)

/** The predicate of a condition on the event `e`, or on the slot whose columns `on` names. */
export const compileCondition = <T extends RowTag>(context: SqlContext, condition: ConditionOf<T>, on: ScopedColumns): Fragment =>
  rules[condition._tag].predicate(context, condition, on)

/** `compileCondition` for a whole set of events, however large: uses subqueries instead of point look-ups. */
export const compileConditionForSet = <T extends RowTag>(context: SqlContext, condition: ConditionOf<T>, on: ScopedColumns): Fragment => {
  const { forSet, predicate } = rules[condition._tag]
  return (forSet ?? predicate)(context, condition, on)
}

/** The possible look-ups of a condition. Empty when no index has it. */
export const lookUpsOf = <T extends RowTag>(context: SqlContext, plan: QueryPlan, condition: ConditionOf<T>): ReadonlyArray<LookUp> =>
  rules[condition._tag].lookUps?.(context, plan, condition) ?? []

/** Whether a condition is on terms, so that a term scan may evaluate it. */
export const isOfTerms = (condition: RowCondition): boolean => rules[condition._tag].term !== null

/** The single term that a condition requires. Null when it requires none. */
export const termOf = <T extends RowTag>(condition: ConditionOf<T>): RequiredTerm | null => rules[condition._tag].term?.(condition) ?? null

/**
 * The predicate on `f.location_uid` that a condition implies. Null when it implies none, or also matches events without
 * a location.
 */
export const locationsOf = <T extends RowTag>(context: SqlContext, scope: Scope, condition: ConditionOf<T>): Fragment | null =>
  rules[condition._tag].locations?.(context, scope, condition) ?? null
