import { eventTextTable, locationWordTable } from "@agenda-engine/sql/database/indexTables"
import { stepStatements } from "@agenda-engine/sql/schema/migrationSteps"
import * as PgClient from "@effect/sql-pg/PgClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { createHash } from "node:crypto"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresMigrations from "../src/PostgresMigrations.js"
import { postgresSchema } from "../src/postgresSchema.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const { freshDatabase, freshSchema } = usePostgres()

const all = [{ id: 1, name: "first_release" }, { id: 2, name: "index_rules_2_3" }, { id: 3, name: "geocoding" }]

/** Digest of the statements of each released step. */
const digests = {
  "0001_first_release": "dfa3b4887b9acc5ba5711032e1d4e64d756578dd1ec7fb879c622bcce2cac37c",
  "0002_index_rules_2_3": "fed2d21759dc55f369bd762cbabc1198119ddd1ea88334f6072b048e5c83d568",
  "0003_geocoding": "b2926ad70acc044bef5457e1eb6a9b8e378b52bc4ab019869740d6bb274df3e6"
}

const digestOf = (statements: ReadonlyArray<string>): string => createHash("sha256").update(statements.join("\n")).digest("hex")

it("the statements of released steps never change", () => {
  expect(Record.map(stepStatements(postgresSchema), digestOf)).toEqual(digests)
})

describe("PostgresMigrations", () => {
  it.scopedLive("applies each step once", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      expect(yield* PostgresMigrations.up(server)).toEqual(all)
      expect(yield* PostgresMigrations.up(server)).toEqual([])
    }))

  it.scopedLive("lists applied and pending steps", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      expect(yield* PostgresMigrations.status(server)).toEqual({ applied: [], pending: all })
      yield* PostgresMigrations.up(server)
      expect(yield* PostgresMigrations.status(server)).toEqual({ applied: all, pending: [] })
    }))

  it.scopedLive("applies each step once when six processes start at once", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      const applied = yield* Effect.all(Array.from({ length: 6 }, () => PostgresMigrations.up(server)), { concurrency: "unbounded" })
      expect(applied.flat()).toEqual(all)
    }))

  it.scopedLive("creates the tables that are named after the index rules", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshSchema }
      yield* PostgresMigrations.up(server)
      const { dialect, sql } = yield* PostgresDatabase.open(server)
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
      const server = { url: yield* freshSchema }
      yield* PostgresMigrations.up(server)
      const database = yield* PostgresDatabase.open(server)
      yield* database.run(database.sql.unsafe(change))
      const refused = [
        yield* Effect.flip(PostgresMigrations.up(server)),
        yield* Effect.flip(PostgresMigrations.status(server)),
        ...(yield* Effect.forEach([true, false], (migrate) => Effect.flip(Layer.build(PostgresStores.layer({ ...server, migrate }))))),
        yield* Effect.flip(Layer.build(Layer.provide(PostgresStores.layerClient, Layer.orDie(PgClient.layer(server)))))
      ]
      for (const error of refused) {
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Unsupported", cause: { _tag: cause } })
        expect(error.cause).toHaveProperty("message", expect.stringContaining(message))
      }
    }))
})
