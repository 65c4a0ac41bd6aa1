import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { isOneOfTexts, type Words } from "./isOneOf.js"
import { readRows } from "./readRows.js"

/** The revisions of some topics, in their order: `RevisionStore.read`. */
export const readRevisions = (
  words: Words,
  operation: string,
  topics: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> =>
  words.sql`SELECT topic, revision FROM agenda_revision WHERE ${isOneOfTexts(words, "topic", topics)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => [Cell.text(row, "topic"), Cell.integer(row, "revision")] as const)),
    Effect.map((found) => {
      const revisions = new Map(found)
      return topics.map((topic) => revisions.get(topic) ?? 0)
    })
  )
