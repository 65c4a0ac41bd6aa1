import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { Tombstone, TombstoneAudience, Withdrawal, WithdrawalQuery, Withdrawn } from "../../record/EventRecord.js"

/**
 * The store of tombstones, one per event and audience. Tombstones outlive their events. Writes run inside
 * `Transaction.run`.
 */
export class TombstoneStore extends Context.Tag("@agenda-engine/core/ports/event/TombstoneStore")<TombstoneStore, {
  /** The tombstone of this event for this audience, or null. */
  readonly find: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<Tombstone | null, StoreError>
  /** Upserts a tombstone by event and audience, with its withdrawal or none. */
  readonly put: (tombstone: Tombstone, withdrawal: Withdrawal | null) => Effect.Effect<void, StoreError>
  /** Deletes a tombstone and its withdrawal. A no-op when there is none. */
  readonly remove: (agendaUid: number, uid: number, audience: TombstoneAudience) => Effect.Effect<void, StoreError>
  /**
   * The withdrawals of an agenda's tombstones, latest removal first, then by uid; at most `limit`.
   * Largest call: limit 1 000.
   */
  readonly withdrawals: (agendaUid: number, query: WithdrawalQuery) => Effect.Effect<ReadonlyArray<Withdrawn>, StoreError>
}>() {}
