import { markStale } from "@agenda-engine/core/services/upkeep/staleIndexes"
import { reindexStores } from "@agenda-engine/core/testing/reindexStores"
import { sampleEvent, sampleLocation } from "@agenda-engine/core/testing/SampleRecords"
import * as Migrations from "@agenda-engine/sql/Migrations"
import type { SqlDatabase } from "@agenda-engine/sql/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/SqlStores"
import {
  allFound,
  countFound,
  events_count,
  insertBeforeIndexes,
  insertKeywords,
  readTerms,
  readUnmoved,
  spoilEvents,
  unreadable
} from "@agenda-engine/sql/testing/beforeIndexes"
import { mendOlderWrite, type OtherProgram, writeAfterNextRules } from "@agenda-engine/sql/testing/olderRules"
import type { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { agendas } from "../src/migrations/agendas.js"
import { credentials } from "../src/migrations/credentials.js"
import { events } from "../src/migrations/events.js"
import { indexRules22 } from "../src/migrations/indexRules22.js"
import { locations } from "../src/migrations/locations.js"
import { people } from "../src/migrations/people.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresMigrations from "../src/PostgresMigrations.js"
import { usePostgres } from "./usePostgres.js"

const { freshSchema } = usePostgres()

/** A database of before anything but keywords was indexed, with rows, brought to this version's schema. */
const migratedFrom = Effect.fnUntraced(function*(insert: (database: SqlDatabase) => Effect.Effect<void, SqlError>) {
  const database = yield* PostgresDatabase.open({ url: yield* freshSchema })
  const old = {
    "0001_agendas": agendas,
    "0002_locations": locations,
    "0003_events": events,
    "0004_people": people,
    "0005_credentials": credentials
  }
  yield* Migrations.up(database, old, Effect.void)
  yield* insert(database)
  yield* PostgresMigrations.upDatabase(database)
  return database
})

const migrated = migratedFrom(insertBeforeIndexes)

const otherProgram = (database: SqlDatabase): OtherProgram => ({
  index: sampleEvent(3).index,
  location: sampleLocation(7, 1, { name: "Other" }),
  reindex: reindexStores(SqlStores.make(database))
})

describe("a program with other rules", () => {
  it.scopedLive("has its writes indexed again by the step of the rules and the upkeep after it", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      const { after, before } = yield* mendOlderWrite(database, otherProgram(database), indexRules22)
      expect([before, after]).toEqual([events_count - 1, events_count])
    }))

  it.scopedLive("fails to write once newer rules are there, and changes nothing", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      const { found, outcomes } = yield* writeAfterNextRules(database, otherProgram(database))
      expect(outcomes).toEqual(["Unsupported", "Unsupported"])
      expect(found).toBe(events_count)
    }))
})

describe("a database from before", () => {
  it.scopedLive("has terms that bear what their events are counted by", () =>
    Effect.gen(function*() {
      const { expected, stored } = yield* readTerms(yield* migratedFrom(insertKeywords))
      expect(expected).toHaveLength(60)
      expect(stored).toEqual(expected)
    }))

  it.scopedLive("is found by searches and filters once it is indexed, and has not changed", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      const before = yield* readUnmoved(database)
      expect((yield* countFound(database))["search"]).toBe(0)
      expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
      expect(yield* countFound(database)).toEqual(allFound)
      expect(yield* readUnmoved(database)).toEqual(before)
      expect(yield* reindexStores(SqlStores.make(database))).toBe(0)
    }))

  it.scopedLive("is indexed to the end by who comes after one that was stopped half-way", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      const stopped = yield* Effect.exit(reindexStores(SqlStores.make(database), (done) => done > 60 ? Effect.interrupt : Effect.void))
      expect(Exit.isInterrupted(stopped)).toBe(true)
      const found = (yield* countFound(database))["search"]
      expect(found).toBeGreaterThan(0)
      expect(found).toBeLessThan(events_count)
      expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
      expect(yield* countFound(database)).toEqual(allFound)
    }))

  it.scopedLive("is indexed by several at once", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      yield* Effect.all([reindexStores(SqlStores.make(database)), reindexStores(SqlStores.make(database))], { concurrency: "unbounded" })
      expect(yield* countFound(database)).toEqual(allFound)
    }))

  it.scopedLive("has as many rows that say what is indexed, however often its fields change", () =>
    Effect.gen(function*() {
      const database = yield* migrated
      const stores = SqlStores.make(database)
      const changeFields = database.run(Effect.provide(markStale([1]), stores))
      const rows = database.sql`SELECT topic FROM agenda_revision WHERE topic LIKE 'index%' ORDER BY topic`
      yield* Effect.zipRight(changeFields, reindexStores(stores))
      const once = yield* rows
      for (let change = 0; change < 3; change++) {
        yield* changeFields
        expect(yield* reindexStores(stores)).toBe(events_count)
        expect(yield* reindexStores(stores)).toBe(0)
      }
      expect(yield* rows).toEqual(once)
    }))

  it.scopedLive("is migrated and indexed but for the rows that cannot be read, which warnings name", () => {
    const warned: Array<string> = []
    const logger = Logger.make(({ message }) => {
      warned.push(String(message))
    })
    return Effect.gen(function*() {
      const database = yield* migratedFrom((old) => Effect.zipRight(insertBeforeIndexes(old), spoilEvents(old)))
      expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
      expect((yield* countFound(database))["search"]).toBe(events_count - unreadable.length)
      for (const uid of unreadable) expect(warned.join("\n")).toContain(`event ${uid} cannot be read`)
      expect(yield* reindexStores(SqlStores.make(database))).toBe(0)
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })
})
