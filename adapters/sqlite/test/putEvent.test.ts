import { event } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { sampleIntervals } from "@agenda-engine/conformance/testing/sampleIntervals"
import { interval, noon, type SampleEvent, sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import { eventTextTable } from "@agenda-engine/sql/database/indexTables"
import { derivedTables } from "@agenda-engine/sql/write/putEvent"
import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Scope from "effect/Scope"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const tables = [...derivedTables, "agenda_event", "agenda_event_document", "agenda_word_count", eventTextTable] as const
const terms = "agenda_event_fulltext"

const connected = (filename: string): Effect.Effect<Sqlite.Database, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(() => new Sqlite(filename)), (database) => Effect.sync(() => database.close()))

/** Everything that is made from events. */
const dump = (database: Sqlite.Database) => {
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab(main, ${terms}, instance)`)
  const rowsOf = (table: string) => database.prepare(`SELECT * FROM ${table}`).all().map((row) => JSON.stringify(row)).sort()
  const rows = tables.map((table) => [table, rowsOf(table)])
  return { ...Object.fromEntries(rows), [terms]: database.prepare("SELECT DISTINCT doc, term FROM temp.term ORDER BY 1, 2").all() }
}

/** Puts events in a new file, one after the other; `before` the last one something is done. */
const putting = (filename: string, events: ReadonlyArray<IndexedEvent>, before: Effect.Effect<void>) =>
  Effect.gen(function*() {
    const store = yield* EventStore
    const locations = yield* LocationStore
    const transaction = yield* Transaction
    for (const uid of [1, 2]) {
      const { index, record } = sampleLocation(uid, 1, { name: `Hall ${uid}` })
      yield* transaction.run(locations.put(record, index))
    }
    for (const [position, { index, record }] of events.entries()) {
      if (position === events.length - 1) yield* before
      yield* transaction.run(store.put(record, index))
    }
  }).pipe(Effect.provide(SqliteStores.layer({ filename })))

const dumpOf = (events: ReadonlyArray<IndexedEvent>) =>
  Effect.scoped(Effect.gen(function*() {
    const filename = yield* temporaryFile
    yield* putting(filename, events, Effect.void)
    return dump(yield* connected(filename))
  }))

/** Which tables and how many rows a put writes to, of an event that is there; and what is there then. */
const written = (before: IndexedEvent, after: IndexedEvent) =>
  Effect.scoped(Effect.gen(function*() {
    const filename = yield* temporaryFile
    const structure = (database: Sqlite.Database) => database.prepare(`SELECT hex(block) FROM ${terms}_data WHERE id = 10`).pluck().get()
    let terms_before: unknown
    const watch = Effect.scoped(Effect.map(connected(filename), (database) => {
      database.exec("CREATE TABLE touched (name TEXT)")
      for (const table of tables) {
        for (const change of ["INSERT", "UPDATE", "DELETE"]) {
          database.exec(
            `CREATE TRIGGER touched_${table}_${change} AFTER ${change} ON ${table} BEGIN INSERT INTO touched VALUES ('${table}'); END`
          )
        }
      }
      terms_before = structure(database)
    }))
    yield* putting(filename, [before, after], watch)
    const database = yield* connected(filename)
    const names = database.prepare<[], string>("SELECT DISTINCT name FROM touched ORDER BY name").pluck().all()
    const counts = new Map(database.prepare<[], [string, number]>("SELECT name, count(*) FROM touched GROUP BY name").raw().all())
    return {
      names: [...names, ...(structure(database) === terms_before ? [] : [terms])],
      rowsOf: (table: string) => counts.get(table) ?? 0,
      dump: dump(database)
    }
  }))

const search = { languages: ["fr"], title: "jazz", keywords: "", description: "", longDescription: "" } as const

const whole: SampleEvent = {
  at: [interval(1), interval(3)],
  extIds: [{ key: "a", value: "1" }],
  keywords: ["jazz"],
  words: ["jazz"],
  numbers: [{ dimension: "field:price", value: 0.1 }],
  availability: sampleIntervals("available", [noon, "limited"]),
  locationUid: 1,
  search
}

const indexes = ["agenda_slot", "agenda_availability", "agenda_word_count", "agenda_filter_term"]

describe("a put of an existing event", () => {
  it.scopedLive.each<readonly [what: string, given: SampleEvent, tables: ReadonlyArray<string>]>([
    ["nothing", {}, []],
    ["a version", { version: 9, updatedAt: noon, summary: '{"title":{"fr":"Autre"}}' }, ["agenda_event"]],
    ["a title", { version: 9, search: { ...search, title: "rock" } }, ["agenda_event", eventTextTable, terms]],
    ["a language", { search: { ...search, languages: ["en"] } }, [eventTextTable, terms]],
    ["a slot's end", { at: [interval(1), interval(3, 2)] }, ["agenda_event", "agenda_slot", "agenda_filter_term"]],
    ["a slot", { at: [interval(1), interval(2), interval(3)] }, ["agenda_slot"]],
    ["featured", { featured: true }, ["agenda_event", "agenda_slot", "agenda_filter_term"]],
    ["a state", { state: 1 }, ["agenda_event", eventTextTable, terms, ...indexes]],
    ["an external id", { extIds: [{ key: "a", value: "2" }] }, ["agenda_ext_id"]],
    ["the order of external ids", { extIds: [{ key: "b", value: "1" }, { key: "a", value: "1" }] }, ["agenda_ext_id"]],
    ["a keyword", { keywords: ["Jazz"] }, ["agenda_filter_term"]],
    ["no keyword", { keywords: [], words: [] }, ["agenda_word_count", "agenda_filter_term", eventTextTable, terms]],
    ["a number", { numbers: [{ dimension: "field:price", value: 0.1 + Number.EPSILON / 8 }] }, ["agenda_filter_number"]],
    ["tickets", { availability: sampleIntervals("available", [noon, "soldOut"]) }, ["agenda_availability"]],
    ["a location of another name", { locationUid: 2 }, ["agenda_event", eventTextTable, terms, "agenda_filter_term", "agenda_word_count"]]
  ])("with %s changed writes its document and what differs alone", ([, given, tables_written]) =>
    Effect.gen(function*() {
      const after = sampleEvent(1, { ...whole, ...given })
      const found = yield* written(sampleEvent(1, whole), after)
      expect(found.names.toSorted()).toEqual([...tables_written, "agenda_event_document"].sort())
      expect(found.dump).toEqual(yield* dumpOf([after]))
    }))

  it.scopedLive("writes only the rows that differ", () =>
    Effect.gen(function*() {
      const slots = Array.from({ length: 50 }, (_, hour) => interval(hour, 0.5))
      const words = ["jazz", "rock", "soul"]
      const many: SampleEvent = { ...whole, at: slots, keywords: words, words }
      const changed: ReadonlyArray<readonly [SampleEvent, { readonly [table: string]: number }]> = [
        // A row removed and one added: of the slot, or of the term.
        [{ at: slots.with(9, interval(9.25, 0.25)) }, { agenda_slot: 2, agenda_filter_term: 0 }],
        // The slot after one that is removed knows the end of the one before.
        [{ at: slots.toSpliced(48, 1) }, { agenda_slot: 3, agenda_filter_term: 0 }],
        [{ keywords: ["jazz", "rock", "Soul"] }, { agenda_slot: 0, agenda_filter_term: 2 }],
        [{ extIds: [{ key: "a", value: "1" }, { key: "b", value: "2" }] }, { agenda_ext_id: 1 }]
      ]
      for (const [given, rows] of changed) {
        const after = sampleEvent(1, { ...many, ...given })
        const found = yield* written(sampleEvent(1, many), after)
        for (const [table, count] of Object.entries(rows)) expect([table, found.rowsOf(table)]).toEqual([table, count])
        expect(found.dump).toEqual(yield* dumpOf([after]))
      }
    }))

  it.scopedLive("makes it findable again when its terms were lost", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const same = sampleEvent(1, whole)
      const losing = Effect.scoped(Effect.map(connected(filename), (database) => database.exec(`DELETE FROM ${terms}`)))
      yield* putting(filename, [same, same], losing)
      expect(dump(yield* connected(filename))).toEqual(yield* dumpOf([same]))
    }))

  it.scopedLive("counts its words again when its text was lost", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const same = sampleEvent(1, whole)
      const losing = Effect.scoped(
        Effect.map(connected(filename), (database) => database.exec(`DELETE FROM ${eventTextTable}; DELETE FROM agenda_word_count`))
      )
      yield* putting(filename, [same, same], losing)
      expect(dump(yield* connected(filename))).toEqual(yield* dumpOf([same]))
    }))

  it.scopedLive("leaves the same rows as a new event", () =>
    Effect.gen(function*() {
      for (const events of FastCheck.sample(FastCheck.array(event, { minLength: 40, maxLength: 40 }), { numRuns: 3, seed: 5 })) {
        const last = new Map(events.map((each) => [each.record.uid, each]))
        expect(last.size).toBeLessThan(events.length)
        expect(yield* dumpOf(events)).toEqual(yield* dumpOf([...last.values()]))
      }
    }), 60_000)
})

describe("the removal of events", () => {
  it.scopedLive("leaves the counts of the others", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const others = { keywords: ["Jazz", "rock"], words: ["jazz", "rock"], locationUid: 1 }
      const [first, second, third] = [sampleEvent(1, whole), sampleEvent(2, others), sampleEvent(3, { ...whole, extIds: [] })]
      yield* putting(filename, [first, second, third], Effect.void)
      const counts = Effect.map(connected(filename), (database) =>
        database.prepare("SELECT token, events FROM agenda_word_count ORDER BY token").raw().all())
      expect(yield* counts).toEqual([["k:jazz", 3], ["k:rock", 1], ["l:1", 3]])
      const removing = Effect.gen(function*() {
        const { run } = yield* Transaction
        yield* run((yield* EventStore).remove(2))
        expect(yield* counts).toEqual([["k:jazz", 2], ["l:1", 2]])
        yield* run((yield* RemovalStore).clear(1, 100))
        expect(yield* counts).toEqual([])
      })
      yield* Effect.provide(removing, SqliteStores.layer({ filename }))
    }))
})
