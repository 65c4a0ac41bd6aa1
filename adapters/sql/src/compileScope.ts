import type { Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { isOneOf, type Words } from "./isOneOf.js"

const isListed = "a.is_private = 0 AND a.is_indexed = 1"

const inAgendas = (words: Words, { within }: Extract<Scope, { readonly _tag: "Public" }>, agendaUid: string): ReadonlyArray<Fragment> =>
  within === null ? [] : [isOneOf(words, agendaUid, within)]

/** What keeps a row to a plan's agendas. Across agendas each row is looked at on its way, which leaves it in the order it has in its index. */
export const compileScope = (words: Words, scope: Scope, agendaUid: string): Fragment => {
  const { sql } = words
  if (scope._tag === "Agenda") return sql`${sql.literal(agendaUid)} = ${scope.agendaUid}`
  return sql.and([
    ...inAgendas(words, scope, agendaUid),
    sql`EXISTS (SELECT 1 FROM agenda a WHERE a.uid = ${sql.literal(agendaUid)} AND ${sql.literal(isListed)})`
  ])
}

/** The same, for rows whose order does not matter: across agendas they are met agenda by agenda. */
export const compileScopeAtOnce = (words: Words, scope: Scope, agendaUid: string): Fragment => {
  const { sql } = words
  if (scope._tag === "Agenda") return compileScope(words, scope, agendaUid)
  return sql.and([
    ...inAgendas(words, scope, agendaUid),
    sql`${sql.literal(agendaUid)} IN (SELECT a.uid FROM agenda a WHERE ${sql.literal(isListed)})`
  ])
}
