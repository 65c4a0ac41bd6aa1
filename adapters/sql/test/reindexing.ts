import { reindexStores } from "@agenda-engine/conformance/testing/reindexStores"
import { markStale } from "@agenda-engine/core/services/maintenance/staleIndexes"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { writeAfterNextRules } from "./otherRules.js"
import type { SqlAdapter } from "./SqlAdapter.js"
import { allFound, corruptEvents, countFound, events_count, putUnindexed, readRecords, unreadable } from "./unindexedRecords.js"

/** Tests of index rules and of reindexing. */
export const testReindexing = ({ empty, upDatabase }: SqlAdapter): void => {
  /** A database whose records have no index yet. */
  const unindexed = Effect.gen(function*() {
    const database = yield* (yield* empty).open
    yield* upDatabase(database)
    yield* putUnindexed(database)
    return database
  })

  it.scopedLive("a program with other index rules cannot write", () =>
    Effect.gen(function*() {
      const { found, outcomes } = yield* writeAfterNextRules(yield* unindexed)
      expect(outcomes).toEqual(["Unsupported", "Unsupported"])
      expect(found).toBe(events_count)
    }))

  describe("reindexing", () => {
    it.scopedLive("makes every record findable and changes no record", () =>
      Effect.gen(function*() {
        const database = yield* unindexed
        const before = yield* readRecords(database)
        expect(before).toHaveLength(events_count)
        expect((yield* countFound(database))["search"]).toBe(0)
        expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
        expect(yield* countFound(database)).toEqual(allFound)
        expect(yield* readRecords(database)).toEqual(before)
        expect(yield* reindexStores(SqlStores.make(database))).toBe(0)
      }))

    it.scopedLive("is completed by the next run after an interruption", () =>
      Effect.gen(function*() {
        const database = yield* unindexed
        const stopped = yield* Effect.exit(reindexStores(SqlStores.make(database), (done) => done > 50 ? Effect.interrupt : Effect.void))
        expect(Exit.isInterrupted(stopped)).toBe(true)
        const found = (yield* countFound(database))["search"]
        expect(found).toBeGreaterThan(0)
        expect(found).toBeLessThan(events_count)
        expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
        expect(yield* countFound(database)).toEqual(allFound)
      }))

    it.scopedLive("may run twice concurrently", () =>
      Effect.gen(function*() {
        const database = yield* unindexed
        yield* Effect.all([reindexStores(SqlStores.make(database)), reindexStores(SqlStores.make(database))], { concurrency: "unbounded" })
        expect(yield* countFound(database)).toEqual(allFound)
      }))

    it.scopedLive("adds no revision rows when fields change again", () =>
      Effect.gen(function*() {
        const database = yield* unindexed
        const stores = SqlStores.make(database)
        const changeFields = database.run(Effect.provide(markStale([1]), stores))
        const rows = database.sql`SELECT topic FROM agenda_revision WHERE topic LIKE 'index%' ORDER BY topic`
        yield* Effect.zipRight(changeFields, reindexStores(stores))
        const once = yield* rows
        for (let change = 0; change < 2; change++) {
          yield* changeFields
          expect(yield* reindexStores(stores)).toBe(events_count)
          expect(yield* reindexStores(stores)).toBe(0)
        }
        expect(yield* rows).toEqual(once)
      }))

    it.scopedLive("skips records that cannot be read, with a warning that names them", () => {
      const warned: Array<string> = []
      const logger = Logger.make(({ message }) => {
        warned.push(String(message))
      })
      return Effect.gen(function*() {
        const database = yield* unindexed
        yield* corruptEvents(database)
        expect(yield* reindexStores(SqlStores.make(database))).toBe(events_count + 1)
        expect((yield* countFound(database))["search"]).toBe(events_count - unreadable.length)
        for (const uid of unreadable) expect(warned.join("\n")).toContain(`event ${uid} cannot be read`)
        expect(yield* reindexStores(SqlStores.make(database))).toBe(0)
      }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
    })
  })
}
