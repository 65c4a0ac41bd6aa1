import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Row } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"

/** Rows as records. One that makes none fails with reason `Corrupt`. */
export const readRows = <A>(
  operation: string,
  rows: ReadonlyArray<Row>,
  read: (row: Row) => A
): Effect.Effect<ReadonlyArray<A>, StoreError> =>
  Effect.try({
    try: () => rows.map(read),
    catch: (cause) => new StoreError({ reason: "Corrupt", operation, cause })
  })

/** The first of some rows as a record; null when there is none. */
export const readFirst = <A>(operation: string, rows: ReadonlyArray<Row>, read: (row: Row) => A): Effect.Effect<A | null, StoreError> =>
  Effect.map(readRows(operation, rows.slice(0, 1), read), ([first]) => first ?? null)
