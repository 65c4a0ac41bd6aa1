import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { AgendaAnswer, AgendaPlan } from "../query/agenda/AgendaPlan.js"
import type { AgendaClock, AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { RecordStore } from "./RecordStore.js"

/** Agendas to list: those of a network, or those that use a location set. */
export type AgendaGroup = { readonly networkUid: number } | { readonly locationSetUid: number }

/** Members of `AgendaStore` besides those of every store of records. */
export interface AgendaRecords {
  /** Reads an agenda; null when there is none. */
  readonly find: (ref: AgendaRef) => Effect.Effect<AgendaRecord | null, StoreError>
  /**
   * Executes an agenda search; must return what `interpretAgendaPlan` returns over the same records.
   * Largest call: limit 100.
   */
  readonly search: (plan: AgendaPlan) => Effect.Effect<AgendaAnswer, StoreError>
  /**
   * Counts, per agenda, the published events that were first published within a time window, both bounds inclusive. The
   * sort `recentlyAddedEvents` uses it. In any order; zero counts may be left out.
   * Largest call: 100 uids.
   */
  readonly countAdded: (
    uids: ReadonlyArray<number>,
    within: AgendaPlan["recent"]
  ) => Effect.Effect<ReadonlyArray<{ readonly uid: number; readonly count: number }>, StoreError>
  /** The uids of the agendas of a group, in order. */
  readonly uidsIn: (group: AgendaGroup) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /**
   * Locks an agenda for writes of its events until the transaction ends, and reads its clock; null when there is no
   * such agenda. Every transaction that changes events calls it first, so that changes become visible in the order of
   * their instants (wire.md §5). A lock lasts as long as its transaction, and others wait
   * for more than 5 seconds before they fail with `Busy`.
   */
  readonly lock: (uid: number) => Effect.Effect<AgendaClock | null, StoreError>
  /** Sets the clock that `lock` reads. A no-op when there is no such agenda. */
  readonly setClock: (uid: number, clock: AgendaClock) => Effect.Effect<void, StoreError>
}

/**
 * The store of agendas, by uid. Slugs are unique.
 *
 * `remove` deletes the record and the clock of a locked agenda: transactions that wait for its lock then read null. Its
 * events, tombstones and locations stay. `RemovalStore.removed` lists the agenda until `RemovalStore.forget`.
 */
export class AgendaStore extends Context.Tag("@agenda-engine/core/ports/AgendaStore")<
  AgendaStore,
  AgendaRecords & Pick<RecordStore<AgendaRecord>, "findMany" | "put" | "remove" | "scan">
>() {}
