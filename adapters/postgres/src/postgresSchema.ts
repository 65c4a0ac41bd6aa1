import type { SchemaDialect } from "@agenda-engine/sql/schema/createStatements"

/** How Postgres spells the schema. */
export const postgresSchema: SchemaDialect = {
  types: {
    big: "bigint",
    identity: "bigint GENERATED ALWAYS AS IDENTITY",
    real: "double precision",
    small: "integer",
    text: `text COLLATE "C"`
  },
  hasIncludedColumns: true,
  limitsKeys: true,
  tableOptions: ({ leavesRoom = false }) => leavesRoom ? " WITH (fillfactor = 50)" : "",
  // The terms are stored outside of their rows, so that scans read few pages. The pending list of the index is kept
  // short, because every search reads all of it.
  fullText: [
    "CREATE TABLE agenda_event_fulltext (event_uid bigint PRIMARY KEY, terms tsvector NOT NULL) WITH (toast_tuple_target = 128)",
    "ALTER TABLE agenda_event_fulltext ALTER COLUMN terms SET STORAGE EXTERNAL",
    "CREATE INDEX agenda_event_fulltext_by_term ON agenda_event_fulltext USING gin (terms) WITH (gin_pending_list_limit = 256)"
  ],
  tokensIn: (line, name) => `unnest(string_to_array(trim(${line}), ' ')) AS ${name} (value)`
}
