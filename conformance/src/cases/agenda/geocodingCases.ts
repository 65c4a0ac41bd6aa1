import { indexLocation } from "@agenda-engine/core/derive/indexing/indexLocation"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { type Coordinates, Geocoder } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { GeocodingEntry } from "@agenda-engine/core/record/GeocodingEntry"
import type { LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import { GeocodedLocations } from "@agenda-engine/core/services/GeocodedLocations"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Case, demand, demandOfDatabase, demandOfTwo } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { agendas, fill, geocodingQueue, locations, transact } from "../../storeCalls.js"
import { hour, noon, sampleAgenda, sampleLocation } from "../../testing/SampleRecords.js"

const put = (entry: GeocodingEntry) => transact(geocodingQueue((store) => store.put(entry)))
const due = (now: number, limit: number) => geocodingQueue((store) => store.due(now, limit))
const uids = (now: number, limit: number) => Effect.map(due(now, limit), (entries) => entries.map(({ locationUid }) => locationUid))
const takeTurn = geocodingQueue((store) => store.lockTurn)

const entry = (locationUid: number, overrides: Partial<GeocodingEntry> = {}): GeocodingEntry => ({
  locationUid,
  attempts: 0,
  dueAt: noon,
  ...overrides
})

/** Takes the turn and claims the due entry like a worker; returns its uid, or 0 when none is due. */
const claim = atomically(Effect.gen(function*() {
  yield* takeTurn
  const [first] = yield* due(noon, 1)
  yield* Effect.sleep(1)
  if (first === undefined) return 0
  yield* geocodingQueue((store) => store.put({ ...first, dueAt: noon + hour }))
  return first.locationUid
}))

const untold = { image: null, imageCredits: null, insee: null, website: null, email: null, phone: null, links: [], extIds: [] }
const detail = JSON.stringify({ ...untold, access: {}, description: {}, geocoding: "pending" })

const pending = sampleLocation(5, 1, { latitude: null, longitude: null, detail })

const given = Effect.zipRight(fill({ agendas: [sampleAgenda(1)], locations: [pending] }), put(entry(5, { dueAt: 0 })))

const putLocation = (record: LocationRecord) =>
  atomically(Effect.gen(function*() {
    yield* agendas((store) => store.lock(1))
    yield* locations((store) => store.lock(record.uid, "exclusive"))
    yield* locations((store) => store.put(record, indexLocation({ ...record, extIds: [] })))
  }))

const placeOf = Effect.map(locations((store) => store.find(5)), (found) => [found?.latitude ?? null, found?.longitude ?? null])

/** Geocodes what is due now; while the geocoder is asked, `meanwhile` runs. Returns how many were found. */
const geocode = (found: Coordinates, meanwhile: Effect.Effect<void, unknown>): Effect.Effect<number, StoreError, Stores> => {
  const find = () => Effect.as(Effect.orDie(meanwhile), found)
  const geocoder = Layer.succeed(Geocoder, { isOn: true, interval_ms: 0, find })
  return Effect.flatMap(GeocodedLocations, ({ geocodeDue }) => geocodeDue).pipe(
    Effect.map((counts) => counts.found),
    Effect.provide(Layer.provide(GeocodedLocations.layer, geocoder))
  )
}

/** The demands on `GeocodingQueue`, and on what locks its users rely on. */
export const geocodingCases: ReadonlyArray<Case> = [
  demand("geocoding.put.whole", "GeocodingQueue.put", "an entry is returned exactly as it was put; a second `put` replaces it")(
    function*() {
      yield* put(entry(5, { attempts: 3 }))
      yield* expectAnswer("after the first put", due(noon, 9), [entry(5, { attempts: 3 })])
      yield* put(entry(5, { attempts: 4, dueAt: noon - 1 }))
      yield* expectAnswer("after the second", due(noon, 9), [entry(5, { attempts: 4, dueAt: noon - 1 })])
    }
  ),
  demand(
    "geocoding.due.order",
    "GeocodingQueue.due",
    "`due` returns entries due at or before the instant, ordered by due instant, then location uid"
  )(function*() {
    yield* Effect.forEach([entry(4), entry(10), entry(3, { dueAt: noon + 1 }), entry(8, { dueAt: noon - 1 })], put)
    yield* expectAnswer("all that are due", uids(noon, 9), [8, 4, 10])
    yield* expectAnswer("the first of them", uids(noon, 2), [8, 4])
    yield* expectAnswer("before any", uids(noon - 2, 9), [])
  }),
  demand("geocoding.remove", "GeocodingQueue.remove", "a removed entry is not due, and others stay; removing an unknown one does nothing")(
    function*() {
      yield* Effect.forEach([entry(1), entry(2)], put)
      yield* transact(geocodingQueue((store) => store.remove(1)))
      yield* transact(geocodingQueue((store) => store.remove(1)))
      yield* expectAnswer("what is due", uids(noon, 9), [2])
    }
  ),
  demand("geocoding.turn.kept", "GeocodingQueue.lockTurn", "the turn is 0 before the first, then what was put last")(function*() {
    yield* expectAnswer("at first", transact(takeTurn), 0)
    yield* transact(geocodingQueue((store) => store.putTurn(noon)))
    yield* transact(Effect.zipRight(takeTurn, geocodingQueue((store) => store.putTurn(noon + 1))))
    yield* expectAnswer("after two puts", transact(takeTurn), noon + 1)
  }),
  demand("geocoding.transaction", "Transaction.run", "a failed transaction undoes its changes of the queue and of the turn")(function*() {
    yield* put(entry(1))
    yield* Effect.exit(transact(Effect.gen(function*() {
      yield* geocodingQueue((store) => store.put(entry(2)))
      yield* geocodingQueue((store) => store.remove(1))
      yield* geocodingQueue((store) => store.putTurn(noon))
      return yield* Effect.fail("undo")
    })))
    yield* expectAnswer("what is due", uids(noon, 9), [1])
    yield* expectAnswer("the turn", transact(takeTurn), 0)
  }),
  demandOfTwo(
    "geocoding.turn.claims",
    "GeocodingQueue.lockTurn",
    "of several processes that claim entries under `lockTurn`, each gets another one"
  )(function*(first, second) {
    yield* first(Effect.forEach([entry(1), entry(2), entry(3)], put))
    const claims = Array.from({ length: 8 }, (_, index) => index % 2 === 0 ? first(claim) : second(claim))
    const got = yield* Effect.all(claims, { concurrency: "unbounded" })
    yield* expectEqual("what they got", got.toSorted((left, right) => left - right), [0, 0, 0, 0, 0, 1, 2, 3])
  }),
  demandOfDatabase(
    "geocoding.reopen.keeps",
    "GeocodingQueue.due",
    "entries and the turn are there after the database is closed and reopened",
    "reopen"
  )(function*(layer) {
    const queued = Effect.zipRight(put(entry(1, { attempts: 2 })), transact(geocodingQueue((store) => store.putTurn(noon))))
    yield* Effect.provide(queued, layer)
    yield* Effect.provide(
      Effect.zipRight(
        expectAnswer("what is due", due(noon, 9), [entry(1, { attempts: 2 })]),
        expectAnswer("the turn", transact(takeTurn), noon)
      ),
      layer
    )
  }),
  demand(
    "geocoding.location.found",
    "LocationStore.put",
    "the coordinates that the geocoder finds are stored with the location, and its entry is removed"
  )(function*() {
    yield* given
    yield* expectAnswer("how many were found", geocode({ latitude: 48.4, longitude: -4.5 }, Effect.void), 1)
    yield* expectAnswer("the location", placeOf, [48.4, -4.5])
    yield* expectAnswer("what is due later", uids(noon * 2, 9), [])
  }),
  demandOfTwo(
    "geocoding.location.written-meanwhile",
    "LocationStore.lock",
    "coordinates that another process writes while the geocoder is asked stay"
  )(function*(first, second) {
    yield* first(given)
    const written = putLocation({ ...pending.record, latitude: 1.5, longitude: 2.5, detail: detail.replace("pending", "none") })
    yield* expectAnswer("how many were found", first(geocode({ latitude: 48.4, longitude: -4.5 }, second(written))), 0)
    yield* expectAnswer("the location", first(placeOf), [1.5, 2.5])
  }),
  demandOfTwo(
    "geocoding.location.moved-meanwhile",
    "LocationStore.lock",
    "coordinates of an address that another process changes while the geocoder is asked are not stored, and the new address is due"
  )(function*(first, second) {
    yield* first(given)
    const written = Effect.zipRight(putLocation({ ...pending.record, address: "2 Harbour Road" }), put(entry(5)))
    yield* expectAnswer("how many were found", first(geocode({ latitude: 48.4, longitude: -4.5 }, second(written))), 0)
    yield* expectAnswer("the location", first(placeOf), [null, null])
    yield* expectAnswer("what is due", first(uids(noon, 9)), [5])
  })
]
