import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { writeFile } from "node:fs/promises"
import { agendaUids, putAgenda, testLayers } from "../../sql/test/layers.js"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { sqliteAdapter } from "./sqliteAdapter.js"
import { temporaryFile } from "./temporaryFile.js"

testLayers(sqliteAdapter)

const migrated = Effect.gen(function*() {
  const database = yield* SqliteDatabase.open(yield* temporaryFile)
  yield* SqliteMigrations.upDatabase(database)
  return database
})

const pragmas = ({ sql }: SqlDatabase) =>
  Effect.forEach(
    ["journal_mode", "synchronous", "foreign_keys"],
    (name) => Effect.map(sql`PRAGMA ${sql.literal(name)}`, ([row]) => row?.[name])
  )

describe("settings", () => {
  const settings = ["wal", 2, 1]
  it.scopedLive("apply to both connections, each time a file is opened", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      for (const _ of ["new", "reopened"]) {
        yield* Effect.scoped(Effect.gen(function*() {
          const database = yield* SqliteDatabase.open(filename)
          expect(yield* pragmas(database)).toEqual(settings)
          expect(yield* database.run(pragmas(database))).toEqual(settings)
          expect(yield* database.sql`PRAGMA busy_timeout`).toEqual([{ timeout: 5_000 }])
          expect(yield* database.run(database.sql`PRAGMA busy_timeout`)).toEqual([{ timeout: 0 }])
        }))
      }
    }))

  it.scopedLive("apply to a database in memory", () =>
    Effect.gen(function*() {
      const database = yield* SqliteDatabase.open(":memory:")
      expect(yield* pragmas(database)).toEqual(["memory", 2, 1])
    }))

  it.scopedLive("all tables are strict", () =>
    Effect.gen(function*() {
      const { sql } = yield* migrated
      const loose =
        yield* sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name LIKE 'agenda%'`
      // The migrator's own; those of the index of terms are SQLite's.
      expect(loose).toEqual([{ name: "agenda_migration" }])
    }))
})

describe("connections", () => {
  it.scopedLive("outside a transaction, they only read", () =>
    Effect.gen(function*() {
      const { sql } = yield* migrated
      const error = yield* Effect.flip(sql`DELETE FROM agenda`)
      expect(String(error.cause)).toContain("readonly")
    }))

  it.scopedLive("read committed data without waiting for a writer", () =>
    Effect.gen(function*() {
      const layer = SqliteStores.layer({ filename: yield* temporaryFile })
      yield* Effect.gen(function*() {
        const { run } = yield* Transaction
        const written = yield* Deferred.make<void>()
        const looked = yield* Deferred.make<void>()
        const writer = yield* Effect.fork(run(Effect.gen(function*() {
          yield* putAgenda(2)
          yield* Deferred.succeed(written, undefined)
          yield* Deferred.await(looked)
        })))
        yield* Deferred.await(written)
        expect(yield* agendaUids).toEqual([])
        yield* Deferred.succeed(looked, undefined)
        yield* Fiber.join(writer)
        expect(yield* agendaUids).toEqual([2])
      }).pipe(Effect.provide(layer))
    }))
})

describe("failures", () => {
  it.scopedLive("an absent directory is Unavailable", () =>
    Effect.gen(function*() {
      const filename = `${yield* temporaryFile}/not/there.db`
      const error = yield* Effect.flip(Effect.scoped(Layer.build(SqliteStores.layer({ filename }))))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("a file that is not a database is Corrupt", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.promise(() => writeFile(filename, "Not a database, but long enough to be taken for the header of one. ".repeat(20)))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(SqliteStores.layer({ filename }))))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Corrupt" })
    }))

  it.scopedLive("a row that does not decode is Corrupt", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        const database = yield* SqliteDatabase.open(filename)
        yield* database.run(database.sql`UPDATE agenda SET is_official = 7`)
        const error = yield* Effect.flip(agendaUids)
        expect(error).toMatchObject({ reason: "Corrupt", operation: "AgendaStore.scan" })
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))

  it.scopedLive("a failed COMMIT is a typed error, stores nothing, and lets the next transaction in", () =>
    Effect.gen(function*() {
      const { run, sql } = yield* migrated
      const failed = yield* Effect.exit(run(Effect.all([
        sql`PRAGMA defer_foreign_keys = ON`,
        sql`INSERT INTO agenda_event_document (event_uid, summary, detail, retired_slot_ids, availability, agenda_uid) VALUES (1, '{}', '{}', '[]', '{}', 1)`
      ])))
      expect(failed).toMatchObject({ _tag: "Failure", cause: { _tag: "Fail", error: { _tag: "StoreError", reason: "Corrupt" } } })
      yield* run(sql`SELECT 1`)
      expect(yield* sql`SELECT * FROM agenda_event_document`).toEqual([])
    }))
})

describe("connecting", () => {
  it.scopedLive("a transaction of another client is independent of the layer", () =>
    Effect.gen(function*() {
      const layer = SqliteStores.layer({ filename: yield* temporaryFile })
      yield* Effect.gen(function*() {
        const other = yield* SqliteClient.SqliteClient
        yield* Effect.flip(other.withTransaction(Effect.zipRight(putAgenda(1), Effect.fail("undone"))))
        expect(yield* agendaUids).toEqual([1])
      }).pipe(Effect.provide(layer), Effect.provide(SqliteClient.layer({ filename: ":memory:" })))
    }))

  it.scopedLive("layerConfig reads the file name from the configuration", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const layer = SqliteStores.layerConfig({ filename: Config.string("FILE"), migrate: Config.succeed(true) })
      const found = yield* Effect.zipRight(putAgenda(1), agendaUids).pipe(
        Effect.provide(layer),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["FILE", filename]])))
      )
      expect(found).toEqual([1])
      const error = yield* Effect.flip(
        Effect.provide(agendaUids, layer).pipe(
          Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))
        )
      )
      expect(error instanceof StoreError).toBe(false)
    }))
})
