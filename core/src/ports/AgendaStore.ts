import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { AgendaAnswer, AgendaPlan } from "../query/AgendaPlan.js"
import type { AgendaClock, AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"

/** Keeps agendas. Writes happen inside `Transaction.run`. */
export class AgendaStore extends Context.Tag("@agenda-engine/core/ports/AgendaStore")<AgendaStore, {
  /** The agenda so named, or null. */
  readonly find: (ref: AgendaRef) => Effect.Effect<AgendaRecord | null, StoreError>
  /** The agendas with these uids, in any order; unknown ones are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
  /** Answers an agenda search: exactly what `interpretAgendaPlan` answers over the same records. */
  readonly search: (plan: AgendaPlan) => Effect.Effect<AgendaAnswer, StoreError>
  /**
   * How many published events of each of these agendas were first published within a time, both bounds included: what a search by
   * `recentlyAddedEvents` orders by. In any order; agendas without any may be left out.
   */
  readonly countAdded: (
    uids: ReadonlyArray<number>,
    within: AgendaPlan["recent"]
  ) => Effect.Effect<ReadonlyArray<{ readonly uid: number; readonly count: number }>, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. A slug another agenda holds fails with `Conflict`. */
  readonly put: (record: AgendaRecord) => Effect.Effect<void, StoreError>
  /**
   * Removes an agenda that is locked: its record and its clock, so that whoever waits for the lock finds none. Its events, tombstones and
   * locations are left, and that they are is kept until `forget`.
   */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** The agendas that were removed and not forgotten since, in order of uid. */
  readonly removed: Effect.Effect<ReadonlyArray<number>, StoreError>
  /** Forgets that an agenda was removed: nothing of it is left. */
  readonly forget: (uid: number) => Effect.Effect<void, StoreError>
  /** Agendas in order of uid, private ones too, from after this uid on: for exports. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
  /**
   * Keeps every other writer of this agenda's events out until the transaction ends, and reads its clock. Null: no such agenda.
   * Called first in every transaction that changes events, so that changes become visible in the order of their instants (wire.md §5).
   */
  readonly lock: (uid: number) => Effect.Effect<AgendaClock | null, StoreError>
  /** Sets the clock that `lock` reads. */
  readonly setClock: (uid: number, clock: AgendaClock) => Effect.Effect<void, StoreError>
}>() {}
