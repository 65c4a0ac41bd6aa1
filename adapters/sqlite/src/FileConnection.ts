import { remembering } from "@agenda-engine/core/domain/remembering"
import { mapInSlices } from "@agenda-engine/core/ports/slices"
import type { BatchConnection } from "@agenda-engine/sql/BatchConnection"
import type { Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { gatherTerms } from "./gatherTerms.js"

/** Statements that stay prepared. */
const statements_max = 500

type Prepared = (parameters: ReadonlyArray<unknown>) => ReadonlyArray<Row>

/** A row whose cells are in the order of these columns. */
export const rowOf = (names: ReadonlyArray<string>, cells: ReadonlyArray<unknown>): Row => {
  const row: { [column: string]: unknown } = {}
  let place = 0
  for (const name of names) row[name] = cells[place++]
  return row
}

/**
 * A prepared statement. Naming the cells of each row takes the driver longer than reading them, so they are read by place and named here. Not
 * where a star says which columns there are: they may become others while the statement stays.
 */
const prepared = (database: Sqlite.Database, text: string): Prepared => {
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

/** How a file is opened. */
export interface Opening {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** For reading alone: then it has to be there. Else it is made where it is not, and is a WAL file from then on. */
  readonly readonly: boolean
}

const opened = ({ filename, readonly }: Opening): Sqlite.Database => {
  // The driver's own waiting would stop the process for seconds: whoever opens a file tries again.
  const database = new Sqlite(filename, { readonly, timeout: 0 })
  try {
    if (!readonly) database.pragma("journal_mode = WAL")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** Uses a database at once. */
const attempting = <A>(run: () => A): Effect.Effect<A, SqlError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (cause) {
      return Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))
    }
  })

/** Goes through steps in slices. */
const inSlices = (steps: () => Iterable<void>): Effect.Effect<void, SqlError> =>
  Effect.catchAllDefect(
    Effect.asVoid(Effect.suspend(() => mapInSlices(steps(), identity))),
    (cause) => Effect.fail(new SqlError({ cause, message: "cannot run a statement" }))
  )

/**
 * A connection to a file until the scope closes. Statements run at once: the client of `@effect/sql-sqlite-node` keeps each in a cache of
 * effects, which takes longer than a small one.
 */
export const open = (opening: Opening): Effect.Effect<BatchConnection, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.try({
        try: () => opened(opening),
        catch: (cause) => new SqlError({ cause, message: "cannot open" })
      }),
      (database) => Effect.sync(() => database.close())
    ),
    (database): BatchConnection => {
      const preparedOf = remembering(statements_max, (text) => prepared(database, text))
      const run = gatherTerms((text, parameters) => preparedOf(text)(parameters), () => database.inTransaction)
      const running = (text: string, parameters: ReadonlyArray<unknown> = []): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
        attempting(() => run(text, parameters))
      return {
        executeAll: (statements) =>
          attempting(() => {
            for (const [text, parameters] of statements) run(text, parameters)
          }),
        execute: (text, parameters) => running(text, parameters),
        // The terms of hundreds of events take long to write, and a transaction is nobody else's.
        executeRaw: (text, parameters) =>
          text === "COMMIT" ? Effect.zipRight(inSlices(run.writing), running(text, parameters)) : running(text, parameters),
        executeUnprepared: (text, parameters) => running(text, parameters),
        executeValues: (text, parameters) => Effect.map(running(text, parameters), (rows) => rows.map((row) => Object.values(row))),
        executeStream: (text, parameters) => Stream.fromIterableEffect(running(text, parameters))
      }
    }
  )
