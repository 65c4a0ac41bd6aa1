import { createStatements, runStatements, type SchemaDialect } from "@agenda-engine/sql/schema/createStatements"
import { firstReleaseTables } from "@agenda-engine/sql/schema/firstRelease"

const dialect: SchemaDialect = {
  types: { big: "INTEGER", identity: "INTEGER", real: "REAL", small: "INTEGER", text: "TEXT" },
  hasIncludedColumns: false,
  limitsKeys: false,
  tableOptions: ({ isClustered = false }) => isClustered ? " STRICT, WITHOUT ROWID" : " STRICT"
}

/**
 * Terms contain letters and digits of any script and `:`. The tokenizer takes every character beyond ASCII for a
 * letter.
 */
const fullText =
  `CREATE VIRTUAL TABLE agenda_event_fulltext USING fts5(terms, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars ':'")`

/** The statements of the step. */
export const statements: ReadonlyArray<string> = [...createStatements(dialect, firstReleaseTables), fullText]

/** Creates the schema of 0.1.0. */
export const firstRelease = runStatements(statements)
