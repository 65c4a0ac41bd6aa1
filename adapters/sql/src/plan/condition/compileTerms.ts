import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Dimension } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import { bindableText } from "../../fragment/bindable.js"
import type { ScopedColumns } from "../../fragment/Columns.js"
import { alwaysTrue, inlined_max, isOneOfTexts, isWithin, rowExists, type SqlContext } from "../../fragment/isOneOf.js"
import { isOfEvent } from "../../fragment/ofEvent.js"
import { compileScopeForSet } from "./compileScope.js"
import { needRangeJoin, rowsWithin } from "./manyRanges.js"

type Of<Tag extends Condition["_tag"]> = Extract<Condition, { readonly _tag: Tag }>

/** Tables of multi-valued event data, with the columns `agenda_uid`, `dimension`, `value` and `event_uid`. */
type Table = "agenda_filter_term" | "agenda_filter_number"

/**
 * Predicate: the event has a row in such a table, of a dimension and, unless `predicate` is null, with a matching
 * value.
 */
const hasRow = (context: SqlContext, table: Table, dimension: Dimension, predicate: Fragment | null, on: ScopedColumns): Fragment => {
  const { sql } = context
  const where = sql.and([
    isOfEvent(context, "t", on),
    sql`t.dimension = ${bindableText(dimension)}`,
    ...(predicate === null ? [] : [predicate])
  ])
  return rowExists(context, sql`${sql.literal(`${table} t`)} WHERE ${where}`)
}

const orNone = (context: SqlContext, table: Table, condition: Of<"Terms" | "Numbers">, on: ScopedColumns): ReadonlyArray<Fragment> =>
  condition.orNone ? [context.sql`NOT ${hasRow(context, table, condition.dimension, null, on)}`] : []

/** Predicate: the event has one of these terms. */
export const compileTerms = (context: SqlContext, condition: Of<"Terms">, on: ScopedColumns): Fragment =>
  context.sql.or([
    hasRow(context, "agenda_filter_term", condition.dimension, isOneOfTexts(context, "t.value", condition.in), on),
    ...orNone(context, "agenda_filter_term", condition, on)
  ])

/** Predicate: counts the matching terms of the event. Terms are unique per event, dimension and value. */
const hasAll = (context: SqlContext, { all: required, dimension }: Of<"AllTerms">, on: ScopedColumns): Fragment => {
  const { sql } = context
  const all = [...new Set(required)]
  if (all.length <= inlined_max) {
    return sql.and(all.map((value) => hasRow(context, "agenda_filter_term", dimension, sql`t.value = ${bindableText(value)}`, on)))
  }
  return sql`(SELECT count(*) FROM agenda_filter_term t WHERE ${isOfEvent(context, "t", on)} AND t.dimension = ${
    bindableText(dimension)
  } AND ${isOneOfTexts(context, "t.value", all)}) = ${all.length}`
}

/** Predicate: the event has all of these terms. */
export const compileAllTerms = (context: SqlContext, condition: Of<"AllTerms">, on: ScopedColumns): Fragment =>
  condition.all.length === 0 ? alwaysTrue(context.sql) : hasAll(context, condition, on)

/** Predicate: the event is among those of a scope with such a row, evaluated first. */
const isAmongRows = (context: SqlContext, table: Table, dimension: Dimension, predicate: Fragment, on: ScopedColumns): Fragment =>
  context.dialect.inSubquery(
    context.sql,
    context.sql.literal(on.uid),
    context.sql`SELECT t.event_uid FROM ${context.sql.literal(`${table} t`)} WHERE ${
      compileScopeForSet(context, on.scope, "t.agenda_uid")
    } AND t.dimension = ${bindableText(dimension)} AND ${predicate}`
  )

/** `compileTerms` for a whole set of events, however large: one index scan instead of a probe per event. */
export const compileTermsForSet = (context: SqlContext, condition: Of<"Terms">, on: ScopedColumns): Fragment =>
  context.sql.or([
    isAmongRows(context, "agenda_filter_term", condition.dimension, isOneOfTexts(context, "t.value", condition.in), on),
    ...orNone(context, "agenda_filter_term", condition, on)
  ])

/** `compileAllTerms` for a whole set of events, however large. */
export const compileAllTermsForSet = (context: SqlContext, condition: Of<"AllTerms">, on: ScopedColumns): Fragment => {
  const { sql } = context
  const all = [...new Set(condition.all)]
  return all.length === 0 || all.length > inlined_max
    ? compileAllTerms(context, condition, on)
    : sql.and(
      all.map((value) => isAmongRows(context, "agenda_filter_term", condition.dimension, sql`t.value = ${bindableText(value)}`, on))
    )
}

/** Predicate: the event has a number within one of many ranges. */
const hasNumberAmong = (context: SqlContext, { dimension, ranges }: Of<"Numbers">, on: ScopedColumns): Fragment => {
  const { sql } = context
  const found = rowsWithin(
    context,
    { table: "agenda_filter_number", column: "value", type: "real", ranges },
    sql`${compileScopeForSet(context, on.scope, "w.agenda_uid")} AND w.dimension = ${bindableText(dimension)}`
  )
  return context.dialect.inSubquery(sql, sql.literal(on.uid), sql`SELECT w.event_uid FROM ${found}`)
}

/** Predicate: the event has a number within one of these ranges. */
export const compileNumbers = (context: SqlContext, condition: Of<"Numbers">, on: ScopedColumns): Fragment =>
  context.sql.or([
    needRangeJoin(condition.ranges)
      ? hasNumberAmong(context, condition, on)
      : hasRow(context, "agenda_filter_number", condition.dimension, isWithin(context, "t.value", condition.ranges, "real"), on),
    ...orNone(context, "agenda_filter_number", condition, on)
  ])

/** `compileNumbers` for a whole set of events, however large. */
export const compileNumbersForSet = (context: SqlContext, condition: Of<"Numbers">, on: ScopedColumns): Fragment =>
  needRangeJoin(condition.ranges) ? compileNumbers(context, condition, on) : context.sql.or([
    isAmongRows(context, "agenda_filter_number", condition.dimension, isWithin(context, "t.value", condition.ranges, "real"), on),
    ...orNone(context, "agenda_filter_number", condition, on)
  ])
