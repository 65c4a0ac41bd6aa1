import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { PGlite } from "@electric-sql/pglite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** Where PGlite keeps its data. */
export interface PgliteFolder {
  /** Path of the folder, which is created. Default: memory, until the layer is released. */
  readonly dataDir?: string | undefined
}

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: (placeholders, alias, columns, values, returning) => [
    `(values ${placeholders}) AS ${alias}${columns}${returning === undefined ? "" : ` RETURNING ${returning[0]}`}`,
    returning === undefined ? values.flat() : [...values.flat(), ...returning[1]]
  ],
  onCustom: (_, placeholder) => [placeholder(undefined), []]
})

const connectionOf = (database: PGlite): Connection => {
  const query = <A>(text: string, parameters: ReadonlyArray<unknown>, rowMode: "array" | "object" = "object") =>
    Effect.tryPromise({
      try: () => database.query<A>(text, [...parameters], { rowMode }),
      catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" })
    })
  const execute: Connection["execute"] = (text, parameters, transform) =>
    Effect.map(query<object>(text, parameters), ({ rows }) => transform === undefined ? rows : transform(rows))
  return {
    execute,
    executeRaw: query,
    executeStream: (text, parameters, transform) => Stream.fromIterableEffect(execute(text, parameters, transform)),
    executeValues: (text, parameters) => Effect.map(query<ReadonlyArray<unknown>>(text, parameters, "array"), ({ rows }) => rows),
    executeUnprepared: execute
  }
}

const opened = ({ dataDir }: PgliteFolder): Effect.Effect<PGlite, StoreError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(dataDir === undefined ? {} : { dataDir }),
      catch: (cause) => new StoreError({ reason: "Unavailable", operation: "PgliteClient.open", cause })
    }),
    (database) => Effect.promise(() => database.close())
  )

/**
 * A client of a PGlite database. It has one connection, which a transaction has for itself: statements of others wait.
 * Fails with `Unavailable` when the folder cannot be opened.
 */
export const make = (folder: PgliteFolder): Effect.Effect<SqlClient.SqlClient, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const connection = connectionOf(yield* opened(folder))
    const turns = yield* Effect.makeSemaphore(1)
    const acquirer = Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(turns.take(1)),
        Effect.as(Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, turns.release(1))), connection)
      )
    )
    return yield* Effect.provide(
      SqlClient.make({ acquirer, compiler, spanAttributes: [["db.system.name", "postgresql"]] }),
      Reactivity.layer
    )
  })

/** `make` as a layer. */
export const layer = (folder: PgliteFolder): Layer.Layer<SqlClient.SqlClient, StoreError> => Layer.scoped(SqlClient.SqlClient, make(folder))
