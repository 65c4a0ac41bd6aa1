import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { indexLocation } from "../../derive/indexing/indexLocation.js"
import type { Location } from "../../domain/agenda/Location.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { areWritableIn } from "../../domain/time/writableYears.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { GeocodingQueue } from "../../ports/GeocodingQueue.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { yieldToLoop } from "../../schedule/timeSlices.js"
import { eventOf, summaryOf } from "../event/EventRecords.js"
import { followedTimezone } from "../event/write/resolveTimezone.js"
import { leavePosition } from "./formerPositions.js"
import { recordOf } from "./LocationRecords.js"
import { isSameAddress } from "./settlePosition.js"

/** Events per slice; other fibers run between slices. */
const page_events = 50

const moveEvent = (record: EventRecord, locationUid: number, timezone: string) =>
  Effect.gen(function*() {
    const events = yield* EventStore
    const event = yield* eventOf(record)
    if (event.timezone === timezone || event.timezoneNamed) return
    const { agendaUid, uid } = record
    if (!areWritableIn(event.timings, timezone)) {
      return yield* Effect.logWarning(`event ${uid} keeps its time zone: in ${timezone} its slots leave the years 0000 to 9999`)
    }
    yield* events.putTimezone({ agendaUid, uid, locationUid, timezone, summary: summaryOf({ ...event, timezone }) })
  }).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "Corrupt",
      (error) => Effect.logWarning(`event ${record.uid} cannot be read and keeps its time zone`, error)
    )
  )

/**
 * Gives the events at a location that follow its time zone the new one, in the transaction that changes the location
 * and under its exclusive lock. Their `updatedAt` and version stay, as with all that an event shows of its location
 * (wire.md §5).
 *
 * An event keeps its zone, with a warning in the log, where its slots would leave the years 0000 to 9999 in the new
 * one: what cannot be read back is not stored, and one such event of any agenda must not keep everybody from correcting
 * the location. It keeps that zone in writes that name no other (`keepsTimezone`), until its slots fit the zone of its
 * location.
 */
const moveTimezone = (
  locationUid: number,
  timezone: string
): Effect.Effect<void, StoreError, EventStore> =>
  Effect.gen(function*() {
    const events = yield* EventStore
    let afterUid: number | undefined = 0
    while (afterUid !== undefined) {
      const page: ReadonlyArray<EventRecord> = yield* events.scan({ locationUid }, afterUid, page_events)
      yield* Effect.forEach(page, (record) => moveEvent(record, locationUid, timezone), { discard: true })
      afterUid = page.length < page_events ? undefined : page.at(-1)?.uid
      yield* yieldToLoop
    }
  })

/**
 * Stores a location, inside a transaction and under its exclusive lock. `before` is the stored location, null for a new
 * one. Events that follow its time zone get a changed one. A location whose address newly waits for the geocoder is
 * queued, due at once.
 */
export const storeLocation = (
  stored: LocationRecord | null,
  before: Location | null,
  next: Location
): Effect.Effect<void, StoreError, EventStore | GeocodingQueue | LocationStore> =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const queue = yield* GeocodingQueue
    const record = recordOf(next)
    if (stored !== null) yield* leavePosition(stored)
    yield* locations.put(record, indexLocation(next))
    const timezone = followedTimezone(record)
    if (stored !== null && timezone !== followedTimezone(stored)) yield* moveTimezone(next.uid, timezone)
    const isQueued = before?.geocoding === "pending" && isSameAddress(before, next)
    if (next.geocoding === "pending" && !isQueued) {
      yield* queue.put({ locationUid: next.uid, attempts: 0, dueAt: yield* Clock.currentTimeMillis })
    }
  })
