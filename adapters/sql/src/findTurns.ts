import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Turns, TurnsPlan } from "@agenda-engine/core/query/Stillness"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { compileScope } from "./compileScope.js"
import { readFirst } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** No slot is longer, in milliseconds: one that ends in a stretch began no longer than this before it. */
const slot_ms_max = 86_400_000

/**
 * Where slots begin or end around an instant: one statement, whose ranges by begin have the indexes of the slots of published events and of
 * the others, of one agenda, or of the slots of all published events, each of which is looked at for its agenda.
 */
export const findTurns = (database: SqlDatabase, plan: TurnsPlan): Effect.Effect<Turns, StoreError> => {
  const operation = "EventStore.turns"
  const { read, sql } = database
  const { at, from, until } = plan
  const readable = compileScope(database, plan.scope, "s.agenda_uid")
  const turns = (state: string) => {
    const begun = (since: number) =>
      sql`agenda_slot s WHERE ${readable} AND ${sql.literal(state)} AND s.begin_ms >= ${since} AND s.begin_ms < ${until}`
    return sql`SELECT s.begin_ms AS turn FROM ${begun(from)} UNION ALL SELECT s.end_ms FROM ${
      begun(from - slot_ms_max)
    } AND s.end_ms >= ${from} AND s.end_ms < ${until}`
  }
  return read(
    operation,
    sql`SELECT max(CASE WHEN t.turn <= ${at} THEN t.turn END) AS last_turn, min(CASE WHEN t.turn > ${at} THEN t.turn END) AS next_turn FROM (${
      turns("s.state = 2")
    }${plan.audience === "public" ? sql.literal("") : sql` UNION ALL ${turns("s.state <> 2")}`}) t`.pipe(
      Effect.flatMap((rows) =>
        readFirst(operation, rows, (row) => ({ last: Cell.integerOrNull(row, "last_turn"), next: Cell.integerOrNull(row, "next_turn") }))
      ),
      Effect.map((found) => found ?? { last: null, next: null })
    )
  )
}
