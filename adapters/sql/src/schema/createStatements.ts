import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Column, ColumnType, Index, KeyColumn, Table } from "./Table.js"

/** How a database spells a schema. */
export interface SchemaDialect {
  readonly types: { readonly [T in ColumnType]: string }
  /** Whether an index can include columns beside its key. Where it cannot, they end the key. */
  readonly hasIncludedColumns: boolean
  /** Whether index keys have a size limit, so that long texts are left out of them. */
  readonly limitsKeys: boolean
  /** What follows the column list of a table. */
  readonly tableOptions: (table: Table) => string
  /** The statements that create the full-text index `agenda_event_fulltext`. */
  readonly fullText: ReadonlyArray<string>
  /** An expression of 32 random hexadecimal digits. */
  readonly randomDigits: string
}

const columnText = ({ types }: SchemaDialect, name: string, { isNullable, references, type }: Column): string =>
  [
    `${name} ${types[type]}`,
    ...(isNullable ? [] : ["NOT NULL"]),
    ...(references === undefined ? [] : [`REFERENCES ${references} (uid)`])
  ].join(" ")

const keyText = ({ limitsKeys }: SchemaDialect, columns: ReadonlyArray<KeyColumn>): string =>
  columns.flatMap((column) => typeof column === "string" ? [column] : limitsKeys ? [] : [column.longText]).join(", ")

const includeText = ({ hasIncludedColumns }: SchemaDialect, columns: ReadonlyArray<string> | undefined): string =>
  columns === undefined || !hasIncludedColumns ? "" : ` INCLUDE (${columns.join(", ")})`

const tableText = (dialect: SchemaDialect, table: Table): string => {
  const { columns, include, name, primaryKey, unique = [] } = table
  const parts = [
    ...Object.entries(columns).map(([column, definition]) => columnText(dialect, column, definition)),
    `PRIMARY KEY (${keyText(dialect, primaryKey)})${includeText(dialect, include)}`,
    ...unique.map((key) => `UNIQUE (${key.join(", ")})`)
  ]
  return `CREATE TABLE ${name} (${parts.join(", ")})${dialect.tableOptions(table)}`
}

const indexText = (dialect: SchemaDialect, table: string, name: string, { include = [], isUnique = false, on, where }: Index): string => {
  const isAppended = include.length === 0 || !dialect.hasIncludedColumns
  const key = keyText(dialect, isAppended ? [...on, ...include] : on)
  const included = isAppended ? "" : includeText(dialect, include)
  return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${name} ON ${table} (${key})${included}${where === undefined ? "" : ` WHERE ${where}`}`
}

/** The statements that create these tables and their indexes. A table comes after those that it refers to. */
export const createStatements = (dialect: SchemaDialect, tables: ReadonlyArray<Table>): ReadonlyArray<string> =>
  tables.flatMap((table) => [
    tableText(dialect, table),
    ...Object.entries(table.indexes ?? {}).map(([name, index]) => indexText(dialect, table.name, name, index))
  ])

/** Executes statements in order, as a migration step. */
export const runStatements = (statements: ReadonlyArray<string>): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
