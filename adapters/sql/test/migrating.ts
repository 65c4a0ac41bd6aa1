import { eventTextTable, locationWordTable } from "@agenda-engine/sql/database/indexTables"
import * as Migrations from "@agenda-engine/sql/database/Migrations"
import { runStatements } from "@agenda-engine/sql/schema/createStatements"
import { migrationSteps, stepStatements } from "@agenda-engine/sql/schema/migrationSteps"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { createHash } from "node:crypto"
import type { SqlAdapter } from "./SqlAdapter.js"

/** All migrations, in order. */
export const allMigrations = [{ id: 1, name: "schema" }]

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

    it.scopedLive("apply the step of a later version alone, and keep what is there", () =>
      Effect.gen(function*() {
        const { open, up } = yield* empty
        yield* up
        const database = yield* open
        const { run, sql } = database
        yield* run(sql`INSERT INTO agenda_removal (agenda_uid) VALUES (7)`)
        const later = { ...migrationSteps(schema), "0002_reasons": runStatements(["ALTER TABLE agenda_removal ADD COLUMN reason text"]) }
        const reasons = { id: 2, name: "reasons" }
        expect((yield* Migrations.status(database, later)).pending).toEqual([reasons])
        expect(yield* Migrations.up(database, later, Effect.void)).toEqual([reasons])
        expect(yield* Migrations.status(database, later)).toEqual({ applied: [...allMigrations, reasons], pending: [] })
        expect(yield* sql`SELECT agenda_uid, reason FROM agenda_removal`).toMatchObject([{ reason: null }])
      }))

    it.scopedLive("undo all steps of a run in which one fails", () =>
      Effect.gen(function*() {
        const { open, up } = yield* empty
        yield* up
        const database = yield* open
        const failing = {
          ...migrationSteps(schema),
          "0002_first": runStatements(["CREATE TABLE agenda_first (uid integer PRIMARY KEY)"]),
          "0003_second": runStatements(["INSERT INTO agenda_second (uid) VALUES (1)"])
        }
        expect(yield* Effect.flip(Migrations.up(database, failing, Effect.void))).toMatchObject({ _tag: "StoreError" })
        expect((yield* Migrations.status(database, failing)).applied).toEqual(allMigrations)
        expect(yield* database.dialect.tableNamed(database.sql, "agenda_first")).toEqual([])
      }))

    it.scopedLive("create the tables that are named after the index rules", () =>
      Effect.gen(function*() {
        const { open, up } = yield* empty
        yield* up
        const { dialect, sql } = yield* open
        for (const table of [eventTextTable, locationWordTable]) expect(yield* dialect.tableNamed(sql, table)).toHaveLength(1)
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
        of: "a version whose schema was made in many steps",
        change: "UPDATE agenda_migration SET name = 'tables' WHERE migration_id = 1",
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
