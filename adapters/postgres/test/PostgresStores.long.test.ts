import { sampleAgenda, sampleEvent, sampleTombstone } from "@agenda-engine/conformance/testing/SampleRecords"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { RollbackWhole, Transaction } from "@agenda-engine/core/ports/Transaction"
import * as PgClient from "@effect/sql-pg/PgClient"
import type { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { agendaUids, putAgenda, testLayers } from "../../sql/test/layers.js"
import { listShapes } from "../../sql/test/listShapes.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresMigrations from "../src/PostgresMigrations.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { postgresAdapter } from "./postgresAdapter.js"
import { usePostgres } from "./usePostgres.js"

const postgres = usePostgres()
const { freshSchema } = postgres

testLayers(postgresAdapter(postgres))

const migrated = Effect.gen(function*() {
  const database = yield* PostgresDatabase.open({ url: yield* freshSchema })
  yield* PostgresMigrations.upDatabase(database)
  return database
})

describe("the server", () => {
  it.scopedLive("has the version that the README names, and stores texts in UTF-8", () =>
    Effect.gen(function*() {
      const { sql } = yield* migrated
      expect(yield* sql`SHOW server_encoding`).toEqual([{ server_encoding: "UTF8" }])
      const [version] = yield* sql`SHOW server_version_num`
      expect(Number(version?.["server_version_num"])).toBeGreaterThanOrEqual(140_000)
    }))

  it.scopedLive("compares texts by code point", () =>
    Effect.gen(function*() {
      const { sql } = yield* migrated
      const others = yield* sql`SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name <> 'agenda_migration' AND data_type = 'text'
          AND collation_name IS DISTINCT FROM 'C'`
      expect(others).toEqual([])
    }))
})

describe("connections", () => {
  it.scopedLive("idle connections of the pool that die are replaced without an error", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      const name = "agenda-engine-doomed"
      yield* Effect.gen(function*() {
        yield* putAgenda(1)
        const { sql } = yield* PostgresDatabase.open({ url })
        const killed = yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`
        expect(killed.length).toBeGreaterThan(0)
        const alive = sql`SELECT 1 AS one FROM pg_stat_activity WHERE application_name = ${name}`
        yield* Effect.repeat(alive, { until: ({ length }) => length === 0 })
        yield* Effect.sleep("100 millis")
        expect(yield* agendaUids).toEqual([1])
      }).pipe(Effect.provide(PostgresStores.layer({ url, applicationName: name })))
    }))

  it.scopedLive("return to the pool when the waiting caller was interrupted", () =>
    Effect.gen(function*() {
      const { run, sql } = yield* PostgresDatabase.open({ url: yield* freshSchema, maxConnections: 1, connectTimeout: "3 seconds" })
      const begun = yield* Deferred.make<void>()
      const holding = yield* Effect.fork(run(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.sleep("200 millis"))))
      yield* Deferred.await(begun)
      const waiting = yield* Effect.fork(sql`SELECT 0 AS none`)
      yield* Effect.sleep("50 millis")
      yield* Fiber.interruptFork(waiting)
      yield* Fiber.join(holding)
      expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    }))

  // By a clock that stands still: nobody waits for a time to pass.
  it.scoped("return to the pool after their statements when all callers are interrupted at once", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      const [holder, watcher] = yield* Effect.all([PostgresDatabase.open({ url }), PostgresDatabase.open({ url })])
      const name = "agenda-engine-left"
      const left = yield* PostgresDatabase.open({ url, maxConnections: 2, applicationName: name, connectTimeout: "1 hour" })
      const holding = <A, E>(inUse: Effect.Effect<A, E>) => holder.run(Effect.zipRight(holder.sql`SELECT pg_advisory_xact_lock(7)`, inUse))
      const waits = watcher.sql`SELECT 1 AS one FROM pg_stat_activity WHERE application_name = ${name} AND wait_event = 'advisory'`
      yield* left.sql`CREATE TABLE written (number integer)`
      const callers = yield* holding(Effect.gen(function*() {
        const callers = yield* Effect.forEach([1, 2], (number) =>
          Effect.fork(left.sql`INSERT INTO written SELECT ${number} FROM (SELECT pg_advisory_xact_lock(7)) AS waited`))
        yield* Effect.repeat(waits, {
          until: ({ length }) =>
            length === callers.length
        })
        yield* Effect.forEach(callers, Fiber.interruptFork)
        return callers
      }))
      expect((yield* Effect.forEach(callers, Fiber.await)).map(Exit.isInterrupted)).toEqual([true, true])
      expect(yield* left.sql`SELECT number FROM written ORDER BY number`).toEqual([{ number: 1 }, { number: 2 }])
    }))

  it.scopedLive("that die in a transaction fail it with Unavailable, and the next transaction succeeds", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      const name = "agenda-engine-dying"
      yield* Effect.gen(function*() {
        const { run } = yield* Transaction
        const agendas = yield* AgendaStore
        const { sql } = yield* PostgresDatabase.open({ url })
        const error = yield* Effect.flip(run(Effect.gen(function*() {
          yield* agendas.put(sampleAgenda(1))
          yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name} AND state = 'idle in transaction'`
          yield* Effect.sleep("100 millis")
          yield* agendas.put(sampleAgenda(2))
        })))
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
        yield* putAgenda(3)
        expect(yield* agendaUids).toEqual([3])
      }).pipe(Effect.provide(PostgresStores.layer({ url, applicationName: name })))
    }))

  it.scopedLive("have no session settings of the engine", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      const client = PgClient.layer({ url, maxConnections: 1 })
      yield* Effect.gen(function*() {
        const sql = yield* PgClient.PgClient
        const settings = sql`SELECT name, setting FROM pg_settings WHERE source = 'session' ORDER BY name`
        yield* PostgresMigrations.upClient
        yield* putAgenda(1)
        const { lock } = yield* AgendaStore
        const { run } = yield* Transaction
        yield* run(lock(1))
        expect(yield* settings).toEqual([])
        expect(
          yield* sql`SELECT count(*)::int AS locks FROM pg_locks
            WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        ).toEqual([{ locks: 0 }])
      }).pipe(Effect.provide(PostgresStores.layerClient), Effect.provide(client))
    }))
})

describe("failures", () => {
  it.scopedLive("an absent server is Unavailable", () =>
    Effect.gen(function*() {
      const url = Redacted.make("postgres://nobody@127.0.0.1:1/none")
      const error = yield* Effect.flip(Effect.scoped(Layer.build(PostgresStores.layer({ url }))))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    }))

  it.scopedLive("a text with a NUL character is Unsupported to store, and matches nothing", () =>
    Effect.gen(function*() {
      const layer = PostgresStores.layer({ url: yield* freshSchema })
      yield* Effect.gen(function*() {
        const agendas = yield* AgendaStore
        const { run } = yield* Transaction
        const error = yield* Effect.flip(run(agendas.put(sampleAgenda(1, { title: "a\0b" }))))
        expect(error.reason).toBe("Unsupported")
        expect(yield* agendas.find({ _tag: "Slug", slug: "a\0b" })).toBe(null)
      }).pipe(Effect.provide(layer))
    }))

  it.scopedLive("one of two deadlocked transactions fails with Conflict", () =>
    Effect.gen(function*() {
      const { run, writeUnchecked: change, sql } = yield* migrated
      yield* sql`INSERT INTO agenda_user VALUES (1, 'a', 'A', 0), (2, 'b', 'B', 0)`
      const touch = (uid: number) => change("touch", sql`UPDATE agenda_user SET name = 'C' WHERE uid = ${uid}`)
      const mine = yield* Deferred.make<void>()
      const other = yield* Deferred.make<void>()
      const one = run(
        touch(1).pipe(Effect.zipRight(Deferred.succeed(mine, undefined)), Effect.zipRight(Deferred.await(other)), Effect.zipRight(touch(2)))
      )
      const two = run(
        touch(2).pipe(Effect.zipRight(Deferred.succeed(other, undefined)), Effect.zipRight(Deferred.await(mine)), Effect.zipRight(touch(1)))
      )
      const exits = yield* Effect.all([Effect.either(one), Effect.either(two)], { concurrency: 2 })
      expect(exits.filter(({ _tag }) => _tag === "Right")).toHaveLength(1)
      expect(exits.find(({ _tag }) => _tag === "Left")).toMatchObject({
        left: { _tag: "StoreError", reason: "Conflict", operation: "touch" }
      })
    }))

  it.scopedLive("a failed COMMIT is a typed error, stores nothing, and lets the next transaction in", () =>
    Effect.gen(function*() {
      const { run, sql } = yield* migrated
      yield* sql`CREATE TABLE late (uid bigint REFERENCES agenda (uid) DEFERRABLE INITIALLY DEFERRED)`
      const failed = yield* Effect.exit(run(sql`INSERT INTO late VALUES (1)`))
      expect(failed).toMatchObject({ _tag: "Failure", cause: { _tag: "Fail", error: { _tag: "StoreError", reason: "Corrupt" } } })
      yield* run(sql`SELECT 1`)
      expect(yield* sql`SELECT * FROM late`).toEqual([])
    }))

  it.scopedLive("a write that was sent ahead fails its transaction with its own error", () =>
    Effect.gen(function*() {
      const { read, run, runBatch, sql } = yield* migrated
      const insert = runBatch([sql`INSERT INTO agenda_user VALUES (1, 'a', 'A', 0)`])
      yield* insert
      const others: ReadonlyArray<Effect.Effect<void, SqlError | StoreError>> = [
        Effect.void,
        runBatch([sql`DELETE FROM agenda_user`]),
        Effect.asVoid(read("next", sql`SELECT 1`))
      ]
      for (const next of others) {
        const error = yield* Effect.flip(Effect.provideService(run(Effect.zipRight(insert, next)), RollbackWhole, true))
        expect(error).toMatchObject({ _tag: "StoreError", reason: "Conflict" })
        expect(yield* sql`SELECT uid FROM agenda_user`).toEqual([{ uid: "1" }])
      }
    }))

  it.scopedLive("a transaction that Postgres rolled back is not reported as committed", () =>
    Effect.gen(function*() {
      const { run, sql } = yield* migrated
      const swallowing = Effect.zipRight(sql`INSERT INTO agenda_user VALUES (1, 'a', 'A', 0)`, Effect.ignore(sql`SELECT 1 / 0`))
      expect(yield* Effect.flip(run(swallowing))).toMatchObject({ _tag: "StoreError", operation: "Transaction.run" })
      expect(yield* sql`SELECT * FROM agenda_user`).toEqual([])
    }))
})

describe("snapshots", () => {
  it.scopedLive("a search reads one snapshot: total, page and locations agree during writes", () =>
    Effect.gen(function*() {
      const url = yield* freshSchema
      yield* Effect.gen(function*() {
        const events = yield* EventStore
        const searches = yield* EventSearch
        const tombstones = yield* TombstoneStore
        const { run } = yield* Transaction
        yield* run(Effect.forEach([1, 2, 3], (uid) => events.put(sampleEvent(uid).record, sampleEvent(uid).index)))
        const flipping = Effect.forever(Effect.zipRight(
          run(Effect.zipRight(events.remove(1), tombstones.put(sampleTombstone(1), null))),
          run(Effect.zipRight(events.put(sampleEvent(1).record, sampleEvent(1).index), tombstones.remove(1, 1, "public")))
        ))
        const writer = yield* Effect.fork(flipping)
        for (let look = 0; look < 100; look++) {
          const answer = yield* searches.search({
            ...listShapes.updatedAscending,
            removed: [],
            segments: [{ source: "both", featured: null, endedFilter: null, order: [{ key: "updatedAt", direction: "asc" }], ties: "asc" }]
          })
          expect(answer.total).toBe(3)
          expect(answer.hits).toHaveLength(3)
        }
        yield* Fiber.interrupt(writer)
      }).pipe(Effect.provide(PostgresStores.layer({ url })))
    }))
})

describe("connecting", () => {
  it.scopedLive("layerConfig reads the URL from the configuration", () =>
    Effect.gen(function*() {
      const url = Redacted.value(yield* freshSchema)
      const found = yield* Effect.zipRight(putAgenda(1), agendaUids).pipe(
        Effect.provide(PostgresStores.layerConfig({ url: Config.redacted("DATABASE_URL") })),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["DATABASE_URL", url]])))
      )
      expect(found).toEqual([1])
    }))
})
