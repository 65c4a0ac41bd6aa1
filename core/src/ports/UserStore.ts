import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { UserRecord } from "../record/MemberRecord.js"

/** The store of user accounts. Writes run inside `Transaction.run`. */
export class UserStore extends Context.Tag("@agenda-engine/core/ports/UserStore")<UserStore, {
  /** The user with this uid, or null. */
  readonly find: (uid: number) => Effect.Effect<UserRecord | null, StoreError>
  /**
   * As `find`, with a lock: no other transaction may lock, put or remove the user until this one ends. Lock agendas
   * first, to avoid deadlocks.
   */
  readonly lock: (uid: number) => Effect.Effect<UserRecord | null, StoreError>
  /** The users with these uids, in any order; unknown uids are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
  /** The user with this lower-case address, or null. */
  readonly findByEmail: (email: string) => Effect.Effect<UserRecord | null, StoreError>
  /** The user whom the host knows by this id, or null. */
  readonly findByHostId: (hostId: string) => Effect.Effect<UserRecord | null, StoreError>
  /** Upserts a record by uid. Fails with `Conflict` when another user has its address or its `hostId`. */
  readonly put: (record: UserRecord) => Effect.Effect<void, StoreError>
  /** Deletes a record. A no-op when there is none. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Keyset scan: users with a greater uid than `afterUid`, ordered by uid. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
}>() {}
