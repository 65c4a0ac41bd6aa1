import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { PlanCounts, QueryPlan, SearchResult } from "../query/event/QueryPlan.js"
import type { Transitions, TransitionsPlan } from "../query/event/Transitions.js"
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
import type { StateChange, UserContribution } from "../record/StateChange.js"
import type { VocabularyWord } from "../record/VocabularyWord.js"
import type { TopicRevisions } from "./RevisionStore.js"

/** The store of events, their slots, state history and tombstones. Writes run inside `Transaction.run`. */
export class EventStore extends Context.Tag("@agenda-engine/core/ports/EventStore")<EventStore, {
  /**
   * Executes a query plan; must return what `interpretPlan` returns over the same records. `counts`: from an earlier
   * search over the same records, by this plan or one that differs only in what its counts do not depend on. A store
   * may use them instead of counting. `read`: the revisions of the topics that the hits and locations depend on, read
   * before this call. A store may return records that it cached at these revisions, if the state that it searches has
   * them still. Null or absent: unknown, so nothing may be cached.
   */
  readonly search: (
    plan: QueryPlan,
    counts?: PlanCounts,
    read?: TopicRevisions | null
  ) => Effect.Effect<SearchResult, StoreError>
  /**
   * The boundaries around an instant at which slots begin or end or ticket availability changes. Must return what
   * `interpretTransitions` returns over the same records.
   */
  readonly transitions: (plan: TransitionsPlan) => Effect.Effect<Transitions, StoreError>
  /** The event of this agenda that `ref` names, or null. */
  readonly find: (agendaUid: number, ref: EventRef) => Effect.Effect<EventRecord | null, StoreError>
  /**
   * The words of an agenda's published events that start with a text, folded, in any order: those of title and keywords
   * (`vocabularyOf`), and of name and city of their locations (`vocabularyOfPlace`). `events`: how many events have the
   * word, once more if both they and their location have it.
   */
  readonly words: (agendaUid: number, beginning: string) => Effect.Effect<ReadonlyArray<VocabularyWord>, StoreError>
  /** The agenda uid of the event with this slug, in any agenda and state; null when there is none. */
  readonly agendaOfSlug: (slug: string) => Effect.Effect<number | null, StoreError>
  /** Whether an event has or ever had this uid: it has a record or a tombstone. */
  readonly uidTaken: (uid: number) => Effect.Effect<boolean, StoreError>
  /**
   * Whether any event is at this location, in any agenda and state. Under an exclusive lock of the location the result
   * stays valid.
   */
  readonly locationUsed: (locationUid: number) => Effect.Effect<boolean, StoreError>
  /**
   * Upserts a record by uid, with its slots, external ids and index rows; deletes those that it no longer has. Fails
   * with `Conflict` when another event has its slug or external id, or an event of another agenda has its uid.
   */
  readonly put: (record: EventRecord, index: EventIndex) => Effect.Effect<void, StoreError>
  /** Updates only the ticket availability of an event of this agenda. A no-op when there is no such event. */
  readonly putAvailability: (agendaUid: number, uid: number, availability: EventAvailability) => Effect.Effect<void, StoreError>
  /** Updates only the time zone and summary of an event. A no-op when there is no such event at this location. */
  readonly putTimezone: (event: EventTimezone) => Effect.Effect<void, StoreError>
  /** Appends a state change to the history of an existing event. `put` does not change the history. */
  readonly addStateChange: (change: StateChange) => Effect.Effect<void, StoreError>
  /** The state changes of these events: per event in the order of insertion, events in any order. */
  readonly stateChanges: (eventUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StateChange>, StoreError>
  /** Deletes an event with its history and all derived rows. A no-op when there is no such event. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /**
   * Deletes up to `limit` events of an agenda as `remove` does, even when their records are corrupt. Returns their uids
   * in order; empty when none are left.
   */
  readonly removeBatch: (agendaUid: number, limit: number) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /** Deletes up to `limit` tombstones of an agenda with their withdrawals. Returns how many it deleted. */
  readonly clearTombstones: (agendaUid: number, limit: number) => Effect.Effect<number, StoreError>
  /** The number of events, in any state, and of tombstones of an agenda. */
  readonly count: (agendaUid: number) => Effect.Effect<{ readonly events: number; readonly tombstones: number }, StoreError>
  /** Another existing agenda that has an event at this location, in any state; null when there is none. */
  readonly agendaAt: (locationUid: number, agendaUid: number) => Effect.Effect<number | null, StoreError>
  /**
   * Keyset scan: events at a location with a greater uid than `afterUid`, of all existing agendas and in any state,
   * ordered by uid. At most `limit`.
   */
  readonly scanAt: (locationUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<EventRecord>, StoreError>
  /**
   * A user's contributions: per agenda, ordered by uid, the number of events and of state changes. Includes agendas
   * with only tombstones for the user.
   */
  readonly contributionsOf: (userUid: number) => Effect.Effect<ReadonlyArray<UserContribution>, StoreError>
  /** Anonymizes a user's events and state changes in an agenda, and deletes the tombstones for the user. */
  readonly forgetUser: (agendaUid: number, userUid: number) => Effect.Effect<void, StoreError>
  /** Upserts a tombstone by event and audience, with its withdrawal or none. */
  readonly putTombstone: (tombstone: Tombstone, withdrawal: Withdrawal | null) => Effect.Effect<void, StoreError>
  /** Deletes a tombstone and its withdrawal. A no-op when there is none. */
  readonly removeTombstone: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<void, StoreError>
  /** The tombstone of this event for this audience, or null. */
  readonly findTombstone: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<Tombstone | null, StoreError>
  /** The withdrawals of an agenda's tombstones, latest removal first, then by uid; at most `limit`. */
  readonly withdrawals: (agendaUid: number, query: WithdrawalQuery) => Effect.Effect<ReadonlyArray<Withdrawn>, StoreError>
  /**
   * Keyset scan for exports: events of an agenda with a greater uid than `afterUid`, ordered by uid. At most `limit`.
   */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<EventRecord>, StoreError>
}>() {}
