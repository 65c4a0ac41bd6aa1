import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { tablesByAgenda } from "./byAgenda.js"
import type { Column, ColumnType, Index, KeyColumn, Table } from "./Table.js"

/** How a database spells a schema. */
export interface SchemaDialect {
  readonly types: { readonly [T in ColumnType]: string }
  /** Whether an index can include columns beside its key. Where it cannot, they end the key. */
  readonly hasIncludedColumns: boolean
  /** Whether index keys have a size limit, so that long texts are left out of them. */
  readonly limitsKeys: boolean
  /** Whether keys of tables by agenda begin with it (`Table.byAgenda`). */
  readonly keysByAgenda: boolean
  /** Number of partitions of each table by agenda. Null: none has partitions. */
  readonly partitions: number | null
  /** What follows the column list of a table. */
  readonly tableOptions: (table: Table) => string
  /** The statements that create the full-text index `agenda_event_fulltext`. */
  readonly fullText: ReadonlyArray<string>
  /** An expression of 32 random hexadecimal digits. */
  readonly randomDigits: string
}

/** Whether the table refers to others by agenda and uid, so that both rows are in one partition. */
const refersByAgenda = ({ keysByAgenda }: SchemaDialect, { byAgenda = false }: Table): boolean => keysByAgenda && byAgenda

const columnText = (dialect: SchemaDialect, table: Table, name: string, { isNullable, references, type }: Column): string =>
  [
    `${name} ${dialect.types[type]}`,
    ...(isNullable ? [] : ["NOT NULL"]),
    ...(references === undefined || refersByAgenda(dialect, table) ? [] : [`REFERENCES ${references} (uid)`])
  ].join(" ")

const referencesByAgenda = (dialect: SchemaDialect, table: Table): ReadonlyArray<string> =>
  Object.entries(table.columns).flatMap(([column, { references }]) =>
    references === undefined || !refersByAgenda(dialect, table)
      ? []
      : [`FOREIGN KEY (agenda_uid, ${column}) REFERENCES ${references} (agenda_uid, uid)`]
  )

const keyText = ({ limitsKeys }: SchemaDialect, columns: ReadonlyArray<KeyColumn>): string =>
  columns.flatMap((column) => typeof column === "string" ? [column] : limitsKeys ? [] : [column.longText]).join(", ")

const includeText = ({ hasIncludedColumns }: SchemaDialect, columns: ReadonlyArray<string> | undefined): string =>
  columns === undefined || !hasIncludedColumns ? "" : ` INCLUDE (${columns.join(", ")})`

/** The statements that create a table by agenda, whose columns and keys are given, with its partitions. */
export const tableByAgenda = (name: string, columns: string, partitions: number | null, options: string): ReadonlyArray<string> =>
  partitions === null ? [`CREATE TABLE ${name} (${columns})${options}`] : [
    `CREATE TABLE ${name} (${columns}) PARTITION BY HASH (agenda_uid)`,
    ...Array.from(
      { length: partitions },
      (_, number) =>
        `CREATE TABLE ${name}_p${number} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${number})${options}`
    )
  ]

const isSameKey = (left: ReadonlyArray<KeyColumn>, right: ReadonlyArray<KeyColumn>): boolean =>
  left.length === right.length && left.every((column, index) => column === right[index])

const tableTexts = (dialect: SchemaDialect, table: Table): ReadonlyArray<string> => {
  const { columns, include, name, primaryKey, unique = [] } = table
  const parts = [
    ...Object.entries(columns).map(([column, definition]) => columnText(dialect, table, column, definition)),
    `PRIMARY KEY (${keyText(dialect, primaryKey)})${includeText(dialect, include)}`,
    ...unique.map((key) => `UNIQUE (${key.join(", ")})`),
    ...referencesByAgenda(dialect, table)
  ]
  return tableByAgenda(name, parts.join(", "), table.byAgenda === true ? dialect.partitions : null, dialect.tableOptions(table))
}

const indexText = (dialect: SchemaDialect, table: string, name: string, { include = [], isUnique = false, on, where }: Index): string => {
  const isAppended = include.length === 0 || !dialect.hasIncludedColumns
  const key = keyText(dialect, isAppended ? [...on, ...include] : on)
  const included = isAppended ? "" : includeText(dialect, include)
  return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${name} ON ${table} (${key})${included}${where === undefined ? "" : ` WHERE ${where}`}`
}

/** The statements that create these tables and their indexes. A table comes after those that it refers to. */
export const createStatements = (dialect: SchemaDialect, tables: ReadonlyArray<Table>): ReadonlyArray<string> =>
  (dialect.keysByAgenda ? tablesByAgenda(tables) : tables).flatMap((table) => [
    ...tableTexts(dialect, table),
    ...Object.entries(table.indexes ?? {}).flatMap(([name, index]) =>
      isSameKey(index.on, table.primaryKey) ? [] : [indexText(dialect, table.name, name, index)]
    )
  ])

/** Executes statements in order, as a migration step. */
export const runStatements = (statements: ReadonlyArray<string>): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
