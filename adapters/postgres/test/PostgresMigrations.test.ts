import { index_rules } from "@agenda-engine/core/text/indexRules"
import * as PgClient from "@effect/sql-pg/PgClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresMigrations from "../src/PostgresMigrations.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const { freshDatabase, freshSchema } = usePostgres()

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

describe("PostgresMigrations", () => {
  it.scopedLive("takes each step once", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      expect(yield* PostgresMigrations.up(server)).toEqual(all)
      expect(yield* PostgresMigrations.up(server)).toEqual([])
    }))

  it.scopedLive("says what was taken and what was not", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      expect(yield* PostgresMigrations.status(server)).toEqual({ applied: [], pending: all })
      yield* PostgresMigrations.up(server)
      expect(yield* PostgresMigrations.status(server)).toEqual({ applied: all, pending: [] })
    }))

  it.scopedLive("lets one in at a time", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshDatabase }
      const taken = yield* Effect.all(Array.from({ length: 6 }, () => PostgresMigrations.up(server)), { concurrency: "unbounded" })
      expect(taken.flat()).toEqual(all)
    }))

  it.scopedLive("refuses a database with steps that it does not know, and names them", () =>
    Effect.gen(function*() {
      const server = { url: yield* freshSchema }
      yield* PostgresMigrations.up(server)
      const database = yield* PostgresDatabase.open(server)
      yield* database.run(database.sql`INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')`)
      const refused = [
        yield* Effect.flip(PostgresMigrations.up(server)),
        yield* Effect.flip(PostgresMigrations.status(server)),
        ...(yield* Effect.forEach([true, false], (migrate) => Effect.flip(Layer.build(PostgresStores.layer({ ...server, migrate }))))),
        yield* Effect.flip(Layer.build(Layer.provide(PostgresStores.layerClient, Layer.orDie(PgClient.layer(server)))))
      ]
      for (const error of refused) {
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Unsupported", cause: { _tag: "NewerSchema" } })
        expect(error.cause).toHaveProperty("message", expect.stringContaining("9001 from_the_future"))
      }
    }))
})
