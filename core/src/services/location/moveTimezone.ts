import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import { areWritableIn } from "../../domain/writableYears.js"
import { EventStore } from "../../ports/EventStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { yieldToLoop } from "../../schedule/timeSlices.js"
import { eventOf, summaryOf } from "../event/EventRecords.js"

/** How many events are read and written before others have their turn. */
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
 * Gives the events at a location that follow its time zone the new one, in the transaction that changes the location and under its exclusive
 * lock. Their `updatedAt` and version stay, as with all that an event shows of its location (wire.md §5).
 *
 * An event keeps its zone, with a warning in the log, where its slots would leave the years 0000 to 9999 in the new one: what cannot be read
 * back is not stored, and one such event of any agenda must not keep everybody from correcting the location. It keeps that zone in writes that
 * name no other (`keepsTimezone`), until its slots fit the zone of its location.
 */
export const moveTimezone = (
  locationUid: number,
  timezone: string
): Effect.Effect<void, StoreError, EventStore> =>
  Effect.gen(function*() {
    const events = yield* EventStore
    let afterUid: number | undefined = 0
    while (afterUid !== undefined) {
      const page: ReadonlyArray<EventRecord> = yield* events.scanAt(locationUid, afterUid, page_events)
      yield* Effect.forEach(page, (record) => moveEvent(record, locationUid, timezone), { discard: true })
      afterUid = page.length < page_events ? undefined : page.at(-1)?.uid
      yield* yieldToLoop
    }
  })
