import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Turns, TurnsPlan } from "@agenda-engine/core/query/Stillness"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { compileTurns } from "./compileTurns.js"
import { readFirst } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Where slots begin or end, or tickets come to stand otherwise, around an instant. */
export const findTurns = (database: SqlDatabase, plan: TurnsPlan): Effect.Effect<Turns, StoreError> => {
  const operation = "EventStore.turns"
  const { read, sql } = database
  return read(
    operation,
    sql`${compileTurns(database, plan)}`.pipe(
      Effect.flatMap((rows) =>
        readFirst(operation, rows, (row) => ({ last: Cell.integerOrNull(row, "last_turn"), next: Cell.integerOrNull(row, "next_turn") }))
      ),
      Effect.map((found) => found ?? { last: null, next: null })
    )
  )
}
