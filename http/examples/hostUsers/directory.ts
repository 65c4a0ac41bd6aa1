import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import type { HostUsersOptions } from "@agenda-engine/http/identity/IdentityProvider"
import * as Effect from "effect/Effect"

/** A row of a host's own table of users. */
export interface UserRow {
  readonly id: string
  readonly name: string
  readonly email: string
}

const profileOf = (row: UserRow | undefined) =>
  row === undefined ? null : { userId: row.id, name: row.name, email: row.email, emailVerified: true }

/** The directory of a host that keeps users itself: an option of `hostUsers`. */
export const directoryIn = (read: () => Promise<ReadonlyArray<UserRow>>) =>
  ({
    find: async (userId) => profileOf((await read()).find(({ id }) => id === userId)),
    findByEmail: async (email) => profileOf((await read()).find((row) => row.email.toLowerCase() === email))
  }) satisfies HostUsersOptions["directory"]

/** Makes a user of the host a moderator, by address, also before the user first calls. */
export const appoint = (agendaUid: number, email: string) =>
  Effect.gen(function*() {
    const { uid } = yield* (yield* Users).findByEmail(email)
    return yield* (yield* Members).add(agendaUid, uid, "moderator")
  })

/** Follows a change of name or address that the host made. */
export const follow = (userId: string) => Effect.flatMap(Users, (users) => users.refresh(userId))
