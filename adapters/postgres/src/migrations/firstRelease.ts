import { createStatements, runStatements, type SchemaDialect } from "@agenda-engine/sql/schema/createStatements"
import { firstReleaseTables } from "@agenda-engine/sql/schema/firstRelease"

const dialect: SchemaDialect = {
  types: {
    big: "bigint",
    identity: "bigint GENERATED ALWAYS AS IDENTITY",
    real: "double precision",
    small: "integer",
    text: `text COLLATE "C"`
  },
  hasIncludedColumns: true,
  limitsKeys: true,
  tableOptions: ({ leavesRoom = false }) => leavesRoom ? " WITH (fillfactor = 50)" : ""
}

/**
 * The terms are stored outside of their rows, so that scans read few pages. The pending list of the index is kept
 * short, because every search reads all of it.
 */
const fullText = [
  "CREATE TABLE agenda_event_fulltext (event_uid bigint PRIMARY KEY, terms tsvector NOT NULL) WITH (toast_tuple_target = 128)",
  "ALTER TABLE agenda_event_fulltext ALTER COLUMN terms SET STORAGE EXTERNAL",
  "CREATE INDEX agenda_event_fulltext_by_term ON agenda_event_fulltext USING gin (terms) WITH (gin_pending_list_limit = 256)"
]

/** The statements of the step. */
export const statements: ReadonlyArray<string> = [...createStatements(dialect, firstReleaseTables), ...fullText]

/** Creates the schema of 0.1.0. */
export const firstRelease = runStatements(statements)
