import { availabilities, type Availability } from "@agenda-engine/core/domain/Ticketing"
import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "./Columns.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { isOneOfTexts, never, type Words } from "./isOneOf.js"
import { rowExists } from "./rowExists.js"

type OfAvailability = Extract<Condition, { readonly _tag: "Availability" }>

/** How the tickets of an event stand at an instant, of the one row that holds it; NULL where it has none. */
export const statusAt = ({ sql }: Words, uid: string, at: number): Fragment =>
  sql`(SELECT a.status FROM agenda_availability a WHERE a.event_uid = ${
    sql.literal(uid)
  } AND a.from_ms <= ${at} ORDER BY a.from_ms DESC LIMIT 1)`

/** The event has no row: neither offers nor anything that a provider says. */
export const isUntold = (words: Words, uid: string): Fragment =>
  words.sql`NOT ${rowExists(words, words.sql`agenda_availability a WHERE a.event_uid = ${words.sql.literal(uid)}`)}`

/**
 * One row `v` for each event of a scope whose tickets stand like one of these at an instant, to be put behind `FROM`. Of each stretch of one
 * status there is one row with its end, and what is over lies in front of the range by which they are found, however much of it there is. The
 * sign keeps the index of all beginnings from being taken.
 */
export const statusRows = (words: Words, scope: Scope, statuses: ReadonlyArray<Availability>, at: number): Fragment =>
  words.sql`agenda_availability v WHERE ${compileScopeAtOnce(words, scope, "v.agenda_uid")} AND ${
    isOneOfTexts(words, "v.status", statuses)
  } AND v.status_until > ${at} AND +v.from_ms <= ${at}`

/** The same for every status. */
export const anyStatusRows = (words: Words, scope: Scope, at: number): Fragment => statusRows(words, scope, availabilities, at)

/** The tickets of the event stand like one of these, for events that are met one by one. */
export const compileAvailability = (words: Words, { at, in: statuses, orNone }: OfAvailability, on: ScopedColumns): Fragment => {
  const { dialect, sql } = words
  const asked = orNone ? [...statuses, ""] : statuses
  return asked.length === 0 ? never(sql) : dialect.isAnyOfTexts(sql, sql`COALESCE(${statusAt(words, on.uid, at)}, '')`, asked)
}

/** The same for events that are looked at all at once, however many there are: those that meet it are found first. */
export const compileAvailabilityAtOnce = (words: Words, { at, in: statuses, orNone }: OfAvailability, on: ScopedColumns): Fragment => {
  const { dialect, sql } = words
  const found = dialect.isAmongFound(sql, sql.literal(on.uid), sql`SELECT v.event_uid FROM ${statusRows(words, on.scope, statuses, at)}`)
  return orNone ? sql.or([found, isUntold(words, on.uid)]) : found
}
