import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { UserRecord } from "../record/UserRecord.js"

/** Keeps user accounts. Writes happen inside `Transaction.run`. */
export class UserStore extends Context.Tag("@agenda-engine/core/ports/UserStore")<UserStore, {
  /** The user with this uid, or null. */
  readonly find: (uid: number) => Effect.Effect<UserRecord | null, StoreError>
  /** As `find`, keeping other transactions from locking, putting or removing the user until this one ends. Locked after agendas. */
  readonly lock: (uid: number) => Effect.Effect<UserRecord | null, StoreError>
  /** The users with these uids, in any order; unknown ones are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
  /** The user with this lower-case address, or null. */
  readonly findByEmail: (email: string) => Effect.Effect<UserRecord | null, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. An address another user holds fails with `Conflict`. */
  readonly put: (record: UserRecord) => Effect.Effect<void, StoreError>
  /** Removes a record. None there: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Users in order of uid, from after this uid on. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
}>() {}
