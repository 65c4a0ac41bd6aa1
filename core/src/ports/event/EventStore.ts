import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { EventAvailability, EventIndex, EventRecord, EventRef, EventTimezone } from "../../record/EventRecord.js"

/** Events to scan: those of an agenda, or those at a location in all existing agendas. In any state. */
export type EventGroup = { readonly agendaUid: number } | { readonly locationUid: number }

/** The store of events with their slots, external ids and index rows. Writes run inside `Transaction.run`. */
export class EventStore extends Context.Tag("@agenda-engine/core/ports/event/EventStore")<EventStore, {
  /** The event of this agenda that `ref` names, or null. */
  readonly find: (agendaUid: number, ref: EventRef) => Effect.Effect<EventRecord | null, StoreError>
  /** The agenda uid of the event with this slug, in any agenda and state; null when there is none. */
  readonly agendaOfSlug: (slug: string) => Effect.Effect<number | null, StoreError>
  /**
   * Whether an event of any agenda has or ever had this uid, so that it has a record or a tombstone, and whether one
   * has this slug.
   */
  readonly taken: (uid: number, slug: string) => Effect.Effect<{ readonly uid: boolean; readonly slug: boolean }, StoreError>
  /**
   * The existing agendas with an event at this location, in any state and order; at most `limit`. Under an exclusive
   * lock of the location the result stays valid. Largest call: limit 9 007 199 254 740 991, which asks for all.
   */
  readonly agendasAt: (locationUid: number, limit: number) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /**
   * Upserts a record by uid, with its slots, external ids and index rows; deletes those that it no longer has. Fails
   * with `Conflict` when another event has its slug or external id, or an event of another agenda has its uid. An event
   * that `isNew` is not looked for: the call fails with `Conflict` when any event has its uid.
   */
  readonly put: (record: EventRecord, index: EventIndex, isNew?: boolean) => Effect.Effect<void, StoreError>
  /** Updates only the ticket availability of an event of this agenda. A no-op when there is no such event. */
  readonly putAvailability: (agendaUid: number, uid: number, availability: EventAvailability) => Effect.Effect<void, StoreError>
  /** Updates only the time zone and summary of an event. A no-op when there is no such event at this location. */
  readonly putTimezone: (event: EventTimezone) => Effect.Effect<void, StoreError>
  /** Deletes an event with its history and all derived rows. A no-op when there is no such event. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /**
   * Keyset scan: events of a group with a greater uid than `afterUid`, ordered by uid. At most `limit`. Largest call:
   * limit 100.
   */
  readonly scan: (group: EventGroup, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<EventRecord>, StoreError>
}>() {}
