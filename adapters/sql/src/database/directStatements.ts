import { count, engineCounters } from "@agenda-engine/core/domain/engineMetrics"
import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { RollbackWhole } from "@agenda-engine/core/ports/Transaction"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Constructor, Identifier, Statement } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { RuntimeFiber } from "effect/Fiber"
import { type Change, type Compiled, compiledOf, statementOf } from "./Change.js"
import type { Dialect } from "./Dialect.js"
import { joinReads, joinWrites, type Tables } from "./joinStatements.js"

/**
 * A connection on which one more statement is almost free. So rows are inserted one by one: for a multi-row `INSERT`,
 * SQLite writes a statement journal that takes a fifth of the time.
 */
export interface BatchConnection extends Connection {
  /** Runs a statement when it is called, and returns its rows. */
  readonly executeNow: (statement: Compiled) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  /** Runs statements in order and stops at the first failure. Results are discarded. */
  readonly executeAll: (statements: ReadonlyArray<Compiled>) => Effect.Effect<void, SqlError>
  /** Runs a few `SELECT`s in order when it is called, and returns the rows of each. */
  readonly readAll: (statements: ReadonlyArray<Compiled>) => Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, SqlError>
}

/** A connection on which a statement need not wait for the answers of those before it. */
export interface PipelinedConnection extends Connection {
  /**
   * Sends `BEGIN` and does not wait for its answer, which reads do not wait for either. When it fails, so does each
   * later statement, with its error as `refine` returns it.
   */
  readonly begin: (text: string, refine: (error: SqlError) => SqlError) => Effect.Effect<void>
  /** Sends a statement and does not wait for its answer. When it fails, so does each later one, with its error. */
  readonly send: (statement: Compiled) => Effect.Effect<void, SqlError>
  /** The same connection, on which each statement waits for its answer. */
  readonly waiting: Connection
}

/** Whether a connection sends statements ahead. */
export const isPipelined = (connection: Connection): connection is PipelinedConnection => "send" in connection

const isBatching = (connection: Connection): connection is BatchConnection => "executeAll" in connection

/** Runs `use` on the connection of a fiber's transaction, or on any connection outside one. */
export type UseConnection = <A>(
  fiber: RuntimeFiber<unknown, unknown>,
  use: (connection: Connection) => Effect.Effect<A, SqlError>
) => Effect.Effect<A, SqlError>

const withSpan = <A>(text: string, execute: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  Effect.withSpan(execute, "sql.execute", {
    kind: "client",
    captureStackTrace: false,
    attributes: { "db.operation.name": "execute", "db.query.text": text }
  })

/** The connection that takes a whole batch in one call; null under a tracer, which sees each statement. */
const batching = (fiber: RuntimeFiber<unknown, unknown>, connection: Connection): BatchConnection | null =>
  isBatching(connection) && !isTraced(fiber) ? connection : null

/** Runs a statement, when the effect that calls it runs. */
const execute = ({ uninterrupted }: Dialect, fiber: RuntimeFiber<unknown, unknown>, connection: Connection, statement: Compiled) => {
  count(engineCounters.statements)
  const batch = batching(fiber, connection)
  if (batch !== null) return batch.executeNow(statement)
  const [text, parameters] = statement
  const rows = uninterrupted(connection.execute(text, parameters, undefined))
  return isTraced(fiber) ? withSpan(text, rows) : rows
}

const counted = (statements: ReadonlyArray<Compiled>): ReadonlyArray<Compiled> => {
  count(engineCounters.statements, statements.length)
  return statements
}

/**
 * Runs a batch of changes on the connection of the current fiber. Without a tracer, a `BatchConnection` gets the whole
 * batch in one call.
 */
export const directBatch =
  (baseSql: Constructor, dialect: Dialect, useConnection: UseConnection) =>
  (changes: ReadonlyArray<Change>): Effect.Effect<void, SqlError> =>
    Effect.withFiberRuntime((fiber) =>
      useConnection(fiber, (connection) => {
        const batch = batching(fiber, connection)
        if (batch !== null) return batch.executeAll(counted(changes.flatMap((change) => compiledOf(baseSql, change))))
        const statements = changes.map((change) => statementOf(baseSql, dialect, change).compile())
        const running = dialect.joinsStatements ? joinWrites(statements) : statements
        // Where a failure could be recovered, it has to be known before the next statement.
        const isAhead = isPipelined(connection) && !isTraced(fiber) && Context.get(fiber.currentContext, RollbackWhole)
        return Effect.forEach(
          isAhead ? counted(running) : running,
          (statement) => isAhead ? connection.send(statement) : execute(dialect, fiber, connection, statement),
          { discard: true }
        )
      })
    )

/** Runs `SELECT`s on the connection of the current fiber, and returns the rows of each. */
export const directReads = (dialect: Dialect, useConnection: UseConnection) =>
(
  statements: ReadonlyArray<Statement<Row>>,
  tables: Tables<Statement<Row>> = []
): Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, SqlError> =>
  Effect.withFiberRuntime((fiber) =>
    useConnection(fiber, (connection) => {
      const compiled = statements.map((statement) => statement.compile())
      const batch = batching(fiber, connection)
      if (batch !== null) return batch.readAll(counted(compiled))
      if (tables.length === 0 && (!dialect.joinsStatements || compiled.length < 2)) {
        return Effect.forEach(compiled, (statement) => execute(dialect, fiber, connection, statement))
      }
      const { rowsOf, statement } = joinReads(compiled, tables.map(([name, rows]) => [name, rows.compile()]))
      return Effect.map(execute(dialect, fiber, connection, statement), rowsOf)
    })
  )

/**
 * A statement constructor that runs directly on a connection. `SqlClient` wraps each statement in a span, a scope and a
 * semaphore permit, which is 90 % of the cost of a small statement. Here a span is opened only when a tracer is active.
 */
export const directStatements = (baseSql: Constructor, dialect: Dialect, useConnection: UseConnection): Constructor => {
  const direct = <A extends object>(statement: Statement<A>): Statement<A> =>
    Object.assign(statement, {
      commit: () =>
        Effect.withFiberRuntime<ReadonlyArray<A>, SqlError>((fiber) =>
          useConnection(fiber, (connection) => execute(dialect, fiber, connection, statement.compile()))
        )
    })
  function sql<A extends object>(strings: TemplateStringsArray, ...args: Array<unknown>): Statement<A>
  function sql(name: string): Identifier
  function sql<A extends object>(strings: TemplateStringsArray | string, ...args: Array<unknown>): Statement<A> | Identifier {
    return typeof strings === "string" ? baseSql(strings) : direct(baseSql<A>(strings, ...args))
  }
  return Object.assign(sql, baseSql, {
    unsafe: <A extends object>(text: string, parameters?: ReadonlyArray<unknown>) => direct(baseSql.unsafe<A>(text, parameters))
  })
}
