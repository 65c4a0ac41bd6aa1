import { isSeen } from "@agenda-engine/core/domain/spanned"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Constructor, Identifier, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { RuntimeFiber } from "effect/Fiber"
import { isBatching } from "./BatchConnection.js"
import { type Change, compiledOf, statementOf } from "./Change.js"
import type { Dialect } from "./Dialect.js"

/** Uses a connection for what one fiber does: that of its transaction, or any. */
export type UseConnection = <A>(
  fiber: RuntimeFiber<unknown, unknown>,
  use: (connection: Connection) => Effect.Effect<A, SqlError>
) => Effect.Effect<A, SqlError>

const traced = <A>(text: string, executed: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  Effect.withSpan(executed, "sql.execute", {
    kind: "client",
    captureStackTrace: false,
    attributes: { "db.operation.name": "execute", "db.query.text": text }
  })

const executed = <A>(
  { toItsEnd }: Dialect,
  fiber: RuntimeFiber<unknown, unknown>,
  connection: Connection,
  statement: Statement<A>
): Effect.Effect<ReadonlyArray<A>, SqlError> => {
  const [text, parameters] = statement.compile()
  const rows = toItsEnd(connection.execute(text, parameters, undefined))
  return isSeen(fiber) ? traced(text, rows) : rows
}

/** Makes changes one after the other on the connection of a fiber, in fewer steps than each alone takes. */
export const leanBatch =
  (made: Constructor, dialect: Dialect, useConnection: UseConnection) => (changes: ReadonlyArray<Change>): Effect.Effect<void, SqlError> =>
    Effect.withFiberRuntime((fiber) =>
      useConnection(fiber, (connection) =>
        isBatching(connection) && !isSeen(fiber)
          ? connection.executeAll(changes.flatMap((change) => compiledOf(made, change)))
          : Effect.forEach(changes, (change) => executed(dialect, fiber, connection, statementOf(made, dialect, change)), {
            discard: true
          }))
    )

/**
 * The statements of a constructor, run straight on a connection. The client wraps each in a span, a scope and a permit, which is nine tenths of
 * what a small statement costs; here there is a span only if a tracer is there to see it.
 */
export const leanStatements = (made: Constructor, dialect: Dialect, useConnection: UseConnection): Constructor => {
  const lean = <A extends object>(statement: Statement<A>): Statement<A> =>
    Object.assign(statement, {
      commit: () =>
        Effect.withFiberRuntime<ReadonlyArray<A>, SqlError>((fiber) =>
          useConnection(fiber, (connection) => executed(dialect, fiber, connection, statement))
        )
    })
  function sql<A extends object>(strings: TemplateStringsArray, ...args: Array<unknown>): Statement<A>
  function sql(name: string): Identifier
  function sql<A extends object>(strings: TemplateStringsArray | string, ...args: Array<unknown>): Statement<A> | Identifier {
    return typeof strings === "string" ? made(strings) : lean(made<A>(strings, ...args))
  }
  return Object.assign(sql, made, {
    unsafe: <A extends object>(text: string, parameters?: ReadonlyArray<unknown>) => lean(made.unsafe<A>(text, parameters))
  })
}
