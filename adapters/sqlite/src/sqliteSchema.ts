import type { SchemaDialect } from "@agenda-engine/sql/schema/createStatements"

/** How SQLite spells the schema. */
export const sqliteSchema: SchemaDialect = {
  types: { big: "INTEGER", identity: "INTEGER", real: "REAL", small: "INTEGER", text: "TEXT" },
  hasIncludedColumns: false,
  limitsKeys: false,
  tableOptions: ({ isClustered = false }) => isClustered ? " STRICT, WITHOUT ROWID" : " STRICT",
  // Terms contain letters and digits of any script and `:`. The tokenizer takes every character beyond ASCII for a
  // letter.
  fullText: [
    `CREATE VIRTUAL TABLE agenda_event_fulltext USING fts5(terms, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars ':'")`
  ],
  tokensIn: (line, name) => `json_each('["' || replace(trim(${line}), ' ', '","') || '"]') ${name}`
}
