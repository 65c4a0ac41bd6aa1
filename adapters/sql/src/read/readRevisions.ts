import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import { isOneOfTexts, type SqlContext } from "../fragment/isOneOf.js"

/** The revisions in rows of topics, in the order of `topics`. 0 for a topic without one. */
export const revisionsFrom = (
  operation: string,
  rows: ReadonlyArray<Row>,
  topics: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<number>, StoreError> =>
  Effect.map(
    readRows(operation, rows, (row) => [Cell.text(row, "topic"), Cell.integer(row, "revision")] as const),
    (found) => {
      const revisions = new Map(found)
      return topics.map((topic) => revisions.get(topic) ?? 0)
    }
  )

/** The `SELECT` of the rows that `revisionsFrom` parses. */
export const selectRevisions = (context: SqlContext, topics: ReadonlyArray<string>): Statement<Row> =>
  context.sql`SELECT topic, revision FROM agenda_revision WHERE ${isOneOfTexts(context, "topic", topics)}`

/** `RevisionStore.read`: the revisions of some topics, in the same order. 0 for a topic without one. */
export const readRevisions = (
  context: SqlContext,
  operation: string,
  topics: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<number>, SqlError | StoreError> =>
  Effect.flatMap(selectRevisions(context, topics), (rows) => revisionsFrom(operation, rows, topics))

/** Whether a database has these revisions still. */
export const hasRevisions = (
  context: SqlContext,
  operation: string,
  { revisions, topics }: TopicRevisions
): Effect.Effect<boolean, SqlError | StoreError> =>
  Effect.map(readRevisions(context, operation, topics), (now) => now.every((revision, index) => revision === revisions[index]))
