import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { UserRecord } from "../record/MemberRecord.js"
import type { RecordStore } from "./RecordStore.js"

/** What names one user, other than the uid: the address, in lower case, or the id by which the host knows the user. */
export type UserName = { readonly email: string } | { readonly hostId: string }

/** A store of user accounts, by uid. `email` and `hostId` are unique, but any number of users may have no `hostId`. */
export interface UserRecords extends RecordStore<UserRecord> {
  /** The user with this name, or null. */
  readonly findBy: (name: UserName) => Effect.Effect<UserRecord | null, StoreError>
}

/** The store of user accounts. */
export class UserStore extends Context.Tag("@agenda-engine/core/ports/UserStore")<UserStore, UserRecords>() {}
