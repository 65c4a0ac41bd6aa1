import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { QueryPlan, SearchAnswer } from "../query/QueryPlan.js"
import type { Turns, TurnsPlan } from "../query/Stillness.js"
import type {
  EventAvailability,
  EventIndex,
  EventRecord,
  EventRef,
  EventTimezone,
  Tombstone,
  TombstoneAudience,
  Withdrawal,
  WithdrawalQuery,
  Withdrawn
} from "../record/EventRecord.js"
import type { StateChange, UserTrace } from "../record/StateChange.js"

/** Keeps events, their slots, the history of their states and their tombstones. Writes happen inside `Transaction.run`. */
export class EventStore extends Context.Tag("@agenda-engine/core/ports/EventStore")<EventStore, {
  /** Answers a plan: exactly what `interpretPlan` answers over the same records. */
  readonly search: (plan: QueryPlan) => Effect.Effect<SearchAnswer, StoreError>
  /** Where slots begin or end, or tickets come to stand otherwise, around an instant: exactly what `interpretTurns` answers over the same records. */
  readonly turns: (plan: TurnsPlan) => Effect.Effect<Turns, StoreError>
  /** The event of this agenda so named, or null. */
  readonly find: (agendaUid: number, ref: EventRef) => Effect.Effect<EventRecord | null, StoreError>
  /** Whether any event, of any agenda, has this slug. */
  readonly slugTaken: (slug: string) => Effect.Effect<boolean, StoreError>
  /** Whether this uid is or ever was an event's: one that is there, or a tombstone. */
  readonly uidTaken: (uid: number) => Effect.Effect<boolean, StoreError>
  /** Whether an event of any agenda, in any state, has this location. Under an exclusive lock of the location that stays so. */
  readonly locationUsed: (locationUid: number) => Effect.Effect<boolean, StoreError>
  /**
   * Stores a record whole, in the place of the one with its uid if there is one: slots, external ids and index rows that it no longer has go.
   * A slug or external id that another event holds, or a uid that an event of another agenda has, fails with reason `Conflict`.
   */
  readonly put: (record: EventRecord, index: EventIndex) => Effect.Effect<void, StoreError>
  /** Stores other availability of an event of this agenda, and nothing else. No such event: nothing happens. */
  readonly putAvailability: (agendaUid: number, uid: number, availability: EventAvailability) => Effect.Effect<void, StoreError>
  /** Stores another time zone of an event and the summary that follows from it, and nothing else. No such event at this location: nothing happens. */
  readonly putTimezone: (event: EventTimezone) => Effect.Effect<void, StoreError>
  /** Adds a change of state to the history of an event that is there. Putting the event again leaves its history as it is. */
  readonly addStateChange: (change: StateChange) => Effect.Effect<void, StoreError>
  /** The changes of state of these events: those of one event in the order in which they were added, events in any order. */
  readonly stateChanges: (eventUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StateChange>, StoreError>
  /** Removes a record with its history and all rows made from it. No such event: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /**
   * Removes events of an agenda, at most so many, as `remove` does, whether their records can be read or not; answers their uids in order,
   * none when there are no more.
   */
  readonly clear: (agendaUid: number, limit: number) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /** Removes tombstones of an agenda with their withdrawals, at most so many; answers how many those were. */
  readonly clearTombstones: (agendaUid: number, limit: number) => Effect.Effect<number, StoreError>
  /** How many events, in whatever state, and tombstones an agenda has. */
  readonly count: (agendaUid: number) => Effect.Effect<{ readonly events: number; readonly tombstones: number }, StoreError>
  /** An agenda other than this one that is there and has an event at this location, in whatever state; null: none. */
  readonly agendaAt: (locationUid: number, agendaUid: number) => Effect.Effect<number | null, StoreError>
  /** Records at a location, of all agendas that are there and in whatever state, in order of uid, from after this uid on. At most `limit`. */
  readonly scanAt: (locationUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<EventRecord>, StoreError>
  /** In which agendas, by uid, a user contributed how many events and changed how many states; those with tombstones of the user's own too. */
  readonly tracesOf: (userUid: number) => Effect.Effect<ReadonlyArray<UserTrace>, StoreError>
  /** Takes a user from the events and histories of an agenda: events are of nobody, changes of state by nobody. Removes the user's own tombstones. */
  readonly forgetUser: (agendaUid: number, userUid: number) => Effect.Effect<void, StoreError>
  /** Stores a tombstone with its withdrawal or none, in the place of the one for the same event and audience. */
  readonly putTombstone: (tombstone: Tombstone, withdrawal: Withdrawal | null) => Effect.Effect<void, StoreError>
  /** Takes a tombstone away, and its withdrawal with it. None there: nothing happens. */
  readonly removeTombstone: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<void, StoreError>
  /** The tombstone of this event for this audience, or null. */
  readonly findTombstone: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<Tombstone | null, StoreError>
  /** Withdrawals kept with tombstones of an agenda, the last removed first, then by uid; at most `limit`. */
  readonly withdrawals: (agendaUid: number, query: WithdrawalQuery) => Effect.Effect<ReadonlyArray<Withdrawn>, StoreError>
  /** Records of an agenda in order of uid, from after this uid on: for exports. At most `limit`. */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<EventRecord>, StoreError>
}>() {}
