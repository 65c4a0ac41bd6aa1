import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Location } from "../../domain/agenda/Location.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { EventStore } from "../../ports/event/EventStore.js"
import { type Coordinates, Geocoder, GeocodingError } from "../../ports/geocoding/Geocoder.js"
import { GeocodingQueue } from "../../ports/GeocodingQueue.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { GeocodingEntry } from "../../record/GeocodingEntry.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { retryDelay } from "../../schedule/retryDelay.js"
import { atomically } from "../transaction/atomically.js"
import type { GeocodingTurns } from "./GeocodingTurns.js"
import { locationOf } from "./LocationRecords.js"
import { addressOf, isSameAddress, settleTimezone } from "./settlePosition.js"
import { storeLocation } from "./storeLocation.js"

/** The ports that geocoding needs. */
export type GeocodingPorts = AgendaStore | EventStore | GeocodingQueue | LocationStore | Transaction

/** Timeout of one request to the geocoder. */
const ask_seconds_max = 40

/**
 * Time for which a process that asks the geocoder keeps others from its location, in milliseconds: after a kill,
 * another process asks then. It is longer than a request with the write of its answer.
 */
const lease_ms = 60_000

/** Due locations among which agendas take turns. */
const due_max = 2_000

/** Pause of all requests when the service is down, or asks for a pause that is not longer. */
const pause_ms = 60_000

/** The longest pause that a service may ask for: a day, in milliseconds. */
const pause_ms_max = 86_400_000

/**
 * The outcome of `geocodeNext`.
 *
 * - `found`: the coordinates that the geocoder returned are stored.
 * - `none`: the geocoder does not know the address.
 * - `later`: the request failed and is retried later.
 * - `nothing`: nothing was stored, because a write changed or removed the location, or its record is corrupt.
 * - `idle`: no location is due, and no request was sent.
 * - `wait`: no request was sent; the next one may be sent after `wait_ms` milliseconds.
 */
export type GeocodingStep =
  | { readonly _tag: "found" | "none" | "later" | "nothing" | "idle" }
  | { readonly _tag: "wait"; readonly wait_ms: number }

type Claim = { readonly _tag: "idle" } | { readonly _tag: "wait"; readonly wait_ms: number } | {
  readonly _tag: "claimed"
  readonly entry: GeocodingEntry
}

/**
 * Takes the next turn of all processes that share the store, and a due location: agendas take turns, and of each agenda
 * the location that has waited longest is next. Its `dueAt` becomes a lease, so that no other process asks for it at
 * the same time, and one does after this one was killed.
 */
const claim = (turns: GeocodingTurns): Effect.Effect<Claim, StoreError, GeocodingPorts> =>
  Effect.gen(function*() {
    const queue = yield* GeocodingQueue
    const { interval_ms } = yield* Geocoder
    // Read outside the transaction first: an idle queue then costs no write.
    if ((yield* queue.due(yield* Clock.currentTimeMillis, 1)).length === 0) return { _tag: "idle" }
    return yield* atomically(Effect.gen(function*() {
      const turn = yield* queue.lockTurn
      const now = yield* Clock.currentTimeMillis
      if (turn > now) return { _tag: "wait", wait_ms: turn - now } as const
      const entry = yield* turns.take(yield* queue.due(now, due_max))
      if (entry === undefined) return { _tag: "idle" } as const
      yield* queue.putTurn(now + interval_ms)
      yield* queue.put({ ...entry, dueAt: now + lease_ms })
      return { _tag: "claimed", entry } as const
    }))
  })

const pauseRequests = (wait_ms: number): Effect.Effect<void, StoreError, GeocodingPorts> =>
  atomically(Effect.gen(function*() {
    const queue = yield* GeocodingQueue
    const turn = yield* queue.lockTurn
    yield* queue.putTurn(Math.max(turn, (yield* Clock.currentTimeMillis) + wait_ms))
  }))

type Answer = Either.Either<Coordinates | null, GeocodingError>

const ask = (location: Location): Effect.Effect<Answer> =>
  Effect.flatMap(Geocoder, ({ find }) =>
    Effect.either(Effect.timeoutFail(find(addressOf(location)), {
      duration: `${ask_seconds_max} seconds`,
      onTimeout: () => new GeocodingError({ reason: "temporary", message: "the geocoder did not answer in time", retryAfter_ms: null })
    })))

/** Stores what was found, or null for nothing. Its coordinates change what clients synchronise, and so `updatedAt`. */
const settle = Effect.fnUntraced(function*(stored: LocationRecord, location: Location, found: Coordinates | null) {
  const place = found === null
    ? { latitude: null, longitude: null, geocoding: "none" } as const
    : { ...found, geocoding: "found" } as const
  const zone = yield* settleTimezone(location, location, place)
  const isChanged = found !== null || zone.timezone !== location.timezone
  const updatedAt = isChanged ? Math.max(location.updatedAt, yield* Clock.currentTimeMillis) : location.updatedAt
  yield* storeLocation(stored, location, { ...location, ...place, ...zone, updatedAt })
})

/**
 * Stores an answer, unless a write has changed the address meanwhile, given coordinates or removed the location: what
 * it wrote stays, and its own entry in the queue.
 */
const record = (entry: GeocodingEntry, asked: Location, answer: Answer): Effect.Effect<GeocodingStep, StoreError, GeocodingPorts> =>
  atomically(Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const locations = yield* LocationStore
    const queue = yield* GeocodingQueue
    // The lock of every write of the agenda's locations and events, in their order.
    yield* agendas.lock(asked.agendaUid)
    const stored = yield* locations.lock(asked.uid, "exclusive")
    const current = stored === null ? null : yield* locationOf(stored)
    if (stored === null || current === null || current.geocoding !== "pending") {
      yield* queue.remove(entry.locationUid)
      return { _tag: "nothing" } as const
    }
    if (!isSameAddress(asked, current)) return { _tag: "nothing" } as const
    const attempts = entry.attempts + 1
    const isTemporary = Either.isLeft(answer) && answer.left.reason === "temporary"
    const delay = isTemporary ? yield* retryDelay(attempts) : null
    if (delay !== null) {
      yield* queue.put({ ...entry, attempts, dueAt: (yield* Clock.currentTimeMillis) + delay })
      return { _tag: "later" } as const
    }
    const found = Either.isRight(answer) ? answer.right : null
    yield* settle(stored, current, found)
    yield* queue.remove(entry.locationUid)
    return { _tag: found === null ? "none" : "found" } as const
  }))

const dropEntry = (locationUid: number): Effect.Effect<GeocodingStep, StoreError, GeocodingPorts> =>
  Effect.as(atomically(Effect.flatMap(GeocodingQueue, ({ remove }) => remove(locationUid))), { _tag: "nothing" })

const geocode = Effect.fnUntraced(function*(turns: GeocodingTurns, entry: GeocodingEntry) {
  const stored = yield* Effect.flatMap(LocationStore, ({ find }) => find(entry.locationUid))
  const asked = stored === null ? null : yield* locationOf(stored)
  if (asked === null || asked.geocoding !== "pending") return yield* dropEntry(entry.locationUid)
  const answer = yield* ask(asked)
  const isDown = turns.noteAnswer(Either.isLeft(answer) && answer.left.reason === "temporary")
  if (Either.isLeft(answer)) {
    const { message, reason, retryAfter_ms } = answer.left
    yield* Effect.annotateLogs(Effect.logWarning("a location was not geocoded"), { location: asked.uid, reason, message })
    if (reason === "temporary" && (isDown || retryAfter_ms !== null)) {
      yield* pauseRequests(Math.min(Math.max(retryAfter_ms ?? 0, pause_ms), pause_ms_max))
    }
  }
  return yield* record(entry, asked, answer)
})

/**
 * Asks the geocoder for the next location, outside of any transaction, and stores the answer. A failure concerns its
 * address alone, which is asked for again later. All requests pause when the service asks for it, or several requests
 * after one another fail: a service that is down or busy is not asked for the other locations at once.
 */
export const geocodeNext = (turns: GeocodingTurns): Effect.Effect<GeocodingStep, StoreError, GeocodingPorts> =>
  Effect.flatMap(claim(turns), (claimed) =>
    claimed._tag !== "claimed" ? Effect.succeed(claimed) : Effect.catchIf(
      geocode(turns, claimed.entry),
      ({ reason }) => reason === "Corrupt",
      (error) =>
        Effect.zipRight(
          Effect.logWarning(`location ${claimed.entry.locationUid} cannot be read and is not geocoded`, error),
          dropEntry(claimed.entry.locationUid)
        )
    ))
