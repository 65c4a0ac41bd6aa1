import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"

/** Keeps invitations, and with them which mails are still to be sent. Writes happen inside `Transaction.run`. */
export class InvitationStore extends Context.Tag("@agenda-engine/core/ports/InvitationStore")<InvitationStore, {
  /** The invitation with this id, or null. */
  readonly find: (id: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** As `find`, keeping other transactions from locking or changing it until this one ends. */
  readonly lock: (id: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** The invitation of this lower-case address to this agenda, or null. */
  readonly findByEmail: (agendaUid: number, email: string) => Effect.Effect<InvitationRecord | null, StoreError>
  /** Stores a record whole, in the place of the one with its id if there is one. A second one of an address to an agenda fails with `Conflict`. */
  readonly put: (record: InvitationRecord) => Effect.Effect<void, StoreError>
  /** Pending invitations whose `dueAt` is this instant or before, in order of `dueAt`, then id. At most `limit`. */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /** An agenda's invitations of every status in order of id, from after this id on, at most `limit`. */
  readonly list: (agendaUid: number, afterId: string, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /** Removes an invitation. None there: nothing happens. */
  readonly remove: (id: string) => Effect.Effect<void, StoreError>
  /** Removes every invitation to an agenda. */
  readonly removeOfAgenda: (agendaUid: number) => Effect.Effect<void, StoreError>
  /** Removes every invitation of this lower-case address and every one that this user accepted, and leaves those that they sent without inviter. */
  readonly forgetUser: (userUid: number, email: string) => Effect.Effect<void, StoreError>
  /**
   * The secret that links are signed with: the one that is kept, and if there is none this one, which is kept from then on. All processes
   * over one place are answered the same.
   */
  readonly secret: (made: string) => Effect.Effect<string, StoreError>
}>() {}
