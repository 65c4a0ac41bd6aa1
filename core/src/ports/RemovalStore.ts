import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { UserRecord } from "../record/MemberRecord.js"
import type { UserContribution } from "../record/StateChange.js"

/** What one `RemovalStore.clear` deleted. */
export interface Cleared {
  /** Uids of the events, in order. */
  readonly events: ReadonlyArray<number>
  /** Number of the tombstones. */
  readonly tombstones: number
}

/** What removing agendas and users needs besides the stores of their records. Writes run inside `Transaction.run`. */
export class RemovalStore extends Context.Tag("@agenda-engine/core/ports/RemovalStore")<RemovalStore, {
  /** The uids of agendas that `AgendaStore.remove` removed and whose clean-up is not complete, ordered. */
  readonly removed: Effect.Effect<ReadonlyArray<number>, StoreError>
  /** The number of events, in any state, and of tombstones of an agenda. */
  readonly count: (agendaUid: number) => Effect.Effect<{ readonly events: number; readonly tombstones: number }, StoreError>
  /**
   * Deletes up to `limit` events of an agenda as `EventStore.remove` does, even when their records are corrupt; when it
   * has none, up to `limit` of its tombstones with their withdrawals. Largest call: limit 100.
   */
  readonly clear: (agendaUid: number, limit: number) => Effect.Effect<Cleared, StoreError>
  /** Ends the clean-up of a removed agenda: it has no data left. */
  readonly forget: (agendaUid: number) => Effect.Effect<void, StoreError>
  /**
   * A user's contributions: per agenda, ordered by uid, the number of events and of state changes. Includes agendas
   * with only tombstones for the user.
   */
  readonly contributionsOf: (userUid: number) => Effect.Effect<ReadonlyArray<UserContribution>, StoreError>
  /**
   * Anonymizes a user's events and state changes in these agendas and the changes in their logs, and deletes the
   * tombstones for the user there.
   * Deletes the invitations of the address and those that the user accepted; clears the inviter of those that the user
   * sent. Largest call: each agenda that the user contributed to.
   */
  readonly forgetUser: (user: Pick<UserRecord, "email" | "uid">, agendaUids: ReadonlyArray<number>) => Effect.Effect<void, StoreError>
}>() {}
