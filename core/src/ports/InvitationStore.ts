import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"

/** The store of invitations, which is also the mail queue. Writes run inside `Transaction.run`. */
export class InvitationStore extends Context.Tag("@agenda-engine/core/ports/InvitationStore")<InvitationStore, {
  /** The invitation with this id, or null. */
  readonly find: (id: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** As `find`, with a lock: no other transaction may lock or change it until this one ends. */
  readonly lock: (id: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** The invitation of this lower-case address to this agenda, or null. */
  readonly findByEmail: (agendaUid: number, email: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** Upserts a record by id. Fails with `Conflict` when the agenda has another invitation of the address. */
  readonly put: (record: InvitationRecord) => Effect.Effect<void, StoreError>
  /** Pending invitations with a `dueAt` up to `now`, ordered by `dueAt`, then id. At most `limit`. */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /**
   * Keyset scan: an agenda's invitations in any status with a greater id than `afterId`, ordered by id. At most
   * `limit`.
   */
  readonly list: (agendaUid: number, afterId: string, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /** Deletes an invitation. A no-op when there is none. */
  readonly remove: (id: string) => Effect.Effect<void, StoreError>
  /** Deletes every invitation to an agenda. */
  readonly removeOfAgenda: (agendaUid: number) => Effect.Effect<void, StoreError>
  /**
   * The HMAC secret of invitation links: the stored one, or `candidate`, which is then stored. All processes that share
   * the store get the same secret.
   */
  readonly secret: (candidate: string) => Effect.Effect<string, StoreError>
}>() {}
