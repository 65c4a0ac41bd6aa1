import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import { isOneOfTexts, type SqlContext } from "../fragment/isOneOf.js"

/** Tokens that events of an agenda had, and those that they have now, once per event (`countedTokens`). */
export interface Recount {
  readonly agendaUid: number
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * The statements that count tokens in `agenda_word_count`; none without differences. They write rows that other events
 * of the agenda share, so the transaction holds the agenda's lock.
 */
export const recount = (context: SqlContext, { after, agendaUid, before }: Recount): ReadonlyArray<Statement<Row>> => {
  const { dialect, sql } = context
  const counts = new Map<string, number>()
  for (const token of after) counts.set(token, (counts.get(token) ?? 0) + 1)
  for (const token of before) counts.set(token, (counts.get(token) ?? 0) - 1)
  const changed = [...counts].flatMap(([token, events]) => events === 0 ? [] : [{ token, events }])
  const fewer = changed.flatMap(({ events, token }) => events < 0 ? [token] : [])
  if (changed.length === 0) return []
  const rows = dialect.rows(sql, { token: "text", events: "integer" }, JSON.stringify(changed))
  const counting =
    sql`INSERT INTO agenda_word_count (agenda_uid, token, events) SELECT CAST(${agendaUid} AS BIGINT), r.token, r.events FROM ${rows} WHERE 1 = 1 ON CONFLICT (agenda_uid, token) DO UPDATE SET events = agenda_word_count.events + excluded.events`
  return fewer.length === 0 ? [counting] : [
    counting,
    sql`DELETE FROM agenda_word_count WHERE agenda_uid = ${agendaUid} AND ${isOneOfTexts(context, "token", fewer)} AND events = 0`
  ]
}
