import { eventTextTable, locationWordTable } from "@agenda-engine/sql/database/indexTables"
import { stepStatements } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"
import { sqliteSchema } from "../src/sqliteSchema.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const all = [{ id: 1, name: "first_release" }, { id: 2, name: "index_rules_2_3" }, { id: 3, name: "geocoding" }]

/** Digest of the statements of each released step. */
const digests = {
  "0001_first_release": "d7359ded764937bf6ed8b1a2f0fcfca2b2e24114b646e6e42400f6ca00935474",
  "0002_index_rules_2_3": "fed2d21759dc55f369bd762cbabc1198119ddd1ea88334f6072b048e5c83d568",
  "0003_geocoding": "6101abfb43b2bb1a36d8cc456a60670f35268a1a91749511463a3ad1078e46b7"
}

const digestOf = (statements: ReadonlyArray<string>): string => createHash("sha256").update(statements.join("\n")).digest("hex")

it("the statements of released steps never change", () => {
  expect(Record.map(stepStatements(sqliteSchema), digestOf)).toEqual(digests)
})

describe("SqliteMigrations", () => {
  it.scopedLive("applies each step once", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.up(file)).toEqual(all)
      expect(yield* SqliteMigrations.up(file)).toEqual([])
    }))

  it.scopedLive("lists applied and pending steps, and creates no file for it", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: [], pending: all })
      expect(existsSync(file.filename)).toBe(false)
      yield* SqliteMigrations.up(file)
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: all, pending: [] })
    }))

  it.scopedLive("fails on a file that cannot be opened", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SqliteMigrations.status({ filename: dirname(yield* temporaryFile) }))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("does not wait for a writer when no step is pending", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile, busyTimeout: "50 millis" } as const
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      expect(yield* database.run(SqliteMigrations.up(file))).toEqual([])
    }))

  it.scopedLive("applies each step once when six processes start at once", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      const applied = yield* Effect.all(Array.from({ length: 6 }, () => SqliteMigrations.up(file)), { concurrency: "unbounded" })
      expect(applied.flat()).toEqual(all)
    }))

  it.scopedLive("creates the tables that are named after the index rules", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      yield* SqliteMigrations.up(file)
      const { dialect, sql } = yield* SqliteDatabase.open(file.filename)
      for (const table of [eventTextTable, locationWordTable]) expect(yield* dialect.tableNamed(sql, table)).toHaveLength(1)
    }))

  it.scopedLive.each([
    {
      of: "a newer version",
      change: "INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')",
      cause: "NewerSchema",
      message: "9001 from_the_future"
    },
    {
      of: "an unreleased version",
      change: "UPDATE agenda_migration SET name = 'agendas'",
      cause: "UnreleasedSchema",
      message: "export its agendas with that version and import them"
    }
  ])("refuses a database of $of", ({ cause, change, message }) =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      yield* database.run(database.sql.unsafe(change))
      const refused = [
        yield* Effect.flip(SqliteMigrations.up(file)),
        yield* Effect.flip(SqliteMigrations.status(file)),
        ...(yield* Effect.forEach([true, false], (migrate) => Effect.flip(Layer.build(SqliteStores.layer({ ...file, migrate }))))),
        yield* Effect.flip(Layer.build(Layer.provide(SqliteStores.layerClient, Layer.orDie(SqliteClient.layer(file)))))
      ]
      for (const error of refused) {
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Unsupported", cause: { _tag: cause } })
        expect(error.cause).toHaveProperty("message", expect.stringContaining(message))
      }
    }))
})
