import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Constructor, Identifier, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { RuntimeFiber } from "effect/Fiber"
import { type Change, type Compiled, compiledOf, statementOf } from "./Change.js"
import type { Dialect } from "./Dialect.js"

/**
 * A connection on which one more statement is almost free. So rows are inserted one by one: for a multi-row `INSERT`,
 * SQLite writes a statement journal that takes a fifth of the time.
 */
export interface BatchConnection extends Connection {
  /** Runs statements in order and stops at the first failure. Results are discarded. */
  readonly executeAll: (statements: ReadonlyArray<Compiled>) => Effect.Effect<void, SqlError>
}

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

const execute = <A>(
  { uninterrupted }: Dialect,
  fiber: RuntimeFiber<unknown, unknown>,
  connection: Connection,
  statement: Statement<A>
): Effect.Effect<ReadonlyArray<A>, SqlError> => {
  const [text, parameters] = statement.compile()
  const rows = uninterrupted(connection.execute(text, parameters, undefined))
  return isTraced(fiber) ? withSpan(text, rows) : rows
}

/**
 * Runs a batch of changes in order, on the connection of the current fiber. Without a tracer, a `BatchConnection` gets
 * the whole batch in one call.
 */
export const directBatch =
  (baseSql: Constructor, dialect: Dialect, useConnection: UseConnection) =>
  (changes: ReadonlyArray<Change>): Effect.Effect<void, SqlError> =>
    Effect.withFiberRuntime((fiber) =>
      useConnection(fiber, (connection) =>
        isBatching(connection) && !isTraced(fiber)
          ? connection.executeAll(changes.flatMap((change) => compiledOf(baseSql, change)))
          : Effect.forEach(changes, (change) => execute(dialect, fiber, connection, statementOf(baseSql, dialect, change)), {
            discard: true
          }))
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
          useConnection(fiber, (connection) => execute(dialect, fiber, connection, statement))
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
