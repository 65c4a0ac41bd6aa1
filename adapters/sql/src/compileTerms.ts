import type { Condition } from "@agenda-engine/core/query/QueryPlan"
import type { Dimension } from "@agenda-engine/core/record/EventRecord"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "./Columns.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { always, isOneOfTexts, type Words } from "./isOneOf.js"
import { apart_max, isWithin } from "./isWithin.js"
import { areMany, rowsWithin } from "./manyRanges.js"
import { rowExists } from "./rowExists.js"
import { soughtText } from "./Sought.js"

type Of<Tag extends Condition["_tag"]> = Extract<Condition, { readonly _tag: Tag }>

/** Tables of what events have several of, each with the columns `agenda_uid`, `dimension`, `value` and `event_uid`. */
type Table = "agenda_term" | "agenda_number"

/**
 * The event has a row in such a table, of a dimension and, unless null, with such a value. A planner that may find all such rows first is told
 * the agenda: else it reads those of all agendas.
 */
const hasRow = (words: Words, table: Table, dimension: Dimension, isAsked: Fragment | null, on: ScopedColumns): Fragment => {
  const { dialect, sql } = words
  const where = sql.and([
    sql`t.event_uid = ${sql.literal(on.uid)}`,
    ...(dialect.weighsLookUps && on.scope._tag === "Agenda" ? [sql`t.agenda_uid = ${on.scope.agendaUid}`] : []),
    sql`t.dimension = ${soughtText(dimension)}`,
    ...(isAsked === null ? [] : [isAsked])
  ])
  return rowExists(words, sql`${sql.literal(`${table} t`)} WHERE ${where}`)
}

const orNone = (words: Words, table: Table, condition: Of<"Terms" | "Numbers">, on: ScopedColumns): ReadonlyArray<Fragment> =>
  condition.orNone ? [words.sql`NOT ${hasRow(words, table, condition.dimension, null, on)}`] : []

/** The event has one of these terms. */
export const compileTerms = (words: Words, condition: Of<"Terms">, on: ScopedColumns): Fragment =>
  words.sql.or([
    hasRow(words, "agenda_term", condition.dimension, isOneOfTexts(words, "t.value", condition.in), on),
    ...orNone(words, "agenda_term", condition, on)
  ])

/** Terms are one for each value that an event has, so that counting those asked for finds whether all are there. */
const hasAll = (words: Words, { all: asked, dimension }: Of<"AllTerms">, on: ScopedColumns): Fragment => {
  const { sql } = words
  const all = [...new Set(asked)]
  if (all.length <= apart_max) {
    return sql.and(all.map((value) => hasRow(words, "agenda_term", dimension, sql`t.value = ${soughtText(value)}`, on)))
  }
  return sql`(SELECT count(*) FROM agenda_term t WHERE t.event_uid = ${sql.literal(on.uid)} AND t.dimension = ${
    soughtText(dimension)
  } AND ${isOneOfTexts(words, "t.value", all)}) = ${all.length}`
}

/** The event has every one of these terms. */
export const compileAllTerms = (words: Words, condition: Of<"AllTerms">, on: ScopedColumns): Fragment =>
  condition.all.length === 0 ? always(words.sql) : hasAll(words, condition, on)

/** The event is among those of a scope that have such a row, which are found first. */
const isAmongRows = (words: Words, table: Table, dimension: Dimension, isAsked: Fragment, on: ScopedColumns): Fragment =>
  words.dialect.isAmongFound(
    words.sql,
    words.sql.literal(on.uid),
    words.sql`SELECT t.event_uid FROM ${words.sql.literal(`${table} t`)} WHERE ${
      compileScopeAtOnce(words, on.scope, "t.agenda_uid")
    } AND t.dimension = ${soughtText(dimension)} AND ${isAsked}`
  )

/** `compileTerms` for events that are looked at all at once, however many there are: an index is gone through once, and not for each of them. */
export const compileTermsAtOnce = (words: Words, condition: Of<"Terms">, on: ScopedColumns): Fragment =>
  words.sql.or([
    isAmongRows(words, "agenda_term", condition.dimension, isOneOfTexts(words, "t.value", condition.in), on),
    ...orNone(words, "agenda_term", condition, on)
  ])

/** `compileAllTerms` likewise. */
export const compileAllTermsAtOnce = (words: Words, condition: Of<"AllTerms">, on: ScopedColumns): Fragment => {
  const { sql } = words
  const all = [...new Set(condition.all)]
  return all.length === 0 || all.length > apart_max
    ? compileAllTerms(words, condition, on)
    : sql.and(all.map((value) => isAmongRows(words, "agenda_term", condition.dimension, sql`t.value = ${soughtText(value)}`, on)))
}

/** The event has a number within one of many ranges. */
const hasNumberAmong = (words: Words, { dimension, ranges }: Of<"Numbers">, on: ScopedColumns): Fragment => {
  const { sql } = words
  const found = rowsWithin(
    words,
    { table: "agenda_number", column: "value", type: "real", ranges },
    sql`${compileScopeAtOnce(words, on.scope, "w.agenda_uid")} AND w.dimension = ${soughtText(dimension)}`
  )
  return words.dialect.isAmongFound(sql, sql.literal(on.uid), sql`SELECT w.event_uid FROM ${found}`)
}

/** The event has a number within one of these ranges. */
export const compileNumbers = (words: Words, condition: Of<"Numbers">, on: ScopedColumns): Fragment =>
  words.sql.or([
    areMany(condition.ranges)
      ? hasNumberAmong(words, condition, on)
      : hasRow(words, "agenda_number", condition.dimension, isWithin(words, "t.value", condition.ranges, "real"), on),
    ...orNone(words, "agenda_number", condition, on)
  ])

/** `compileNumbers` likewise. */
export const compileNumbersAtOnce = (words: Words, condition: Of<"Numbers">, on: ScopedColumns): Fragment =>
  areMany(condition.ranges) ? compileNumbers(words, condition, on) : words.sql.or([
    isAmongRows(words, "agenda_number", condition.dimension, isWithin(words, "t.value", condition.ranges, "real"), on),
    ...orNone(words, "agenda_number", condition, on)
  ])
