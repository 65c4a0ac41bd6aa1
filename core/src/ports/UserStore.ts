import * as Context from "effect/Context"
import type { UserRecord } from "../record/MemberRecord.js"
import type { NamedRecords, RecordStore } from "./RecordStore.js"

/** What names one user, other than the uid: the address, in lower case, or the id by which the host knows the user. */
export type UserName = { readonly email: string } | { readonly hostId: string }

/**
 * The store of user accounts, by uid. `email` and `hostId` are unique, but any number of users may have no `hostId`.
 */
export class UserStore extends Context.Tag("@agenda-engine/core/ports/UserStore")<
  UserStore,
  RecordStore<UserRecord> & NamedRecords<UserRecord, UserName>
>() {}
