import type { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { readRevisions } from "../read/readRevisions.js"

const columns = { topic: "text" } as const

/** `RevisionStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<RevisionStore> => {
  const { writeUnchecked: change, dialect, read, sql } = database
  const operation = "RevisionStore.read"
  return {
    read: (topics) => read(operation, readRevisions(database, operation, topics)),
    // The WHERE keeps SQLite from parsing ON CONFLICT as a join condition.
    bump: (topics) =>
      change(
        "RevisionStore.bump",
        Effect.asVoid(
          sql`INSERT INTO agenda_revision (topic, revision) SELECT topic, 1 FROM ${
            dialect.rows(sql, columns, JSON.stringify(topics.map((topic) => ({ topic }))))
          } WHERE 1 = 1 ON CONFLICT (topic) DO UPDATE SET revision = agenda_revision.revision + 1`
        )
      ),
    raise: (topic, revision) =>
      change(
        "RevisionStore.raise",
        Effect.asVoid(
          sql`INSERT INTO agenda_revision (topic, revision) VALUES (${topic}, ${revision}) ON CONFLICT (topic) DO UPDATE SET revision = excluded.revision WHERE agenda_revision.revision < excluded.revision`
        )
      )
  }
}
