import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import { expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import * as SqliteStores from "../../src/SqliteStores.js"

/** A host's client, over a library that says that it is of this version. */
const hostOf = (version: string): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new Sqlite(":memory:").function("sqlite_version", () => version)),
        (opened) => Effect.sync(() => opened.close())
      )
      const run = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.sync(() => {
          const statement = database.prepare<Array<unknown>, Readonly<Record<string, unknown>>>(text)
          return statement.reader ? statement.all(...parameters) : (statement.run(...parameters), [])
        })
      const connection: Connection = {
        execute: run,
        executeRaw: run,
        executeUnprepared: run,
        executeValues: (text, parameters) => Effect.map(run(text, parameters), (rows) => rows.map((row) => Object.values(row))),
        executeStream: (text, parameters) => Stream.fromIterableEffect(run(text, parameters))
      }
      return yield* SqlClient.make({ acquirer: Effect.succeed(connection), compiler: makeCompilerSqlite(), spanAttributes: [] })
    })
  ).pipe(Layer.provide(Reactivity.layer))

const versions: ReadonlyArray<readonly [version: string, isOld: boolean]> = [
  ["3.46.1", true],
  ["3.51.2", true],
  ["3.51.3", false],
  ["3.51.10", false],
  ["3.53.2", false],
  ["3.100.0", false],
  ["4.0.0", false],
  ["", true]
]

for (const [version, isOld] of versions) {
  it.scoped(`SQLite ${version || "of no version"} of a host is ${isOld ? "refused" : "accepted"}`, () =>
    Effect.gen(function*() {
      const outcomes = yield* Effect.all([
        Effect.either(Effect.asVoid(SqliteMigrations.upClient)),
        Effect.either(Effect.asVoid(Layer.build(SqliteStores.layerClient)))
      ])
      for (const outcome of outcomes) {
        if (!isOld) expect(Either.isRight(outcome)).toBe(true)
        else expect(outcome).toMatchObject({ left: { _tag: "StoreError", reason: "Unsupported", cause: { _tag: "OldSqlite", version } } })
      }
    }).pipe(Effect.provide(hostOf(version))))
}
