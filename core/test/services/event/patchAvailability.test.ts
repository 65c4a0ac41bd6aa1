import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { CurrentProviders } from "../../../src/domain/ticketing/Ticketing.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { instantOf } from "../../instantOf.js"
import { eventsAs } from "../access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "../testEngine.js"

const start = instantOf("2030-05-01T10:00:00Z")

const timings = [
  { id: "aaaaa", begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" },
  { id: "bbbbb", begin: "2030-06-02T18:00:00Z", end: "2030-06-02T20:00:00Z" }
]

const syncedAt = "2030-05-01T10:00:00Z"
const earlier = "2030-05-01T09:59:59.999Z"

/** An event of the contributor, and its stored record. */
const world = Effect.gen(function*() {
  yield* TestClock.setTime(start)
  const agenda = yield* testAgenda
  const { event } = yield* eventsAs(agenda.contributor.token, agenda.ref).create(draftOf("Concert", { timings }), { lang: null })
  const uid = event.uid
  const stored = Effect.gen(function*() {
    const records = yield* EventStore
    const record = yield* records.find(agenda.agenda.uid, { _tag: "Uid", uid })
    const clock = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.lock(agenda.agenda.uid))
    return { record, clock: clock?.changedAt, rows: JSON.parse(record?.availability ?? "null") }
  })
  const patch = (body: Json, caller = agenda.contributor.token) =>
    eventsAs(caller, agenda.ref).patchAvailability({ _tag: "Uid", uid }, rawBody(body))
  return { ...agenda, patch, stored, uid }
})

describe("a PATCH of availability", () => {
  it.effect("a PATCH of availability stores the rows as sent and moves only availabilityUpdatedAt", () =>
    Effect.gen(function*() {
      const { patch, stored } = yield* world
      const before = yield* stored
      yield* TestClock.adjust("1 minute")
      const rows = { bbbbb: { mapado: { syncedAt: "2030-05-01T12:00:00+02:00", remaining: 3 }, weezevent: { syncedAt } } }
      expect(yield* patch(rows)).toEqual({
        applied: [{ slot: "bbbbb", provider: "mapado" }, { slot: "bbbbb", provider: "weezevent" }],
        skipped: [],
        warnings: []
      })
      const after = yield* stored
      const at = start + 60_000
      expect(after.rows).toEqual(rows)
      expect(after.record).toEqual({ ...before.record, availability: after.record?.availability, availabilityUpdatedAt: at })
      expect(after.clock).toBe(at)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a PATCH of availability without changed rows moves nothing", () =>
    Effect.gen(function*() {
      const { patch, stored } = yield* world
      yield* patch({ aaaaa: { mapado: { syncedAt, remaining: 3, status: null } } })
      const before = yield* stored
      yield* TestClock.adjust("1 minute")
      const again = yield* patch({ bbbbb: { mapado: null }, aaaaa: { mapado: { remaining: 3, syncedAt } } })
      expect(again.applied).toEqual([{ slot: "bbbbb", provider: "mapado" }, { slot: "aaaaa", provider: "mapado" }])
      expect(yield* stored).toEqual(before)
    }).pipe(Effect.provide(testEngine)))

  it.effect("rows older than the stored ones are skipped with an issue, and the others are written", () =>
    Effect.gen(function*() {
      const { patch, stored } = yield* world
      yield* patch({ aaaaa: { mapado: { syncedAt, remaining: 3 }, weezevent: { syncedAt } } })
      const written = yield* patch({
        aaaaa: { mapado: { syncedAt: earlier, remaining: 0 }, weezevent: null },
        bbbbb: { mapado: { syncedAt } }
      })
      expect(written.applied).toEqual([{ slot: "aaaaa", provider: "weezevent" }, { slot: "bbbbb", provider: "mapado" }])
      expect(written.skipped).toMatchObject([
        { code: "stale", field: "aaaaa.mapado.syncedAt", origin: earlier, info: { stored: syncedAt } }
      ])
      expect((yield* stored).rows).toEqual({ aaaaa: { mapado: { syncedAt, remaining: 3 } }, bbbbb: { mapado: { syncedAt } } })
    }).pipe(Effect.provide(testEngine)))

  it.effect("a PATCH of availability with any fault changes nothing", () =>
    Effect.gen(function*() {
      const { patch, stored } = yield* world
      yield* patch({ aaaaa: { mapado: { syncedAt } } })
      const before = yield* stored
      yield* TestClock.adjust("1 minute")
      const refused = yield* Effect.flip(
        patch({ aaaaa: { mapado: null }, ccccc: { mapado: { syncedAt } }, bbbbb: { eventim: { syncedAt: 3 } } })
      )
      expect(refused).toMatchObject({
        _tag: "Invalid",
        issues: [
          { code: "timing.unknown", field: "ccccc" },
          { code: "provider.unknown", field: "bbbbb.eventim" },
          { code: "date.invalid", field: "bbbbb.eventim.syncedAt" }
        ]
      })
      expect(yield* stored).toEqual(before)
      const configured = Effect.provideService(patch({ bbbbb: { eventim: { syncedAt } } }), CurrentProviders, ["eventim"])
      expect((yield* configured).applied).toEqual([{ slot: "bbbbb", provider: "eventim" }])
    }).pipe(Effect.provide(testEngine)))

  it.effect("null removes the row of a provider that is no longer configured", () =>
    Effect.gen(function*() {
      const { patch, stored } = yield* world
      yield* Effect.provideService(patch({ aaaaa: { eventim: { syncedAt } } }), CurrentProviders, ["eventim"])
      expect((yield* Effect.flip(patch({ aaaaa: { eventim: { syncedAt } } })))._tag).toBe("Invalid")
      expect((yield* patch({ aaaaa: { eventim: null } })).applied).toEqual([{ slot: "aaaaa", provider: "eventim" }])
      expect((yield* stored).rows).toEqual({})
    }).pipe(Effect.provide(testEngine)))

  it.effect("changed rows appear in reads at once, and later transitions follow from time alone", () =>
    Effect.gen(function*() {
      const { moderator, patch, ref } = yield* world
      const status = Effect.map(
        eventsAs(moderator.token, ref).list({ ...everything, filter: { state: [0] } }),
        (listed) => listed.events.map(({ offersAggregate }) => offersAggregate)
      )
      const shows = (status: string, occurrencesAvailable: number) => [{ availability: { status, occurrencesAvailable } }]
      const sale = { syncedAt, onSaleFrom: "2030-05-01T10:02:00Z", onSaleThrough: "2030-05-01T10:03:00Z" }
      yield* patch({ aaaaa: { mapado: { ...sale, remaining: 9, lowStockThreshold: 5 } } })
      expect(yield* status).toMatchObject(shows("unknown", 0))
      // No sales interval changes here, so the transitions of lists do not move.
      yield* patch({ aaaaa: { mapado: { ...sale, remaining: 6, lowStockThreshold: 5 } } })
      yield* TestClock.adjust("2 minutes")
      expect(yield* status).toMatchObject(shows("available", 1))
      yield* patch({ aaaaa: { mapado: { ...sale, remaining: 5, lowStockThreshold: 5 } } })
      expect(yield* status).toMatchObject(shows("limited", 1))
      yield* patch({ aaaaa: { mapado: { ...sale, onSaleThrough: "2030-05-01T10:02:30Z", remaining: 5, lowStockThreshold: 5 } } })
      yield* TestClock.adjust("30 seconds")
      expect(yield* status).toMatchObject(shows("limited", 1))
      yield* TestClock.adjust("1 millis")
      expect(yield* status).toMatchObject(shows("unknown", 0))
      yield* patch({ bbbbb: { weezevent: { syncedAt, status: "salesClosed" } } })
      expect(yield* status).toMatchObject(shows("salesClosed", 0))
      yield* patch({ aaaaa: { mapado: null }, bbbbb: { weezevent: null } })
      expect(yield* status).toEqual([undefined])
    }).pipe(Effect.provide(testEngine)))

  it.effect("moderators, administrators and the contributor may patch availability, and the event's state stays", () =>
    Effect.gen(function*() {
      const { administrator, contributor, moderator, other, outsider, patch, reader, stored } = yield* Effect.map(
        world,
        (made) => ({ ...made, reader: made.contributor.reader })
      )
      const state = (yield* stored).record?.state
      expect(state).toBe(0)
      const body = (remaining: number) => ({ aaaaa: { mapado: { syncedAt, remaining } } })
      for (const [count, caller] of [contributor, moderator, administrator].entries()) {
        expect((yield* patch(body(count), caller.token)).applied).toHaveLength(1)
      }
      // For other members of the agenda an unpublished event does not exist.
      expect((yield* Effect.flip(patch(body(9), other.token)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(patch(body(9), outsider.token)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(patch(body(9), reader)))._tag).toBe("Unauthorized")
      const after = yield* stored
      expect([after.record?.state, after.rows]).toEqual([state, body(2)])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a PATCH of availability is refused when the event has another version than expected", () =>
    Effect.gen(function*() {
      const { moderator, ref, uid } = yield* world
      const patchAs = (expected: ReadonlyArray<number>) =>
        eventsAs(moderator.token, ref).patchAvailability({ _tag: "Uid", uid }, { aaaaa: { mapado: { syncedAt } } }, { expected })
      expect((yield* Effect.flip(patchAs([2])))._tag).toBe("VersionMismatch")
      expect((yield* patchAs([1])).applied).toHaveLength(1)
      expect((yield* patchAs([1])).applied).toHaveLength(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a contributor's PATCH of another's published event is forbidden", () =>
    Effect.gen(function*() {
      const { moderator, other, ref, uid } = yield* world
      const named = { _tag: "Uid", uid } as const
      yield* eventsAs(moderator.token, ref).patch(named, { state: 2 }, { lang: null })
      const refused = yield* Effect.flip(
        eventsAs(other.token, ref).patchAvailability(named, rawBody({ nonsense: 1 }))
      )
      expect(refused).toMatchObject({ _tag: "Forbidden", message: "contributors change their own events only" })
    }).pipe(Effect.provide(testEngine)))
})
