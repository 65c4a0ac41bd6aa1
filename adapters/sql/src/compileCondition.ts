import type { PlaceField, Range, Relative } from "@agenda-engine/core/query/EventQuery"
import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { always, isOneOf, isOneOfTexts, never, type Words } from "./isOneOf.js"
import { soughtText } from "./Sought.js"

/** Where the columns are found that an event's row and its slots' rows both have. */
export interface SharedColumns {
  readonly scope: Scope
  readonly uid: string
  readonly agendaUid: string
  readonly state: string
  readonly featured: string
}

/**
 * Whether a condition leaves so few events that they are better looked up than met on the way through an agenda. SQLite has to be told:
 * it guesses without looking at the values.
 */
export const isSelective = (condition: Condition): boolean => condition._tag === "Uid" || condition._tag === "Slug"

/** Whether a condition can be told from `SharedColumns`, without the event's own row. */
export const isShared = (condition: Condition): boolean => {
  switch (condition._tag) {
    case "Uid":
    case "State":
    case "Featured":
    case "Keyword":
      return true
    default:
      return false
  }
}

/** Values up to this number are conditions of their own, which says most to a query planner. More are passed as one parameter. */
const apart_max = 8

const rangeColumns = { gte: "integer", lte: "integer" } as const

const isWithinAny = ({ dialect, sql }: Words, column: Fragment, ranges: ReadonlyArray<Range>): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, rangeColumns, JSON.stringify(ranges))
  } WHERE (r.gte IS NULL OR ${column} >= r.gte) AND (r.lte IS NULL OR ${column} <= r.lte))`

/** A column within one of these ranges, ends included. */
export const isWithin = (words: Words, column: string, ranges: ReadonlyArray<Range>): Fragment => {
  const { sql } = words
  if (ranges.length > apart_max) return isWithinAny(words, sql.literal(column), ranges)
  return ranges.length === 0 ? never(sql) : sql.or(ranges.map(({ gte, lte }) => {
    const bounds = [
      ...(gte === null ? [] : [sql`${sql.literal(column)} >= ${gte}`]),
      ...(lte === null ? [] : [sql`${sql.literal(column)} <= ${lte}`])
    ]
    return bounds.length === 0 ? always(sql) : sql.and(bounds)
  }))
}

/** `last_end_down` rather than `last_end`: the indexes that lists are counted by hold it. */
const isRelative = ({ sql }: Words, relative: Relative, at: number): Fragment => {
  switch (relative) {
    case "passed":
      return sql`e.last_end_down >= ${0 - at}`
    case "upcoming":
      return sql`e.first_begin > ${at}`
    case "current":
      return sql`(e.first_begin <= ${at} AND e.last_end_down < ${0 - at})`
  }
}

const foldedColumns: { readonly [F in PlaceField]: string } = {
  adminLevel1: "l.admin_level_1_folded",
  adminLevel2: "l.admin_level_2_folded",
  adminLevel3: "l.admin_level_3_folded",
  adminLevel4: "l.admin_level_4_folded",
  adminLevel5: "l.admin_level_5_folded",
  adminLevel6: "l.admin_level_6_folded"
}

const hasKeyword = ({ dialect, sql }: Words, keyword: string, on: SharedColumns): Fragment => {
  const isKeyword = sql`k.keyword = ${soughtText(keyword)}`
  return dialect.isAmong(sql, sql.literal(on.uid), {
    column: sql.literal("k.event_uid"),
    from: sql.literal("agenda_keyword k"),
    where: on.scope._tag === "Agenda" ? sql`k.agenda_uid = ${on.scope.agendaUid} AND ${isKeyword}` : isKeyword
  })
}

/** The rows of `agenda_keyword` are one for each keyword of an event, so that counting those asked for finds whether all are there. */
const hasKeywords = (words: Words, keywords: ReadonlyArray<string>, on: SharedColumns): Fragment => {
  const { sql } = words
  if (keywords.length === 0) return always(sql)
  if (keywords.length <= apart_max) return sql.and(keywords.map((keyword) => hasKeyword(words, keyword, on)))
  return sql`(SELECT count(*) FROM agenda_keyword k WHERE k.agenda_uid = ${sql.literal(on.agendaUid)} AND k.event_uid = ${
    sql.literal(on.uid)
  } AND ${isOneOfTexts(words, "k.keyword", keywords)}) = ${keywords.length}`
}

/**
 * Some slot of `e` begins within a range: the last one or the first one says it for a range with one end, and leaves few for two.
 * The sign keeps it from becoming a second lower bound of a list by the last slot, and a value is looked for because EXISTS
 * may become a join with all slots.
 */
const beginsWithin = (words: Words, range: Range): Fragment => {
  const { gte, lte } = range
  const { sql } = words
  if (gte === null && lte === null) return always(sql)
  return sql.and([
    ...(gte === null ? [] : [sql`+e.last_begin >= ${gte}`]),
    ...(lte === null ? [] : [sql`e.first_begin <= ${lte}`]),
    ...(gte === null || lte === null
      ? []
      : [sql`(SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND ${isWithin(words, "w.begin_ms", [range])} LIMIT 1) IS NOT NULL`])
  ])
}

/** What makes a condition true of the event `e`, or of the slot that `on` names the columns of. */
export const compileCondition = (words: Words, condition: Condition, on: SharedColumns): Fragment => {
  const { dialect, sql } = words
  switch (condition._tag) {
    case "Uid":
      return isOneOf(words, on.uid, condition.in)
    case "Slug":
      return isOneOfTexts(words, "e.slug", condition.in)
    case "State":
      return isOneOf(words, on.state, condition.in)
    case "Featured":
      return sql`${sql.literal(on.featured)} = ${condition.is ? 1 : 0}`
    case "Status":
      return isOneOf(words, "e.status", condition.in)
    case "AttendanceMode":
      return isOneOf(words, "e.attendance_mode", condition.in)
    case "LocationUid":
      return isOneOf(words, "e.location_uid", condition.in)
    case "Place":
      return dialect.isAmong(sql, sql.literal("e.location_uid"), {
        column: sql.literal("l.uid"),
        from: sql.literal("agenda_location l"),
        where: isOneOfTexts(words, foldedColumns[condition.field], condition.in)
      })
    case "Keyword":
      return hasKeywords(words, condition.all, on)
    case "Relative":
      return condition.in.length === 0 ? never(sql) : sql.or(condition.in.map((relative) => isRelative(words, relative, condition.at)))
    case "Timings":
      if (condition.ranges.length > apart_max) {
        return sql`EXISTS (SELECT 1 FROM agenda_slot w WHERE w.event_uid = e.uid AND ${isWithin(words, "w.begin_ms", condition.ranges)})`
      }
      return condition.ranges.length === 0 ? never(sql) : sql.or(condition.ranges.map((range) => beginsWithin(words, range)))
    case "UpdatedAt":
      return isWithin(words, "e.updated_at", condition.ranges)
  }
}

/** What keeps a row to a plan's agendas. */
export const compileScope = ({ sql }: Words, scope: Scope, agendaUid: string): Fragment =>
  scope._tag === "Agenda"
    ? sql`${sql.literal(agendaUid)} = ${scope.agendaUid}`
    : sql`EXISTS (SELECT 1 FROM agenda a WHERE a.uid = ${sql.literal(agendaUid)} AND a.is_private = 0 AND a.is_indexed = 1)`
