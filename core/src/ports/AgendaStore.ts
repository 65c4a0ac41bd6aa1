import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { AgendaAnswer, AgendaPlan } from "../query/agenda/AgendaPlan.js"
import type { AgendaClock, AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"

/** The store of agendas. Writes run inside `Transaction.run`. */
export class AgendaStore extends Context.Tag("@agenda-engine/core/ports/AgendaStore")<AgendaStore, {
  /** Reads an agenda; null when there is none. */
  readonly find: (ref: AgendaRef) => Effect.Effect<AgendaRecord | null, StoreError>
  /** The agendas with these uids, in any order; unknown uids are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
  /** Executes an agenda search; must return what `interpretAgendaPlan` returns over the same records. */
  readonly search: (plan: AgendaPlan) => Effect.Effect<AgendaAnswer, StoreError>
  /**
   * Counts, per agenda, the published events that were first published within a time window, both bounds inclusive. The
   * sort `recentlyAddedEvents` uses it. In any order; zero counts may be left out.
   */
  readonly countAdded: (
    uids: ReadonlyArray<number>,
    within: AgendaPlan["recent"]
  ) => Effect.Effect<ReadonlyArray<{ readonly uid: number; readonly count: number }>, StoreError>
  /** Upserts a record by uid. Fails with `Conflict` when another agenda has its slug. */
  readonly put: (record: AgendaRecord) => Effect.Effect<void, StoreError>
  /**
   * Removes a locked agenda: its record and its clock, so that transactions waiting for the lock then read null. Its
   * events, tombstones and locations stay; `RemovalStore.removed` lists the agenda until `RemovalStore.forget`.
   */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /**
   * Keyset scan for exports: agendas with a greater uid than `afterUid`, ordered by uid, private ones included. At most
   * `limit`.
   */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
  /**
   * Locks an agenda for writes of its events until the transaction ends, and reads its clock; null when there is no
   * such agenda. Every transaction that changes events calls it first, so that changes become visible in the order of
   * their instants (wire.md §5).
   */
  readonly lock: (uid: number) => Effect.Effect<AgendaClock | null, StoreError>
  /** Sets the clock that `lock` reads. */
  readonly setClock: (uid: number, clock: AgendaClock) => Effect.Effect<void, StoreError>
}>() {}
