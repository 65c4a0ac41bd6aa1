import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { EventIndex, EventRecord, Tombstone } from "../../record/EventRecord.js"
import type { LocationIndex, LocationRecord } from "../../record/LocationRecord.js"

/** An event record with its index values, as written to a store. */
export interface IndexedEvent {
  readonly record: EventRecord
  readonly index: EventIndex
}

/** A location record with its index values, as written to a store. */
export interface IndexedLocation {
  readonly record: LocationRecord
  readonly index: LocationIndex
}

/** The records of a store that plans are interpreted over, in any order. */
export interface PlanData {
  readonly agendas: ReadonlyArray<AgendaRecord>
  readonly events: ReadonlyArray<IndexedEvent>
  readonly tombstones: ReadonlyArray<Tombstone>
  readonly locations: ReadonlyArray<IndexedLocation>
}
