import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { isTicketed } from "../../../derive/availability/aggregateAt.js"
import { availabilityIntervals } from "../../../derive/availability/availabilityIntervals.js"
import { sameSale } from "../../../derive/availability/rowStatusAt.js"
import { indexSteps } from "../../../derive/indexing/indexEvent.js"
import type { AvailabilityRows } from "../../../domain/ticketing/AvailabilityRow.js"
import { AgendaStore } from "../../../ports/AgendaStore.js"
import { EventStore } from "../../../ports/event/EventStore.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import { makePacer, runInSlices } from "../../../schedule/timeSlices.js"
import { agendaFields } from "../../agenda/agendaFields.js"
import { eventOf, isOffered } from "../EventRecords.js"

const sameSales = Record.getEquivalence(Record.getEquivalence(sameSale))

const hasRows = (rows: AvailabilityRows): boolean => isTicketed({ offers: [], rows })

/** A change of an event's availability rows. */
export interface ChangedRows {
  readonly stored: EventRecord
  readonly before: AvailabilityRows
  readonly after: AvailabilityRows
  /** Instant of the change, in epoch milliseconds; never before the agenda's last one. */
  readonly at: number
}

/**
 * Stores changed availability rows, under the agenda's lock. Of the event only `availabilityUpdatedAt` moves, and the
 * agenda's clock with it. The index changes only when the rows change sales intervals, not for stock or sync times, the
 * most frequent changes. An event without offers is indexed whole when its first row appears or its last one goes,
 * because it gains or loses a known price.
 */
export const putRows = Effect.fnUntraced(function*({ after, at, before, stored }: ChangedRows) {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const { agendaUid, slots, uid } = stored
  const pace = yield* makePacer
  const offered = yield* isOffered(stored)
  yield* pace
  const availability = JSON.stringify(after)
  if (!offered && hasRows(before) !== hasRows(after)) {
    const agenda = yield* agendas.find({ _tag: "Uid", uid: agendaUid })
    const definitions = agenda === null ? [] : yield* agendaFields(agenda)
    const event = yield* eventOf(stored)
    const index = yield* runInSlices(() => indexSteps(event, definitions, after))
    yield* events.put({ ...stored, availability, availabilityUpdatedAt: at }, index)
  } else {
    yield* pace
    const isSame = sameSales(before, after)
    yield* pace
    const changed = isSame ? {} : { intervals: availabilityIntervals({ slots, rows: after, isOffered: offered }) }
    yield* pace
    yield* events.putAvailability(agendaUid, uid, { updatedAt: at, rows: availability, ...changed })
  }
  yield* agendas.setClock(agendaUid, { changedAt: at })
})
