import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { NamedRecords, RecordStore } from "./RecordStore.js"

/** Members of `InvitationStore` besides those of every store of records. */
export interface InvitationRecords {
  /**
   * Pending invitations with a `dueAt` up to `now`, ordered by `dueAt`, then id. At most `limit`. Largest call: limit
   * 20.
   */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /**
   * Keyset scan: an agenda's invitations in any status with a greater id than `afterId`, ordered by id. At most
   * `limit`. Largest call: limit 100.
   */
  readonly scan: (agendaUid: number, afterId: string, limit: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, StoreError>
  /** Deletes every invitation to an agenda. */
  readonly removeOfAgenda: (agendaUid: number) => Effect.Effect<void, StoreError>
  /**
   * The HMAC secret of invitation links: the stored one, or `candidate`, which is then stored. All processes that share
   * the store get the same secret.
   */
  readonly secret: (candidate: string) => Effect.Effect<string, StoreError>
}

/**
 * The store of invitations, by id, which is also the mail queue. An address, in lower case, is invited once to an
 * agenda: that is the name of the invitation.
 */
export class InvitationStore extends Context.Tag("@agenda-engine/core/ports/InvitationStore")<
  InvitationStore,
  & InvitationRecords
  & NamedRecords<InvitationRecord, Pick<InvitationRecord, "agendaUid" | "email">>
  & Pick<RecordStore<InvitationRecord, string>, "find" | "lock" | "put" | "remove">
>() {}
