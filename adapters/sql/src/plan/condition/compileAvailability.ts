import { availabilities, type Availability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "../../fragment/Columns.js"
import { alwaysFalse, isOneOfTexts, rowExists, type SqlContext } from "../../fragment/isOneOf.js"
import { isOfEvent } from "../../fragment/ofEvent.js"
import { compileScopeForSet } from "./compileScope.js"

type OfAvailability = Extract<Condition, { readonly _tag: "Availability" }>

/** Scalar subquery: the availability of an event at an instant. NULL when it has none. */
export const statusAt = (context: SqlContext, on: ScopedColumns, at: number): Fragment =>
  context.sql`(SELECT a.status FROM agenda_availability a WHERE ${
    isOfEvent(context, "a", on)
  } AND a.from_ms <= ${at} ORDER BY a.from_ms DESC LIMIT 1)`

/** Predicate: the event has no availability, neither from offers nor from a provider. */
export const hasNoAvailability = (context: SqlContext, on: ScopedColumns): Fragment =>
  context.sql`NOT ${rowExists(context, context.sql`agenda_availability a WHERE ${isOfEvent(context, "a", on)}`)}`

/**
 * One row `v` per event of a scope whose availability at an instant is one of `statuses`: a `FROM` item. Rows are
 * indexed by the end of their interval, so an index range skips everything already over. The unary plus disqualifies
 * the index of all interval starts.
 */
export const statusRows = (context: SqlContext, scope: Scope, statuses: ReadonlyArray<Availability>, at: number): Fragment =>
  context.sql`agenda_availability v WHERE ${compileScopeForSet(context, scope, "v.agenda_uid")} AND ${
    isOneOfTexts(context, "v.status", statuses)
  } AND v.status_until > ${at} AND +v.from_ms <= ${at}`

/** `statusRows` of every status. */
export const anyStatusRows = (context: SqlContext, scope: Scope, at: number): Fragment => statusRows(context, scope, availabilities, at)

/** Predicate: the event's availability is one of these. For point look-ups. */
export const compileAvailability = (context: SqlContext, { at, in: statuses, orNone }: OfAvailability, on: ScopedColumns): Fragment => {
  const { dialect, sql } = context
  const statusTexts = orNone ? [...statuses, ""] : statuses
  return statusTexts.length === 0
    ? alwaysFalse(sql)
    : dialect.isAnyOfTexts(sql, sql`COALESCE(${statusAt(context, on, at)}, '')`, statusTexts)
}

/** `compileAvailability` for a whole set of events: evaluates the matching events first, as a subquery. */
export const compileAvailabilityForSet = (
  context: SqlContext,
  { at, in: statuses, orNone }: OfAvailability,
  on: ScopedColumns
): Fragment => {
  const { dialect, sql } = context
  const found = dialect.inSubquery(sql, sql.literal(on.uid), sql`SELECT v.event_uid FROM ${statusRows(context, on.scope, statuses, at)}`)
  return orNone ? sql.or([found, hasNoAvailability(context, on)]) : found
}
