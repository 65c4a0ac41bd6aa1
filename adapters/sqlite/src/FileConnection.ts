import { memoize } from "@agenda-engine/core/domain/LruCache"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Compiled } from "@agenda-engine/sql/database/Change"
import type { BatchConnection } from "@agenda-engine/sql/database/directStatements"
import type { Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { bufferTermInserts, type Run } from "./bufferTermInserts.js"

/** Size of the cache of prepared statements. */
const statements_max = 500

type Prepared = (parameters: ReadonlyArray<unknown>) => ReadonlyArray<Row>

/** Makes a row of cells in column order. */
export const rowOf = (names: ReadonlyArray<string>, cells: ReadonlyArray<unknown>): Row => {
  const row: { [column: string]: unknown } = {}
  let index = 0
  for (const name of names) row[name] = cells[index++]
  return row
}

/**
 * Prepares a statement. The driver builds row objects slower than it reads raw cells, so rows are read raw and named
 * here. Not for a statement with `*`, whose columns can change while it is cached.
 */
const prepare = (database: Sqlite.Database, text: string): Prepared => {
  const statement = database.prepare<Array<unknown>, Row>(text)
  if (!statement.reader) {
    return (parameters) => {
      statement.run(...parameters)
      return []
    }
  }
  if (text.includes("*")) return (parameters) => statement.all(...parameters)
  const names = statement.columns().map(({ name }) => name)
  const cells = database.prepare<Array<unknown>, Array<unknown>>(text).raw(true)
  return (parameters) => cells.all(...parameters).map((row) => rowOf(names, row))
}

/** Options of opening a file. */
export interface Opening {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** Read-only: the file must exist. Otherwise it is created if missing, and switched to WAL mode. */
  readonly readonly: boolean
}

const openDatabase = ({ filename, readonly }: Opening): Sqlite.Database => {
  // The driver's busy timeout would block the event loop: the caller retries instead.
  const database = new Sqlite(filename, { readonly, timeout: 0 })
  try {
    if (!readonly) database.pragma("journal_mode = WAL")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** Runs a synchronous operation now; an exception becomes an `SqlError`. */
const attempt = <A>(run: () => A): Effect.Effect<A, SqlError> => {
  try {
    return Effect.succeed(run())
  } catch (cause) {
    return Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))
  }
}

/** Runs steps in slices, yielding to other fibers in between. */
const inSlices = (steps: () => Iterable<void>): Effect.Effect<unknown, SqlError> =>
  Effect.catchAllDefect(
    Effect.suspend(() => mapInSlices(steps(), identity)),
    (cause) => Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))
  )

/** Larger batches run in slices. */
const batch_max = 100

/** Runs one statement per step. */
function* steps(statements: ReadonlyArray<Compiled>, run: Run): Generator<void> {
  for (const [text, parameters] of statements) yield void run(text, parameters)
}

const drain = (running: Iterable<void>): void => {
  for (const _ of running);
}

/**
 * Makes a connection of an open database. Statements run synchronously: the client of
 * `@effect/sql-sqlite-node` caches each as an effect, which costs more than a small statement.
 */
const over = (database: Sqlite.Database): BatchConnection => {
  const preparedOf = memoize(statements_max, (text) => prepare(database, text))
  const run = bufferTermInserts((text, parameters) => preparedOf(text)(parameters), () => database.inTransaction)
  const running = (text: string, parameters: ReadonlyArray<unknown> = []): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
    Effect.suspend(() => attempt(() => run(text, parameters)))
  return {
    // An event can have thousands of slot rows. Outside a transaction it cannot run in slices, because another
    // fiber could use the connection in between.
    executeAll: (statements) => {
      const running = () => steps(statements, run)
      return database.inTransaction && statements.length > batch_max ? Effect.asVoid(inSlices(running)) : attempt(() => drain(running()))
    },
    executeNow: ([text, parameters]) => attempt(() => run(text, parameters)),
    readAll: (statements) => attempt(() => statements.map(([text, parameters]) => run(text, parameters))),
    execute: (text, parameters) => running(text, parameters),
    // Writing the terms of hundreds of events is slow; the transaction owns the connection, so it can run in
    // slices.
    executeRaw: (text, parameters) =>
      text === "COMMIT" ? Effect.zipRight(inSlices(run.writing), running(text, parameters)) : running(text, parameters),
    executeUnprepared: (text, parameters) => running(text, parameters),
    executeValues: (text, parameters) => Effect.map(running(text, parameters), (rows) => rows.map((row) => Object.values(row))),
    executeStream: (text, parameters) => Stream.fromIterableEffect(running(text, parameters))
  }
}

/** The connection that a host has open; null when it is not of this copy of better-sqlite3. */
export const overHost = (host: object): BatchConnection | null => host instanceof Sqlite ? over(host) : null

/** Opens a connection to a file until the scope closes. */
export const open = (opening: Opening): Effect.Effect<BatchConnection, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.try({
        try: () => openDatabase(opening),
        catch: (cause) => new SqlError({ cause, message: "cannot open" })
      }),
      (database) => Effect.sync(() => database.close())
    ),
    over
  )
