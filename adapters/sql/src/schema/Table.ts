/**
 * Storage type of a column. `big`: a whole number of 64 bits (uids, instants, versions). `small`: one of 32 bits
 * (states, flags, positions). `identity`: a `big` that the database assigns. `separateKey`: a `big` primary key of a
 * table whose rows fill about a page each. SQLite stores these rows by rowid, with the key in a separate index. Rows
 * stored by a random key would split pages at each insert.
 */
export type ColumnType = "big" | "identity" | "real" | "separateKey" | "small" | "text"

/** A column. */
export interface Column {
  readonly type: ColumnType
  readonly isNullable: boolean
  /** The table whose `uid` it refers to. */
  readonly references?: string
}

/**
 * A column of an index key. `longText`: a text that may exceed the size limit of a key, left out where there is one.
 */
export type KeyColumn = string | { readonly longText: string }

/** An index, by default over all rows and not unique. It is not made where its key is the primary key. */
export interface Index {
  /** The key, each column with its direction when it is descending (`created_at DESC`). */
  readonly on: ReadonlyArray<KeyColumn>
  /** Columns that are stored beside the key, so that scans read no table row. */
  readonly include?: ReadonlyArray<string>
  /** The predicate of a partial index. */
  readonly where?: string
  readonly isUnique?: boolean
}

/** A table with its indexes by name. */
export interface Table {
  readonly name: string
  readonly columns: { readonly [name: string]: Column }
  readonly primaryKey: ReadonlyArray<KeyColumn>
  /** Columns that the index of the primary key stores beside it, where it is not the table itself. */
  readonly include?: ReadonlyArray<string>
  /** Unique keys besides the primary key. */
  readonly unique?: ReadonlyArray<ReadonlyArray<string>>
  /**
   * Whether SQLite stores the rows in the primary key's index instead of by rowid. Not for long rows: each comparison
   * on the way to a row copies a whole one.
   */
  readonly isClustered?: boolean
  /** Whether rows are updated so often that pages leave room for new versions. */
  readonly leavesRoom?: boolean
  /**
   * Whether rows belong to one agenda, so that a database can spread them by it. Where it does
   * (`SchemaDialect.keysByAgenda`), primary and unique keys, references and indexes by event begin with `agenda_uid`.
   */
  readonly byAgenda?: boolean
  /**
   * Look-up tables by name, each of the agenda and the `uid` of the row with a value in this column. They keep values
   * unique in all agendas, where keys begin with the agenda.
   */
  readonly lookUps?: { readonly [name: string]: string }
  readonly indexes?: { readonly [name: string]: Index }
}

/** A whole number of 64 bits. */
export const big: Column = { type: "big", isNullable: false }

/** A whole number of 32 bits. */
export const small: Column = { type: "small", isNullable: false }

/** A floating-point number of 64 bits. */
export const real: Column = { type: "real", isNullable: false }

/** A text that is compared by code points. */
export const text: Column = { type: "text", isNullable: false }

/** A number that the database assigns. */
export const identity: Column = { type: "identity", isNullable: false }

/** The same column, which may be null. */
export const nullable = (column: Column): Column => ({ ...column, isNullable: true })

/** The `uid` of a row of another table. */
export const uidOf = (references: string): Column => ({ ...big, references })
