import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { UserStore } from "../ports/UserStore.js"
import type { UserRecord } from "../record/MemberRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { memoryRecords } from "./memoryRecords.js"

const findConflict = (others: ReadonlyArray<UserRecord>, { email, hostId }: UserRecord): string | null =>
  others.some((other) => other.email === email || hostId !== null && other.hostId === hostId)
    ? "a user with this address or this id of the host exists"
    : null

/** The store of user accounts in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<UserStore> =>
  Layer.succeed(UserStore, {
    ...memoryRecords(database, {
      port: "UserStore",
      keyOf: ({ uid }) => uid,
      select: ({ users }) => users,
      replace: (state, users) => ({ ...state, users }),
      findConflict
    }),
    findBy: (name) =>
      database.read(({ users }) =>
        HashMap.toValues(users).find((user) => "email" in name ? user.email === name.email : user.hostId === name.hostId) ?? null
      )
  })
