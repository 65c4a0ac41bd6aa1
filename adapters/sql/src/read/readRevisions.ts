import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import { isOneOfTexts, type SqlContext } from "../fragment/isOneOf.js"

/** `RevisionStore.read`: the revisions of some topics, in the same order. 0 for a topic without one. */
export const readRevisions = (
  context: SqlContext,
  operation: string,
  topics: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> =>
  context.sql`SELECT topic, revision FROM agenda_revision WHERE ${isOneOfTexts(context, "topic", topics)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => [Cell.text(row, "topic"), Cell.integer(row, "revision")] as const)),
    Effect.map((found) => {
      const revisions = new Map(found)
      return topics.map((topic) => revisions.get(topic) ?? 0)
    })
  )
