import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/** The store of memberships. Writes run inside `Transaction.run`. */
export class MemberStore extends Context.Tag("@agenda-engine/core/ports/MemberStore")<MemberStore, {
  /** The membership with this uid, or null. */
  readonly get: (uid: number) => Effect.Effect<MemberRecord | null, StoreError>
  /** The membership of a user in an agenda, or null. */
  readonly find: (agendaUid: number, userUid: number) => Effect.Effect<MemberRecord | null, StoreError>
  /** The memberships of these users in an agenda, in any order. */
  readonly findMany: (agendaUid: number, userUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** Keyset scan: an agenda's memberships with a greater uid than `afterUid`, ordered by uid. At most `limit`. */
  readonly list: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** The number of members of an agenda. */
  readonly count: (agendaUid: number) => Effect.Effect<number, StoreError>
  /** Keyset scan: a user's memberships with a greater uid than `afterUid`, ordered by uid. At most `limit`. */
  readonly listOfUser: (userUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** Upserts a record by uid. Fails with `Conflict` when the user has another membership in the agenda. */
  readonly put: (record: MemberRecord) => Effect.Effect<void, StoreError>
  /** Deletes a membership. A no-op when there is none. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
}>() {}
