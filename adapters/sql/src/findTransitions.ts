import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Transitions, TransitionsPlan } from "@agenda-engine/core/query/Transitions"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { compileTransitions } from "./compileTransitions.js"
import { readFirst } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** The last and next instants around `at` at which a slot begins or ends, or availability changes. */
export const findTransitions = (database: SqlDatabase, plan: TransitionsPlan): Effect.Effect<Transitions, StoreError> => {
  const operation = "EventStore.transitions"
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
