import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { forEachInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Row } from "@effect/sql/SqlConnection"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"

/** The uid of a row's record, if it has one. */
const uidOf = (row: Row): { readonly uid?: number } => {
  const uid = Number(row["uid"] ?? row["event_uid"])
  return Number.isSafeInteger(uid) ? { uid } : {}
}

const corrupt = (operation: string, row: Row, cause: unknown): StoreError =>
  new StoreError({ reason: "Corrupt", operation, cause, ...uidOf(row) })

/** Larger results are parsed in slices, yielding in between. */
const rowsAtOnce_max = 100

/**
 * Parses rows to records. A row that `read` throws on fails with reason `Corrupt` and the uid in its column `uid` or
 * `event_uid`.
 */
export const readRows = <A>(
  operation: string,
  rows: ReadonlyArray<Row>,
  read: (row: Row) => A
): Effect.Effect<ReadonlyArray<A>, StoreError> =>
  rows.length <= rowsAtOnce_max ? readAtOnce(operation, rows, read) : Effect.map(
    forEachInSlices(Arr.chunksOf(rows, rowsAtOnce_max), (chunk) => readAtOnce(operation, chunk, read)),
    (chunks) => chunks.flat()
  )

const readAtOnce: typeof readRows = (operation, rows, read) => {
  const records = []
  for (const row of rows) {
    try {
      records.push(read(row))
    } catch (cause) {
      return corrupt(operation, row, cause)
    }
  }
  return Effect.succeed(records)
}

/** Parses the first row. Null when there is none. */
export const readFirst = <A>(
  operation: string,
  [row]: ReadonlyArray<Row>,
  read: (row: Row) => A
): Effect.Effect<A | null, StoreError> => {
  if (row === undefined) return Effect.succeed(null)
  try {
    return Effect.succeed(read(row))
  } catch (cause) {
    return corrupt(operation, row, cause)
  }
}
