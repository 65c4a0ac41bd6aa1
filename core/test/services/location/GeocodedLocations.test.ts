import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { GeocodingError } from "../../../src/ports/geocoding/Geocoder.js"
import { GeocodingQueue } from "../../../src/ports/GeocodingQueue.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { type Access } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { GeocodedLocations } from "../../../src/services/GeocodedLocations.js"
import type { Locations } from "../../../src/services/Locations.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { bodyOf, testEngine } from "../testEngine.js"
import { Asked, create, findPlace, geocode, geocodingEngine, get, hall, timezoneEngine, write } from "./geocodedWorld.js"

const agenda = Effect.flatMap(
  Agendas,
  (agendas) => Effect.map(agendas.create({ title: "Agenda" }), ({ uid }) => ({ _tag: "Uid", uid }) as const)
)

const failing = (reason: "permanent" | "temporary", retryAfter_ms: number | null = null) => () =>
  new GeocodingError({ reason, message: "a test", retryAfter_ms })

const found = { latitude: 43.4, longitude: 3.7, geocoding: "found" }
const pending = { latitude: null, longitude: null, geocoding: "pending" }
const queued = Effect.flatMap(GeocodingQueue, ({ due }) => due(Number.MAX_SAFE_INTEGER, 10))

describe("GeocodedLocations", () => {
  it.scoped("gives a location without coordinates those of its address, after the write", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      expect(location).toMatchObject(pending)
      expect(yield* (yield* Asked).addresses).toEqual([])
      yield* TestClock.adjust("1 minute")
      expect(yield* geocode).toEqual({ found: 1, none: 0, later: 0 })
      const after = yield* get(ref, location)
      expect(after).toMatchObject({ ...found, timezone: "Europe/Paris", updatedAt: "1970-01-01T00:01:00.000Z" })
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 0 })
      expect(yield* queued).toEqual([])
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("leaves coordinates of a write alone", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, { ...hall, latitude: 1, longitude: 2 })
      yield* write(ref, location, "patch", { address: "2 rue de la Mer" })
      yield* geocode
      expect(yield* get(ref, location)).toMatchObject({ latitude: 1, longitude: 2, geocoding: "off" })
      expect(yield* (yield* Asked).addresses).toEqual([])
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("says none for an address that the geocoder does not know or refuses", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, { ...hall, address: "Nowhere" })
      expect(yield* geocode).toEqual({ found: 0, none: 1, later: 0 })
      expect(yield* get(ref, location)).toMatchObject({ latitude: null, geocoding: "none", updatedAt: location["updatedAt"] })
      yield* (yield* Asked).answer(failing("permanent"))
      const other = yield* create(ref, hall)
      yield* TestClock.adjust("1 second")
      expect(yield* geocode).toEqual({ found: 0, none: 1, later: 0 })
      expect(yield* get(ref, other)).toMatchObject({ latitude: null, geocoding: "none" })
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("geocodes a changed address again, without the coordinates of the old one meanwhile", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      yield* geocode
      const shown = yield* get(ref, location)
      const { location: changed } = yield* write(ref, location, "replace", { ...shown, address: "2 rue de la Mer" })
      expect(changed).toMatchObject({ ...pending, timezone: "Europe/Paris" })
      yield* TestClock.adjust("1 second")
      yield* geocode
      expect(yield* get(ref, location)).toMatchObject({ latitude: 43.5, longitude: 3.8, geocoding: "found" })
      yield* write(ref, location, "patch", { address: "Nowhere" })
      yield* TestClock.adjust("1 second")
      yield* geocode
      expect(yield* get(ref, location)).toMatchObject({ latitude: null, longitude: null, timezone: "Europe/Paris", geocoding: "none" })
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("keeps what it found when a write repeats the location, with its coordinates or without", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      yield* geocode
      expect(yield* write(ref, location, "replace", yield* get(ref, location))).toMatchObject({ outcome: "unchanged" })
      expect(yield* write(ref, location, "replace", hall)).toMatchObject({ outcome: "unchanged", location: found })
      expect((yield* write(ref, location, "patch", { name: "Halle" })).location).toMatchObject(found)
      const own = { latitude: 43.41, longitude: 3.71, geocoding: "off" }
      expect((yield* write(ref, location, "patch", { latitude: 43.41, longitude: 3.71 })).location).toMatchObject(own)
      expect((yield* write(ref, location, "patch", { address: "2 rue de la Mer" })).location).toMatchObject(own)
      expect((yield* write(ref, location, "replace", hall)).location).toMatchObject(pending)
      expect(yield* (yield* Asked).addresses).toHaveLength(1)
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped.each([
    { of: "coordinates", body: { latitude: 1, longitude: 2 }, after: { latitude: 1, longitude: 2, geocoding: "off" } },
    { of: "another address", body: { address: "2 rue de la Mer" }, after: pending },
    { of: "another name", body: { name: "Halle" }, after: { ...found, name: "Halle" } }
  ])("does not overwrite $of that a write gives while the geocoder is asked", ({ after, body }) =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      const context = yield* Effect.context<Access | Locations>()
      yield* (yield* Asked).answer((address) =>
        Effect.zipLeft(findPlace(address), Effect.orDie(Effect.provide(write(ref, location, "patch", body), context)))
      )
      const { work } = yield* GeocodedLocations
      yield* Effect.fork(work)
      yield* TestClock.adjust("100 millis")
      expect(yield* get(ref, location)).toMatchObject(after)
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("drops the entry of a removed location", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      const uid = typeof location["uid"] === "number" ? location["uid"] : 0
      yield* locationsAs(operator, ref).remove({ _tag: "Uid", uid })
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 0 })
      expect(yield* queued).toEqual([])
      expect(yield* (yield* Asked).addresses).toEqual([])
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("asks at most once in its interval, with several workers", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      yield* Effect.forEach(Array.from({ length: 5 }), () => create(ref, hall))
      const { work } = yield* GeocodedLocations
      yield* Effect.all([Effect.fork(work), Effect.fork(work), Effect.fork(work)])
      for (let steps = 0; steps < 40; steps++) yield* TestClock.adjust("250 millis")
      expect(yield* (yield* Asked).instants).toEqual([0, 1_000, 2_000, 3_000, 4_000])
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("waits as long as the service asks before any other request, and retries with backoff", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const asked = yield* Asked
      const [first] = yield* Effect.all([create(ref, hall), create(ref, { ...hall, address: "2 rue de la Mer" })])
      yield* asked.answer(failing("temporary", 120_000))
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 1 })
      expect(yield* get(ref, first)).toMatchObject(pending)
      yield* TestClock.adjust("109 seconds")
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 0 })
      yield* asked.answer(findPlace)
      yield* TestClock.adjust("11 seconds")
      const rest = yield* Effect.fork(geocode)
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(rest)).toEqual({ found: 2, none: 0, later: 0 })
      expect((yield* asked.instants).slice(1)).toEqual([120_000, 121_000])
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("counts an address as unknown after three days of failures", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      yield* (yield* Asked).answer(failing("temporary"))
      for (let attempts = 1; attempts <= 20; attempts++) {
        expect(yield* geocode).toEqual({ found: 0, none: 0, later: 1 })
        yield* TestClock.adjust("6 hours")
      }
      expect(yield* geocode).toEqual({ found: 0, none: 1, later: 0 })
      expect(yield* get(ref, location)).toMatchObject({ latitude: null, geocoding: "none" })
      expect(yield* (yield* Asked).addresses).toHaveLength(21)
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("asks again for a location whose process was killed, when its lease ends", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const asked = yield* Asked
      const location = yield* create(ref, hall)
      yield* asked.answer(() => Effect.never)
      const killed = yield* Effect.fork(geocode)
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(killed)
      yield* asked.answer(findPlace)
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 0 })
      yield* TestClock.adjust("1 minute")
      expect(yield* geocode).toEqual({ found: 1, none: 0, later: 0 })
      expect(yield* get(ref, location)).toMatchObject(found)
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("takes no answer for one that comes after a minute", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      yield* create(ref, hall)
      yield* (yield* Asked).answer(() => Effect.never)
      const waiting = yield* Effect.fork(geocode)
      yield* TestClock.adjust("60 seconds")
      expect(yield* Fiber.join(waiting)).toEqual({ found: 0, none: 0, later: 1 })
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("moves events that follow the location to the time zone of what it found, and back to none", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, { ...hall, address: "405 Lexington Avenue", countryCode: "US" })
      const body = bodyOf("Concert", { attendanceMode: 1, locationUid: location.uid })
      const { event } = yield* eventsAs(operator, ref).create(rawBody(body))
      const zone = Effect.map(
        eventsAs(operator, ref).get({ _tag: "Uid", uid: typeof event["uid"] === "number" ? event["uid"] : 0 }, { detailed: true }),
        (shown) => shown.event["timezone"]
      )
      expect(yield* zone).toBe("Europe/Paris")
      yield* geocode
      expect(yield* zone).toBe("America/New_York")
      yield* write(ref, location, "patch", { timezone: "America/Chicago" })
      yield* write(ref, location, "patch", { latitude: 43.4, longitude: 3.7 })
      expect(yield* get(ref, location)).toMatchObject({ timezone: "America/Chicago" })
      yield* write(ref, location, "patch", { timezone: null })
      expect(yield* get(ref, location)).toMatchObject({ timezone: "Europe/Paris" })
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("finds time zones of coordinates, else of countries with one, else the default, without a geocoder", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const zoneOf = (more: JsonObject) => Effect.map(create(ref, { ...hall, ...more }), ({ timezone }) => timezone)
      expect(yield* zoneOf({ countryCode: "JP", latitude: 40.75, longitude: -73.98 })).toBe("America/New_York")
      expect(yield* zoneOf({ countryCode: "jp" })).toBe("Asia/Tokyo")
      expect(yield* zoneOf({ countryCode: "US" })).toBe("Europe/Paris")
      expect(yield* zoneOf({ countryCode: "US", timezone: "America/Chicago" })).toBe("America/Chicago")
      const location = yield* create(ref, { ...hall, countryCode: "IN" })
      expect(location).toMatchObject({ timezone: "Asia/Kolkata", geocoding: "off" })
      expect(yield* write(ref, location, "replace", location)).toMatchObject({ outcome: "unchanged" })
      const moved = yield* write(ref, location, "patch", { latitude: 40.75, longitude: -73.98 })
      expect(moved.location).toMatchObject({ timezone: "America/New_York" })
      expect((yield* write(ref, location, "patch", { timezone: "Asia/Tokyo" })).location).toMatchObject({ timezone: "Asia/Tokyo" })
      expect((yield* write(ref, location, "patch", { latitude: 1, longitude: 1 })).location).toMatchObject({ timezone: "Asia/Tokyo" })
    }).pipe(Effect.provide(timezoneEngine)))

  it.scoped("queues locations that were written without a geocoder, and on request those that were not found", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const { queueMissing } = yield* GeocodedLocations
      const location = yield* create(ref, { ...hall, address: "Nowhere" })
      yield* geocode
      expect(yield* queueMissing({ agendaUid: ref.uid, notFound: false })).toBe(0)
      expect(yield* queueMissing({ agendaUid: null, notFound: true })).toBe(1)
      expect(yield* get(ref, location)).toMatchObject({ ...pending, updatedAt: location["updatedAt"] })
      expect(yield* queueMissing({ agendaUid: null, notFound: true })).toBe(0)
      expect(yield* Effect.flip(queueMissing({ agendaUid: 999, notFound: true }))).toMatchObject({ _tag: "NotFound" })
    }).pipe(Effect.provide(geocodingEngine)))

  it.scoped("does nothing without a geocoder", () =>
    Effect.gen(function*() {
      const ref = yield* agenda
      const location = yield* create(ref, hall)
      expect(location).toMatchObject({ latitude: null, longitude: null, timezone: null, geocoding: "off" })
      expect((yield* create(ref, { ...hall, latitude: 40.75, longitude: -73.98 }))["timezone"]).toBe(null)
      expect(yield* geocode).toEqual({ found: 0, none: 0, later: 0 })
      expect(yield* queued).toEqual([])
      const { run } = yield* Transaction
      yield* run(Effect.flatMap(GeocodingQueue, ({ put }) => put({ locationUid: 1, attempts: 0, dueAt: 0 })))
      const { work } = yield* GeocodedLocations
      yield* Effect.fork(work)
      yield* TestClock.adjust("1 minute")
      expect(yield* queued).toHaveLength(1)
    }).pipe(Effect.provide(testEngine)))
})
