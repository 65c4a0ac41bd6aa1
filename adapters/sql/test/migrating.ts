import { event } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { eventTextTable, locationWordTable } from "@agenda-engine/sql/database/indexTables"
import { stepStatements } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import { countedKinds } from "@agenda-engine/sql/text/countedWords"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { createHash } from "node:crypto"
import type { SqlAdapter } from "./SqlAdapter.js"
import { undoWordCounts } from "./undoWordCounts.js"

/** All migrations, in order. */
export const allMigrations = [
  { id: 1, name: "tables" },
  { id: 2, name: "index_rules_2_3" },
  { id: 3, name: "geocoding" },
  {
    id: 4,
    name: "host_users"
  },
  { id: 5, name: "image_uses" },
  { id: 6, name: "index_rules_2_4" },
  { id: 7, name: "index_rules_3_4" },
  { id: 8, name: "index_rules_4_4" },
  { id: 9, name: "index_rules_4_5" },
  { id: 10, name: "word_counts" },
  { id: 11, name: "network_synonyms" },
  { id: 12, name: "description_words" },
  { id: 13, name: "index_rules_4_6" },
  { id: 14, name: "index_rules_4_7" },
  { id: 15, name: "changes" },
  { id: 16, name: "webhooks" },
  { id: 17, name: "consumers" },
  { id: 18, name: "database_id" },
  { id: 19, name: "rate_counts" }
]

const digestOf = (statements: ReadonlyArray<string>): string => createHash("sha256").update(statements.join("\n")).digest("hex")

/** Tests of migrations. `digests`: of the statements of each released step, by its name. */
export const testMigrations = (
  { empty, layerClient, schema }: SqlAdapter,
  digests: { readonly [step: string]: string }
): void => {
  describe("migrations", () => {
    it("the statements of released steps never change", () => {
      expect(Record.map(stepStatements(schema), digestOf)).toEqual(digests)
    })

    it.scopedLive("apply each step once, and list applied and pending steps", () =>
      Effect.gen(function*() {
        const { status, up } = yield* empty
        expect(yield* status).toEqual({ applied: [], pending: allMigrations })
        expect(yield* up).toEqual(allMigrations)
        expect(yield* status).toEqual({ applied: allMigrations, pending: [] })
        expect(yield* up).toEqual([])
      }))

    it.scopedLive("apply each step once when six processes start at once", () =>
      Effect.gen(function*() {
        const { up } = yield* empty
        const applied = yield* Effect.all(Array.from({ length: 6 }, () => up), { concurrency: "unbounded" })
        expect(applied.flat()).toEqual(allMigrations)
      }))

    it.scopedLive("create the tables that are named after the index rules", () =>
      Effect.gen(function*() {
        const { open, up } = yield* empty
        yield* up
        const { dialect, sql } = yield* open
        for (const table of [eventTextTable, locationWordTable]) expect(yield* dialect.tableNamed(sql, table)).toHaveLength(1)
      }))

    it.scopedLive("count the words of events that are there", () =>
      Effect.gen(function*() {
        const { open, up } = yield* empty
        yield* up
        const database = yield* open
        const { run, sql } = database
        const store = Context.get(SqlStores.make(database), EventStore)
        // Without a word that is counted.
        const wordless = { title: " sfr:nous ", keywords: "", description: " fr:bal p:bal " }
        for (const [number, { index, record }] of FastCheck.sample(event, { numRuns: 40, seed: 7 }).entries()) {
          const some = number % 2 === 0 ? index : { ...index, words: [], search: { ...index.search, ...wordless } }
          yield* run(store.put(record, some))
        }
        const texts = sql`SELECT * FROM ${sql(eventTextTable)} ORDER BY event_uid`
        const counts = sql`SELECT * FROM agenda_word_count ORDER BY agenda_uid, token`
        const before = { texts: yield* texts, counts: yield* counts }
        for (const kind of Object.values(countedKinds)) {
          expect(before.counts.some(({ token }) => String(token).startsWith(kind)), kind).toBe(true)
        }
        yield* undoWordCounts(database, schema)
        expect(yield* up).toEqual(allMigrations.slice(9))
        expect({ texts: yield* texts, counts: yield* counts }).toEqual(before)
      }))

    it.scopedLive("go on where a newer version has made additions only", () =>
      Effect.gen(function*() {
        const { client, open, status, stores, up } = yield* empty
        yield* up
        const database = yield* open
        yield* database.run(database.sql`INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'added_by_the_future')`)
        expect([yield* up, (yield* status).pending]).toEqual([[], []])
        expect((yield* status).applied.at(-1)).toEqual({ id: 9001, name: "added_by_the_future" })
        for (const layer of [stores(true), stores(false), Layer.provide(layerClient, client)]) yield* Layer.build(layer)
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
      },
      {
        of: "a version with other indexes of events",
        change: "UPDATE agenda_migration SET name = 'first_release' WHERE migration_id = 1",
        cause: "UnreleasedSchema",
        message: "export its agendas with that version and import them"
      }
    ])("refuse a database of $of", ({ cause, change, message }) =>
      Effect.gen(function*() {
        const { client, open, status, stores, up } = yield* empty
        yield* up
        const database = yield* open
        yield* database.run(database.sql.unsafe(change))
        const refused = [
          yield* Effect.flip(up),
          yield* Effect.flip(status),
          ...(yield* Effect.forEach([stores(true), stores(false), Layer.provide(layerClient, client)], (layer) =>
            Effect.flip(Layer.build(layer))))
        ]
        for (const error of refused) {
          expect(error).toMatchObject({ _tag: "StoreError", reason: "Unsupported", cause: { _tag: cause } })
          expect(error.cause).toHaveProperty("message", expect.stringContaining(message))
        }
      }))
  })
}
