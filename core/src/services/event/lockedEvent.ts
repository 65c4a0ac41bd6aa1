import * as Effect from "effect/Effect"
import { EventStore } from "../../ports/EventStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { eventOf } from "./EventRecords.js"
import { followedTimezone, followsTimezone } from "./resolveTimezone.js"

/**
 * A stored event with its record, loaded under the agenda's lock, and whether its time zone was named. For records
 * older than that flag, it follows from the time zone of the location.
 *
 * Another agenda of the location set may meanwhile correct that time zone, and the event with it. So the location is
 * locked and the record is loaded again: both have the old time zone, or both the new one.
 */
export const lockedEvent = Effect.fnUntraced(function*(record: EventRecord) {
  const event = yield* eventOf(record)
  const { locationUid, timezoneNamed } = event
  if (timezoneNamed !== undefined) return { record, event: { ...event, timezoneNamed } }
  if (locationUid === null) return { record, event: { ...event, timezoneNamed: !followsTimezone(event, followedTimezone(null)) } }
  const [events, locations] = [yield* EventStore, yield* LocationStore]
  const location = yield* locations.lock(locationUid, "shared")
  const current = (yield* events.find(record.agendaUid, { _tag: "Uid", uid: record.uid })) ?? record
  const { timezone } = current
  return {
    record: current,
    event: { ...event, timezone, timezoneNamed: !followsTimezone({ timezone }, followedTimezone(location)) }
  }
})
