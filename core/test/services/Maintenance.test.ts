import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { sampleAgenda, sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { storeDateRange } from "../../src/derive/dates/dateRange.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import { EventStore } from "../../src/ports/event/EventStore.js"
import { LocationStore } from "../../src/ports/LocationStore.js"
import { RevisionStore } from "../../src/ports/RevisionStore.js"
import { Transaction } from "../../src/ports/Transaction.js"
import { Maintenance } from "../../src/services/Maintenance.js"
import { instantOf } from "../instantOf.js"

const testLayer = Maintenance.layer.pipe(Layer.provideMerge(MemoryStores.layer), Layer.provide(plainRichText))

const quietly = () => Effect.void

const detail = (extIds: ReadonlyArray<{ readonly key: string; readonly value: string }>): string =>
  JSON.stringify({
    access: {},
    description: {},
    image: null,
    imageCredits: null,
    insee: null,
    website: null,
    email: null,
    phone: null,
    links: [],
    extIds
  })

describe("Maintenance.reindex", () => {
  it.effect("reindexing a new database indexes nothing and costs one query", () =>
    Effect.gen(function*() {
      const upkeep = yield* Maintenance
      expect(yield* upkeep.reindex(quietly)).toBe(0)
      const agendas = yield* AgendaStore
      const { run } = yield* Transaction
      yield* run(agendas.put(sampleAgenda(1)))
      expect(yield* upkeep.reindex(quietly)).toBe(0)
    }).pipe(Effect.provide(testLayer)))

  it.effect("a reindexed location is found by its external identifiers, and of several with the same one the first", () =>
    Effect.gen(function*() {
      const locations = yield* LocationStore
      const { run } = yield* Transaction
      const extId = { key: "source", value: "1" }
      yield* run(Effect.gen(function*() {
        yield* Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(1)))
        for (const uid of [1, 2]) {
          const { index, record } = sampleLocation(uid, 1, { detail: detail([extId]) })
          yield* locations.put(record, index)
        }
      }))
      expect(yield* locations.findByExtId(1, null, extId)).toBe(null)
      const told: Array<number> = []
      expect(yield* (yield* Maintenance).reindex((done) => Effect.sync(() => told.push(done)))).toBe(2)
      expect(told.at(-1)).toBe(2)
      expect((yield* locations.findByExtId(1, null, extId))?.uid).toBe(1)
    }).pipe(Effect.provide(testLayer)))

  it.effect("reindexing recomputes an event's date range text and changes nothing else of the event", () =>
    Effect.gen(function*() {
      const events = yield* EventStore
      const { run } = yield* Transaction
      const said = (fr: string) =>
        JSON.stringify({
          title: { fr: "Concert" },
          description: {},
          image: null,
          imageCredits: null,
          keywords: {},
          onlineAccessLink: null,
          dateRange: storeDateRange([{ begin: first, end: first + 1_000 }], "Europe/Paris"),
          offers: [],
          fields: {}
        }).replaceAll("1er juin", fr)
      const first = instantOf("2030-06-01T00:00:00Z")
      const eventDetail = JSON.stringify({
        longDescription: {},
        conditions: {},
        registration: [],
        accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false },
        age: { min: null, max: null },
        slotOffers: {},
        timezoneNamed: false,
        links: [],
        fields: {}
      })
      const { index, record } = sampleEvent(1, { at: [{ begin: first, end: first + 1_000 }], detail: eventDetail, summary: said("1 juin") })
      yield* run(Effect.zipRight(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(1))), events.put(record, index)))
      yield* (yield* Maintenance).reindex(quietly)
      expect(said("1er juin")).toContain("Samedi 1er juin 2030, 02h00")
      expect(yield* events.find(1, { _tag: "Uid", uid: 1 })).toEqual({ ...record, summary: said("1er juin") })
    }).pipe(Effect.provide(testLayer)))

  it.effect("a corrupt record is skipped with a warning, and the others are indexed", () => {
    const warned: Array<string> = []
    const logger = Logger.make(({ message }) => {
      warned.push(String(message))
    })
    return Effect.gen(function*() {
      const events = yield* EventStore
      const revisions = yield* RevisionStore
      const { run } = yield* Transaction
      const { index, record } = sampleEvent(1, { detail: "no JSON" })
      yield* run(Effect.zipRight(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(1))), events.put(record, index)))
      expect(yield* (yield* Maintenance).reindex(quietly)).toBe(1)
      expect(warned.join()).toContain("event 1 cannot be read")
      expect(yield* events.find(1, { _tag: "Uid", uid: 1 })).toEqual(record)
      expect(yield* revisions.read(["agenda:1"])).toEqual([0])
    }).pipe(Effect.provide(testLayer), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })
})
