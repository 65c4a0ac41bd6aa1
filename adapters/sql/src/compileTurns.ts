import type { TurnsPlan } from "@agenda-engine/core/query/Stillness"
import type { Fragment } from "@effect/sql/Statement"
import { compileScope } from "./compileScope.js"
import type { Words } from "./isOneOf.js"

/** No slot is longer, in milliseconds: one that ends in a stretch began no longer than this before it. */
const slot_ms_max = 86_400_000

/**
 * Where slots begin or end, or tickets come to stand otherwise, around an instant, as one row of `last_turn` and `next_turn`: one statement,
 * whose ranges by begin have the indexes of the slots of published events and of the others, of one agenda, or of the slots of all published
 * events, each of which is looked at for its agenda. Those of tickets have indexes of all events.
 */
export const compileTurns = (words: Words, plan: TurnsPlan): Fragment => {
  const { sql } = words
  const { at, from, until } = plan
  const readable = compileScope(words, plan.scope, "s.agenda_uid")
  const turns = (state: string) => {
    const begun = (since: number) =>
      sql`agenda_slot s WHERE ${readable} AND ${sql.literal(state)} AND s.begin_ms >= ${since} AND s.begin_ms < ${until}`
    return sql`SELECT s.begin_ms AS turn FROM ${begun(from)} UNION ALL SELECT s.end_ms FROM ${
      begun(from - slot_ms_max)
    } AND s.end_ms >= ${from} AND s.end_ms < ${until}`
  }
  const unpublished = plan.audience === "public" ? sql.literal("") : sql` UNION ALL ${turns("s.state <> 2")}`
  const audience = sql.literal(plan.audience === "public" ? " AND v.state = 2" : "")
  const ticketing = sql` UNION ALL SELECT v.from_ms FROM agenda_availability v WHERE ${
    compileScope(words, plan.scope, "v.agenda_uid")
  } AND v.from_ms >= ${from} AND v.from_ms < ${until}${audience}`
  return sql`SELECT max(CASE WHEN t.turn <= ${at} THEN t.turn END) AS last_turn, min(CASE WHEN t.turn > ${at} THEN t.turn END) AS next_turn FROM (${
    turns("s.state = 2")
  }${unpublished}${ticketing}) t`
}
