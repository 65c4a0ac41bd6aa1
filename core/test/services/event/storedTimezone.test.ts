import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { Locations } from "../../../src/services/Locations.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { draftOf, testAgenda, testEngine } from "../testEngine.js"

it.scoped("an event follows the time zone of its location, unless a write named another", () =>
  Effect.gen(function*() {
    const { ref } = yield* testAgenda
    const [eventStore, locations] = yield* Effect.all([EventStore, Locations])
    const place = { name: "Halle", address: "1 quai", countryCode: "FR", timezone: "Europe/Paris" }
    yield* Effect.forEach([5, 6], (uid) => locations.restore(ref.uid, uid, place))
    const create = (more: { readonly timezone?: string }) =>
      Effect.gen(function*() {
        const { event } = yield* eventsAs(operator, ref).create(draftOf("Concert", { locationUid: 5, ...more }), { lang: null })
        return event["uid"]
      })
    const plain = yield* create({})
    const moved = yield* create({})
    const own = yield* create({ timezone: "Asia/Tokyo" })
    const zoneOf = (uid: number) => Effect.map(eventStore.find(ref.uid, { _tag: "Uid", uid }), (record) => record?.timezone)
    const patch = (uid: number, body: Json) => eventsAs(operator, ref).patch({ _tag: "Uid", uid }, rawBody(body), { lang: "fr" })

    yield* TestClock.adjust("1 minute")
    expect((yield* patch(plain, { title: "Concert" })).outcome).toBe("unchanged")
    yield* patch(moved, { locationUid: 6, title: "Ailleurs" })
    yield* locationsAs(operator, ref).patch({ _tag: "Uid", uid: 5 }, { timezone: "America/Lima" }, { lang: null })
    yield* locationsAs(operator, ref).patch({ _tag: "Uid", uid: 6 }, { timezone: "America/Cayenne" }, { lang: null })
    expect(yield* Effect.forEach([plain, moved, own], zoneOf)).toEqual(["America/Lima", "America/Cayenne", "Asia/Tokyo"])
    yield* patch(own, { locationUid: 6, title: "Ailleurs" })
    expect(yield* zoneOf(own)).toBe("Asia/Tokyo")
    yield* patch(own, { timezone: null, title: "Ailleurs" })
    expect(yield* zoneOf(own)).toBe("America/Cayenne")
    // An event that is sent back whole, alone or with another location, has named no zone.
    const named = { _tag: "Uid", uid: plain } as const
    const { event: whole } = yield* eventsAs(operator, ref).get(named)
    const back = (more: object) => eventsAs(operator, ref).replace(named, { ...whole, ...more }, { lang: null })
    expect((yield* back({})).outcome).toBe("unchanged")
    yield* back({ locationUid: 6 })
    expect(yield* zoneOf(plain)).toBe("America/Cayenne")
  }).pipe(Effect.provide(testEngine)))

it.scoped("an event whose slots would leave year 9999 keeps its time zone, and its location is corrected with all others", () =>
  Effect.gen(function*() {
    const { ref } = yield* testAgenda
    const locations = yield* Locations
    const place = { name: "Halle", address: "1 quai", countryCode: "FR", timezone: "America/Lima" }
    yield* Effect.forEach([5, 6], (uid) => locations.restore(ref.uid, uid, place))
    const create = (begin: string, end: string) =>
      Effect.map(
        eventsAs(operator, ref).create(draftOf("Concert", { locationUid: 5, timings: [{ begin, end }] }), { lang: null }),
        ({ event }) => ({ _tag: "Uid" as const, uid: event["uid"] })
      )
    const last = yield* create("9999-12-31T22:30:00Z", "9999-12-31T23:30:00Z")
    const near = yield* create("2030-06-01T18:00:00Z", "2030-06-01T20:00:00Z")
    const first = yield* create("0000-01-01T09:00:00Z", "0000-01-01T10:00:00Z")
    const moveTo = (timezone: string) =>
      Effect.map(
        locationsAs(operator, ref).patch({ _tag: "Uid", uid: 5 }, { timezone }, { lang: null }),
        ({ outcome }) => outcome
      )
    const zones = Effect.forEach(
      [last, near, first],
      (name) => Effect.map(eventsAs(operator, ref).get(name), ({ event }) => event["timezone"])
    )

    expect(yield* moveTo("Asia/Tokyo")).toBe("updated")
    expect(yield* zones).toEqual(["America/Lima", "Asia/Tokyo", "Asia/Tokyo"])
    expect((yield* eventsAs(operator, ref).get(last)).event["timings"]).toMatchObject([{
      begin: "9999-12-31T17:30:00-05:00"
    }])
    expect(yield* moveTo("Pacific/Honolulu")).toBe("updated")
    expect(yield* zones).toEqual(["Pacific/Honolulu", "Pacific/Honolulu", "Asia/Tokyo"])

    // A write that names no zone leaves the stored one; a write that names the location's zone is refused.
    yield* moveTo("Asia/Tokyo")
    const patch = (body: Json) => eventsAs(operator, ref).patch(last, rawBody(body), { lang: "fr" })
    const kept = { timezone: "Pacific/Honolulu" }
    expect((yield* patch({ state: 2 })).event).toMatchObject({ ...kept, state: 2 })
    expect((yield* patch({ state: 0 })).event).toMatchObject({ ...kept, state: 0 })
    expect((yield* patch({ title: "Autre" })).event).toMatchObject(kept)
    const { event: read } = yield* eventsAs(operator, ref).get(last)
    expect(
      (yield* eventsAs(operator, ref).replace(last, { ...read, title: "Encore" }, { lang: "fr" }))
        .event
    ).toMatchObject(kept)
    for (const timezone of [null, "Asia/Tokyo"]) {
      const refused = yield* Effect.flip(patch({ timezone }))
      expect(refused._tag === "Invalid" && refused.issues).toMatchObject([{
        code: "date.invalid",
        field: "timezone",
        origin: "Asia/Tokyo"
      }])
    }
    // The event still follows its location: after its slots fit, and in the next correction.
    const { timings: before } = read
    const timings = [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }]
    expect((yield* patch({ timings })).event).toMatchObject({ timezone: "Asia/Tokyo" })
    yield* moveTo("America/Lima")
    yield* patch({ timings: before ?? null })
    yield* moveTo("Asia/Tokyo")
    yield* moveTo("UTC")
    expect((yield* eventsAs(operator, ref).get(last)).event["timezone"]).toBe("UTC")
    yield* patch({ timezone: "Etc/GMT+3" })
    // Another location whose zone would move the slots out of range is refused.
    yield* locationsAs(operator, ref).patch({ _tag: "Uid", uid: 6 }, { timezone: "Pacific/Kiritimati" }, { lang: null })
    const elsewhere = yield* Effect.flip(patch({ locationUid: 6, timezone: null }))
    expect(elsewhere._tag === "Invalid" && elsewhere.issues).toMatchObject([{ code: "date.invalid", field: "timezone" }])
  }).pipe(Effect.provide(testEngine)))
