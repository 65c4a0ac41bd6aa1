import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/access/Credential.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import { RevisionStore } from "../../src/ports/RevisionStore.js"
import { Transaction } from "../../src/ports/Transaction.js"
import { EventQuery } from "../../src/query/event/EventQuery.js"
import { Access, authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Events } from "../../src/services/Events.js"
import { Keys } from "../../src/services/Keys.js"
import { Maintenance } from "../../src/services/Maintenance.js"
import { dueWork } from "../../src/services/maintenance/backgroundWork.js"
import { markStale } from "../../src/services/maintenance/staleIndexes.js"
import { Networks } from "../../src/services/Networks.js"
import { Transfer } from "../../src/services/Transfer.js"
import { eventsAs } from "./access/callers.js"
import { draftOf, everything, testEngine } from "./testEngine.js"

const venue = { field: "venue", fieldType: "text", label: { fr: "Salle" } }
const page = { ...venue, fieldType: "markdown" }
const schemaOf = (...fields: ReadonlyArray<JsonObject>) => ({ fields })

const ref = { _tag: "Uid" as const, uid: 7 }

/** Number of the agenda's events found by the text of the field. */
const found = Effect.gen(function*() {
  const filter = { state: [2, 1, 0, -1] as const, fields: { venue: { values: ["Halle"], ranges: [], others: [] } } }
  return (yield* eventsAs(operator, ref).list({ ...everything, filter })).total
})

/** The change of agenda 7's field to a text as its transaction leaves it: the process ends before it indexes. */
const changeAndEnd = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const { run } = yield* Transaction
  yield* run(Effect.gen(function*() {
    const stored = yield* agendas.find(ref)
    if (stored === null) return expect.fail("there is no agenda")
    yield* agendas.put({ ...stored, fields: stored.fields.replace("markdown", "text") })
    yield* markStale([7])
  }))
})

const reindexed = Effect.flatMap(Maintenance, (upkeep) => upkeep.reindex(() => Effect.void))

/** Agenda 7 with an event that is indexed only as having a text in the field. */
const make = (draft: { readonly schema?: JsonObject; readonly networkUid?: number }) =>
  Effect.gen(function*() {
    yield* TestClock.setTime("2030-01-01T00:00:00Z")
    yield* (yield* Agendas).create({ uid: 7, title: "Les Halles", ...draft })
    yield* authorized(operator, ref, "events:write", (by) =>
      Effect.flatMap(Events, (events) =>
        events.create(by, draftOf("Bal", { venue: "Halle" }), { lang: null })))
    yield* reindexed
  })

describe("events are found by the current fields", () => {
  it.effect("after an agenda's field has changed its type, or was restored", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const revisions = yield* RevisionStore
      yield* make({ schema: schemaOf(page) })
      yield* agendas.update(7, { schema: schemaOf(venue) })
      expect(yield* found).toBe(1)
      yield* agendas.update(7, { schema: schemaOf() })
      const { events: [event] } = yield* eventsAs(operator, ref).list({ ...everything, filter: { state: [2, 1, 0, -1] } })
      yield* eventsAs(operator, ref).patch({ _tag: "Uid", uid: Number(event?.uid) }, { title: { fr: "Autre" } }, { lang: null })
      yield* agendas.restore({ uid: 7, title: "Les Halles", schema: schemaOf(venue) })
      expect(yield* found).toBe(1)
      const before = yield* revisions.read(["agenda:7"])
      yield* agendas.update(7, { schema: schemaOf({ ...venue, label: { fr: "Lieu" } }) })
      expect(yield* revisions.read(["agenda:7"])).toEqual(before.map((revision) => revision + 1))
      expect(yield* reindexed).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("after a network's field has changed its type", () =>
    Effect.gen(function*() {
      const networks = yield* Networks
      yield* networks.create({ uid: 3, title: "Ouest", schema: schemaOf(page) })
      yield* make({ networkUid: 3 })
      yield* networks.setSchema(3, schemaOf(venue))
      expect(yield* found).toBe(1)
      yield* networks.restore({ uid: 3, title: "Ouest", schema: schemaOf(page) })
      yield* networks.restore({ uid: 3, title: "Ouest", schema: schemaOf(venue) })
      expect(yield* found).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("after an agenda has joined a network with the field", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* (yield* Networks).create({ uid: 3, title: "Ouest", schema: schemaOf(venue) })
      yield* make({ schema: schemaOf(page) })
      yield* agendas.update(7, { networkUid: 3, schema: schemaOf() })
      expect(yield* found).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("after an import has changed the field, together with its other lines", () =>
    Effect.gen(function*() {
      const transfer = yield* Transfer
      yield* make({ schema: schemaOf(page) })
      const line = JSON.stringify({ kind: "agenda", uid: 7, title: "Les Halles", schema: schemaOf(venue) })
      const taken = (dryRun: boolean) => transfer.import(Stream.make(line), { ownerUid: null, dryRun, progress: () => Effect.void })
      expect(yield* taken(true)).toMatchObject({ updated: 1 })
      expect(yield* (yield* Maintenance).isDue).toBe(false)
      expect(yield* taken(false)).toMatchObject({ updated: 1 })
      expect(yield* found).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("after maintenance has finished the reindexing of a process that ended", () =>
    Effect.gen(function*() {
      const upkeep = yield* Maintenance
      yield* make({ schema: schemaOf(page) })
      expect(yield* upkeep.isDue).toBe(false)
      yield* changeAndEnd
      expect([yield* upkeep.isDue, yield* found]).toEqual([true, 0])
      expect(yield* reindexed).toBe(1)
      expect([yield* upkeep.isDue, yield* found]).toEqual([false, 1])
      expect(yield* reindexed).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("after the due work of a host has finished it", () =>
    Effect.gen(function*() {
      yield* make({ schema: schemaOf(page) })
      yield* changeAndEnd
      yield* dueWork
      expect([yield* (yield* Maintenance).isDue, yield* found]).toEqual([false, 1])
    }).pipe(Effect.provide(testEngine)))

  it.effect("after another process has changed another agenda", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* make({ schema: schemaOf(page) })
      yield* changeAndEnd
      yield* agendas.create({ uid: 8, title: "Other", schema: schemaOf(page) })
      yield* agendas.update(8, { title: "Another" })
      expect(yield* found).toBe(1)
    }).pipe(Effect.provide(testEngine)))
})

/** The only event of agenda 7 as its operator reads it. */
const theEvent = Effect.gen(function*() {
  const { events: [item] } = yield* eventsAs(operator, ref).list({ ...everything, filter: { state: [2, 1, 0, -1] } })
  const uid = { _tag: "Uid" as const, uid: Number(item?.uid) }
  return { uid, ...(yield* eventsAs(operator, ref).get(uid)) }
})

describe("a plain text that becomes markup", () => {
  const make = (text: string) =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* agendas.create({ uid: 7, title: "Les Halles", schema: schemaOf(venue) })
      yield* authorized(operator, ref, "events:write", (by) =>
        Effect.flatMap(Events, (events) =>
          events.create(by, draftOf("Bal", { venue: text }), { lang: null })))
      const before = yield* theEvent
      yield* agendas.update(7, { schema: schemaOf(page) })
      return before
    })

  it.effect("is sanitized as if it were written now, and the event's version does not change", () =>
    Effect.gen(function*() {
      const before = yield* make("<p>La Halle</p>")
      expect(before.event).toMatchObject({ venue: "<p>La Halle</p>" })
      const after = yield* theEvent
      expect(after).toEqual({ ...before, event: { ...before.event, venue: "La Halle" } })
    }).pipe(Effect.provide(testEngine)))

  it.effect("is removed when nothing of it is left", () =>
    Effect.gen(function*() {
      yield* make("<p></p>")
      expect((yield* theEvent).event).toMatchObject({ venue: null })
      yield* (yield* Agendas).update(7, { schema: schemaOf(venue) })
      expect((yield* theEvent).event).toMatchObject({ venue: null })
    }).pipe(Effect.provide(testEngine)))
})

describe("a field whose readers change", () => {
  it.effect("is in no read, filter or facet of others, from the change on", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const options = [{ id: 1, value: "a", label: { fr: "A" } }]
      const genre = { field: "genre", fieldType: "select", label: { fr: "Genre" }, options }
      yield* agendas.create({ uid: 7, title: "Les Halles", schema: schemaOf(genre) })
      yield* eventsAs(operator, ref).create(draftOf("Bal", { genre: 1 }), { lang: null })
      const keys = yield* Keys
      const { key } = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
      const anyone = yield* (yield* Access).identify({ key, token: null })
      const filter = { fields: { genre: { values: ["2"], ranges: [], others: [] } } }
      const facets = [{ type: "additionalFields" as const, key: "genre", field: "genre", size: 10 }]
      const counted = [{ id: 1, label: { fr: "A" }, eventCount: 1 }]
      const reads = Effect.gen(function*() {
        const list = yield* eventsAs(anyone, ref).list(EventQuery.make<{ readonly genre?: ReadonlyArray<number> }>({ detailed: true }))
        const filtered = yield* eventsAs(anyone, ref).list({ ...everything, filter })
        const faceted = yield* Effect.either(eventsAs(anyone, ref).list({ ...everything, facets }))
        return {
          value: list.events[0]?.genre,
          filtered: filtered.total,
          faceted: Either.isRight(faceted) ? faceted.right.facets : null
        }
      })
      const open = { value: 1, filtered: 0, faceted: { genre: counted } }
      expect(yield* reads).toEqual(open)
      yield* agendas.update(7, { schema: schemaOf({ ...genre, read: ["administrator"] }) })
      expect(yield* reads).toEqual({ value: undefined, filtered: 1, faceted: null })
      yield* agendas.update(7, { schema: schemaOf(genre) })
      expect(yield* reads).toEqual(open)
    }).pipe(Effect.provide(testEngine)))
})
