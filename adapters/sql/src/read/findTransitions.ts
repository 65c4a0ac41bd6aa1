import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Transitions, TransitionsPlan } from "@agenda-engine/core/query/event/Transitions"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { compileScope } from "../plan/condition/compileScope.js"

/** Longest slot, in milliseconds. A slot that ends in a time window began at most this long before it. */
const slot_ms_max = 86_400_000

/**
 * Compiles the transitions around an instant: one row of `last_turn` and `next_turn`. Transitions are slot begins, slot
 * ends and changes of availability. Each branch is a range scan of an index: slots by begin, published or not, of one
 * agenda or of all; availability of all events.
 */
export const compileTransitions = (context: SqlContext, plan: TransitionsPlan): Fragment => {
  const { sql } = context
  const { at, from, until } = plan
  const readable = compileScope(context, plan.scope, "s.agenda_uid")
  const slotTransitions = (state: string) => {
    const slotsSince = (since: number) =>
      sql`agenda_slot s WHERE ${readable} AND ${sql.literal(state)} AND s.begin_ms >= ${since} AND s.begin_ms < ${until}`
    return sql`SELECT s.begin_ms AS turn FROM ${slotsSince(from)} UNION ALL SELECT s.end_ms FROM ${
      slotsSince(from - slot_ms_max)
    } AND s.end_ms >= ${from} AND s.end_ms < ${until}`
  }
  const unpublished = plan.audience === "public" ? sql.literal("") : sql` UNION ALL ${slotTransitions("s.state <> 2")}`
  const audience = sql.literal(plan.audience === "public" ? " AND v.state = 2" : "")
  const ticketing = sql` UNION ALL SELECT v.from_ms FROM agenda_availability v WHERE ${
    compileScope(context, plan.scope, "v.agenda_uid")
  } AND v.from_ms >= ${from} AND v.from_ms < ${until}${audience}`
  return sql`SELECT max(CASE WHEN t.turn <= ${at} THEN t.turn END) AS last_turn, min(CASE WHEN t.turn > ${at} THEN t.turn END) AS next_turn FROM (${
    slotTransitions("s.state = 2")
  }${unpublished}${ticketing}) t`
}

/** The last and next instants around `at` at which a slot begins or ends, or availability changes. */
export const findTransitions = (database: SqlDatabase, plan: TransitionsPlan): Effect.Effect<Transitions, StoreError> => {
  const operation = "EventSearch.transitions"
  const { read, sql } = database
  return read(
    operation,
    sql`${compileTransitions(database, plan)}`.pipe(
      Effect.flatMap((rows) =>
        readFirst(operation, rows, (row) => ({ last: Cell.integerOrNull(row, "last_turn"), next: Cell.integerOrNull(row, "next_turn") }))
      ),
      Effect.map((found) => found ?? { last: null, next: null })
    )
  )
}
