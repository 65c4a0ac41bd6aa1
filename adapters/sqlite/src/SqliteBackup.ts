import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as DatabaseFacts from "@agenda-engine/sql/database/DatabaseFacts"
import * as TableCopy from "@agenda-engine/sql/database/tableCopy"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "./SqliteDatabase.js"
import type { SqliteFile } from "./SqliteMigrations.js"

const operation = "SqliteBackup"

/**
 * Copies one snapshot of a database to a new file, which is a database in itself, while others read and write it. The
 * copy is not yet durable. It blocks the event loop: run it in a process of its own.
 */
export const copy = ({ filename }: SqliteFile, target: string): Effect.Effect<void, StoreError> =>
  Effect.scoped(
    Effect.flatMap(SqliteDatabase.openReadOnly(filename), (database) =>
      Effect.asVoid(database.read(operation, database.sql`VACUUM INTO ${target}`)))
  )

/** Faults that SQLite finds in a file; none in a sound one. It blocks the event loop. */
export const faultsOf = ({ filename }: SqliteFile): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), ({ read, sql }) =>
    Effect.map(
      read(operation, sql<{ readonly quick_check: string }>`PRAGMA quick_check`),
      (rows) => rows.flatMap(({ quick_check }) => quick_check === "ok" ? [] : [quick_check])
    )))

/** When the newest backup was complete, in epoch milliseconds. Null: there is none. */
export const lastAt = ({ filename }: SqliteFile): Effect.Effect<number | null, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), DatabaseFacts.readBackup))

/** Notes in a database that a backup was complete, at an instant in epoch milliseconds. */
export const note = ({ filename, ...waiting }: SqliteFile, at: number): Effect.Effect<void, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename, waiting), (database) => DatabaseFacts.noteBackup(database, at)))

/** Makes cursors of the log of changes expire. */
export const expireCursors = ({ filename }: SqliteFile): Effect.Effect<void, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename), DatabaseFacts.expireCursors))

/** Writes the write-ahead log of a database to its file. The log's own file goes, unless another program uses it. */
export const settle = ({ filename, ...waiting }: SqliteFile): Effect.Effect<void, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename, waiting), DatabaseFacts.read))

/** Reads one snapshot of all tables in batches (`readTables`), while others use the database. */
export const readTables = <E>(
  { filename }: SqliteFile,
  write: (rows: TableCopy.TableRows) => Effect.Effect<void, E>
): Effect.Effect<void, E | StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), (database) => TableCopy.readTables(database, write)))

/** Fills a migrated and empty database with rows that `readTables` has read, in one transaction (`writeTables`). */
export const writeTables = <E, R>(
  { filename, ...waiting }: SqliteFile,
  feed: TableCopy.Feed<E, R>
): Effect.Effect<void, E | StoreError, R> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename, waiting), (database) => TableCopy.writeTables(database, feed)))
