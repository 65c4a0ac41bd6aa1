import { index_rules } from "@agenda-engine/core/text/indexRules"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const names = [
  "agendas",
  "locations",
  "events",
  "people",
  "credentials",
  "networks",
  "revisions",
  "agenda_words",
  "location_index",
  "event_index",
  "event_search",
  "location_sets",
  "key_uses",
  "event_history",
  "kept_answers",
  "invitations",
  "images",
  "agenda_removals",
  "availability",
  "withdrawals",
  "counted_columns",
  "posted_terms",
  "counted_places",
  "published_terms",
  "index_rules_2_2",
  "former_places"
]

it("there is a step for the rules of the index, which renames the tables named after them", () => {
  expect(names).toContain(`index_rules_${index_rules.replaceAll(".", "_")}`)
})

const all = names.map((name, place) => ({ id: place + 1, name }))

describe("SqliteMigrations", () => {
  it.scopedLive("takes each step once", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.up(file)).toEqual(all)
      expect(yield* SqliteMigrations.up(file)).toEqual([])
    }))

  it.scopedLive("says what was taken and what was not, and makes no file for it", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: [], pending: all })
      expect(existsSync(file.filename)).toBe(false)
      yield* SqliteMigrations.up(file)
      expect(yield* SqliteMigrations.status(file)).toEqual({ applied: all, pending: [] })
    }))

  it.scopedLive("does not say of a file that cannot be opened that it has taken none", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(SqliteMigrations.status({ filename: dirname(yield* temporaryFile) }))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("does not wait for a writer where there is no step to take", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile, busyTimeout: "50 millis" } as const
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      expect(yield* database.run(SqliteMigrations.up(file))).toEqual([])
    }))

  it.scopedLive("lets one in at a time", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      const taken = yield* Effect.all(Array.from({ length: 6 }, () => SqliteMigrations.up(file)), { concurrency: "unbounded" })
      expect(taken.flat()).toEqual(all)
    }))

  it.scopedLive("refuses a database with steps that it does not know, and names them", () =>
    Effect.gen(function*() {
      const file = { filename: yield* temporaryFile }
      yield* SqliteMigrations.up(file)
      const database = yield* SqliteDatabase.open(file.filename)
      yield* database.run(database.sql`INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')`)
      const refused = [
        yield* Effect.flip(SqliteMigrations.up(file)),
        yield* Effect.flip(SqliteMigrations.status(file)),
        ...(yield* Effect.forEach([true, false], (migrate) => Effect.flip(Layer.build(SqliteStores.layer({ ...file, migrate }))))),
        yield* Effect.flip(Layer.build(Layer.provide(SqliteStores.layerClient, Layer.orDie(SqliteClient.layer(file)))))
      ]
      for (const error of refused) {
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Unsupported", cause: { _tag: "NewerSchema" } })
        expect(error.cause).toHaveProperty("message", expect.stringContaining("9001 from_the_future"))
      }
    }))
})
