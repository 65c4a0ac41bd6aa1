import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventIndex, EventRecord, Tombstone } from "../record/EventRecord.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"

/** An event as a store was given it. */
export interface IndexedEvent {
  readonly record: EventRecord
  readonly index: EventIndex
}

/** A location as a store was given it. */
export interface IndexedLocation {
  readonly record: LocationRecord
  readonly index: LocationIndex
}

/** Everything that plans are asked of, in any order: what a store holds, as plain records. */
export interface PlanData {
  readonly agendas: ReadonlyArray<AgendaRecord>
  readonly events: ReadonlyArray<IndexedEvent>
  readonly tombstones: ReadonlyArray<Tombstone>
  readonly locations: ReadonlyArray<IndexedLocation>
}
