import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { isOneOf, type SqlContext } from "../../fragment/isOneOf.js"

const isListed = "a.is_private = 0 AND a.is_indexed = 1"

const inAgendas = (
  context: SqlContext,
  { within }: Extract<Scope, { readonly _tag: "Public" }>,
  agendaUid: string
): ReadonlyArray<Fragment> => within === null ? [] : [isOneOf(context, agendaUid, within)]

/**
 * Predicate: the row is in one of the plan's agendas. Across agendas, the agenda is checked row by row, which preserves
 * the index order.
 */
export const compileScope = (context: SqlContext, scope: Scope, agendaUid: string): Fragment => {
  const { sql } = context
  if (scope._tag === "Agenda") return sql`${sql.literal(agendaUid)} = ${scope.agendaUid}`
  return sql.and([
    ...inAgendas(context, scope, agendaUid),
    sql`EXISTS (SELECT 1 FROM agenda a WHERE a.uid = ${sql.literal(agendaUid)} AND ${sql.literal(isListed)})`
  ])
}

/** `compileScope` where row order does not matter: across agendas, scans agenda by agenda. */
export const compileScopeForSet = (context: SqlContext, scope: Scope, agendaUid: string): Fragment => {
  const { sql } = context
  if (scope._tag === "Agenda") return compileScope(context, scope, agendaUid)
  return sql.and([
    ...inAgendas(context, scope, agendaUid),
    sql`${sql.literal(agendaUid)} IN (SELECT a.uid FROM agenda a WHERE ${sql.literal(isListed)})`
  ])
}
