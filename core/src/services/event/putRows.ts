import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { availabilityIntervals } from "../../derive/availabilityIntervals.js"
import { sameSale } from "../../derive/rowStatusAt.js"
import type { AvailabilityRows } from "../../domain/AvailabilityRow.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { isOffered } from "./EventRecords.js"

const sameSales = Record.getEquivalence(Record.getEquivalence(sameSale))

/** What becomes of the rows of an event. */
export interface ChangedRows {
  readonly stored: EventRecord
  readonly before: AvailabilityRows
  readonly after: AvailabilityRows
  /** Where the agenda's clock stands, or now if that is later. */
  readonly at: number
}

/**
 * Stores other rows of an event than it has, under the agenda's lock. Of the event `availabilityUpdatedAt` alone moves, and the agenda's clock
 * with it; what is indexed of rows stays where only stock and times of synchronisation changed, as it does most often.
 */
export const putRows = Effect.fnUntraced(function*({ after, at, before, stored }: ChangedRows) {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const { agendaUid, slots, uid } = stored
  const intervals = sameSales(before, after) ? null : availabilityIntervals({ slots, rows: after, isOffered: yield* isOffered(stored) })
  yield* events.putAvailability(agendaUid, uid, { updatedAt: at, rows: JSON.stringify(after), intervals })
  yield* agendas.setClock(agendaUid, { changedAt: at })
})
