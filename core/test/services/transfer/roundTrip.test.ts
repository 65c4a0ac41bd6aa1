import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import type { Access } from "../../../src/services/Access.js"
import type { Events } from "../../../src/services/Events.js"
import type { Locations } from "../../../src/services/Locations.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { bodyOf, testEngine } from "../testEngine.js"

const agenda = { _tag: "Uid", uid: 1 } as const
const offers = [{ provider: "mapado", currency: "EUR", tiers: [], source: { url: "https://tickets.example/1" } }]
const slot = (day: number) => ({
  id: `slot${day}`,
  begin: `2030-06-0${day}T18:00:00+02:00`,
  end: `2030-06-0${day}T20:00:00+02:00`
})

const lines: ReadonlyArray<JsonObject> = [
  { kind: "agenda", uid: 1, title: "Agenda", slug: "agenda" },
  ...[5, 6].map((uid) => ({ kind: "location", uid, agendaUid: 1, name: `Hall ${uid}`, address: "1 quai", countryCode: "FR" })),
  ...[7, 8].map((uid) => ({
    kind: "event",
    agendaUid: 1,
    uid,
    data: bodyOf(`Concert ${uid}`, { locationUid: 5, offers, timings: [slot(1), slot(2), slot(3)] })
  }))
]

const importLines = (text: string) =>
  Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.splitLines(Stream.make(text)), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  )

const exported = Effect.flatMap(Transfer, (transfer) => Stream.runFold(transfer.export(null), "", (all, line) => `${all}${line}\n`))

const eventUid = FastCheck.constantFrom(7, 8)
const locationUid = FastCheck.constantFrom(5, 6)
const zone = FastCheck.constantFrom("Europe/Paris", "Asia/Tokyo", "America/New_York", null)
const name = FastCheck.constantFrom("Halle", "Théâtre")
const timings = FastCheck.subarray([1, 2, 3, 4], { minLength: 1 }).map((days) => days.map(slot))
const availability = FastCheck.tuple(FastCheck.integer({ min: 1, max: 3 }), FastCheck.nat(3)).map(([day, remaining]): JsonObject => ({
  [`slot${day}`]: { mapado: remaining === 0 ? null : { syncedAt: "2030-01-01T00:00:00Z", remaining } }
}))

interface Change {
  readonly what: "availability" | "event" | "location"
  readonly uid: number
  readonly body: JsonObject
}

const change: FastCheck.Arbitrary<Change> = FastCheck.oneof(
  FastCheck.record({ what: FastCheck.constant("location" as const), uid: locationUid, body: FastCheck.record({ name }) }),
  FastCheck.record({ what: FastCheck.constant("location" as const), uid: locationUid, body: FastCheck.record({ timezone: zone }) }),
  FastCheck.record({ what: FastCheck.constant("event" as const), uid: eventUid, body: FastCheck.record({ locationUid }) }),
  FastCheck.record({ what: FastCheck.constant("event" as const), uid: eventUid, body: FastCheck.record({ timezone: zone }) }),
  FastCheck.record({ what: FastCheck.constant("event" as const), uid: eventUid, body: FastCheck.record({ timings }) }),
  FastCheck.record({ what: FastCheck.constant("availability" as const), uid: eventUid, body: availability })
)

const apply = ({ body, uid, what }: Change): Effect.Effect<unknown, unknown, Access | Events | Locations> => {
  const named = { _tag: "Uid", uid } as const
  switch (what) {
    case "event":
      return eventsAs(operator, agenda).patch(named, body, { lang: "fr" })
    case "location":
      return locationsAs(operator, agenda).patch(named, body, { lang: "fr" })
    case "availability":
      return eventsAs(operator, agenda).patchAvailability(named, rawBody(body))
  }
}

const rowsIn = (text: string): unknown => JSON.parse(text)

/**
 * The stored events and locations, without what an import cannot restore: versions, and the instants of location
 * writes.
 */
const stored = Effect.gen(function*() {
  const events = yield* Effect.flatMap(EventStore, (store) => store.scan({ agendaUid: 1 }, 0, 9))
  const locations = yield* Effect.flatMap(LocationStore, (store) => store.findMany([5, 6]))
  return {
    events: events.map((event) => ({
      ...event,
      version: 0,
      retiredSlotIds: event.retiredSlotIds.toSorted(),
      availability: rowsIn(event.availability)
    })),
    locations: locations.map((location) => ({ ...location, createdAt: 0, updatedAt: 0 }))
  }
})

describe("export and import", () => {
  it.effect.prop("after any changes an export restores the same records and lines in another engine, and changes nothing in its own", [
    FastCheck.array(change, { maxLength: 12, size: "max" })
  ], ([changes]) =>
    Effect.gen(function*() {
      yield* TestClock.setTime("2030-02-01T00:00:00Z")
      expect(yield* importLines(lines.map((line) => JSON.stringify(line)).join("\n"))).toMatchObject({ created: 5, rejected: 0 })
      for (const one of changes) {
        yield* TestClock.adjust("1 minute")
        // Some name deleted slots, which is refused and changes nothing.
        yield* Effect.ignore(apply(one))
      }
      const all = yield* exported
      const records = yield* stored
      yield* TestClock.adjust("1 day")
      yield* Effect.gen(function*() {
        expect(yield* importLines(all)).toMatchObject({ created: 5, rejected: 0 })
        expect(yield* stored).toEqual(records)
        expect(yield* exported).toBe(all)
      }).pipe(Effect.provide(testEngine))
      expect(yield* importLines(all)).toMatchObject({ unchanged: 5 })
    }).pipe(Effect.provide(testEngine)), { fastCheck: { numRuns: 30 } })

  it.effect("an import restores the slug of a location and the retired slot ids of an event", () =>
    Effect.gen(function*() {
      yield* importLines(lines.map((line) => JSON.stringify(line)).join("\n"))
      const [, location, , event] = lines
      const restored = yield* importLines(
        [{ ...location, slug: "old-name" }, { ...event, retiredSlotIds: ["gone1", "slot1"] }].map((line) => JSON.stringify(line)).join("\n")
      )
      expect(restored).toMatchObject({ updated: 2, rejected: 0 })
      expect((yield* Effect.flatMap(LocationStore, (store) => store.find(5)))?.slug).toBe("old-name")
      const uid = { _tag: "Uid", uid: 7 } as const
      expect((yield* Effect.flatMap(EventStore, (store) => store.find(1, uid)))?.retiredSlotIds).toEqual(["gone1"])
      const refused = yield* importLines(
        [{ ...location, slug: "no slug" }, { ...event, retiredSlotIds: ["gone1", "long-id", 7], availabilityUpdatedAt: "noon" }]
          .map((line) => JSON.stringify(line)).join("\n")
      )
      expect(refused.errors.map(({ errors }) => errors.map(({ code, field, index }) => [code, field, index]))).toEqual([
        [["type.invalid", "slug", undefined]],
        [["date.invalid", "availabilityUpdatedAt", undefined], ["type.invalid", "retiredSlotIds", 1], ["type.invalid", "retiredSlotIds", 2]]
      ])
    }).pipe(Effect.provide(testEngine)))
})
