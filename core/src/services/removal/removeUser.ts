import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Conflict, NotFound, StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { EventStore } from "../../ports/EventStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { UserStore } from "../../ports/UserStore.js"
import { atomically } from "../atomically.js"
import { keysOf } from "./keysOf.js"
import { membershipsOf, soleAdministratorOf } from "./userContents.js"

/** The user joined another agenda while the locks were being taken: the transaction is retried. */
const joinedMeanwhile = new StoreError({
  reason: "Conflict",
  operation: "Removals.user",
  cause: new Error("the user became a member of another agenda meanwhile")
})

const inOrder = (uids: Iterable<number>): ReadonlyArray<number> => [...new Set(uids)].sort((left, right) => left - right)

/**
 * Removes a user and their data in one transaction. It holds the locks of all agendas with data of the user, so that
 * concurrent writers there finish before it or see the user removed.
 */
export const removeUser = (uid: number) =>
  atomically(Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const credentials = yield* CredentialStore
    const events = yield* EventStore
    const invitations = yield* InvitationStore
    const members = yield* MemberStore
    const users = yield* UserStore
    const before = yield* membershipsOf(uid)
    const traces = yield* events.tracesOf(uid)
    const agendaUids = inOrder([...before, ...traces].map(({ agendaUid }) => agendaUid))
    yield* Effect.forEach(agendaUids, agendas.lock, { discard: true })
    const user = yield* users.lock(uid)
    if (user === null) return yield* new NotFound({ what: "user" })
    const memberships = yield* membershipsOf(uid)
    if (memberships.some(({ agendaUid }) => !agendaUids.includes(agendaUid))) return yield* joinedMeanwhile
    const sole = yield* soleAdministratorOf(memberships)
    if (sole.length > 0) {
      return yield* new Conflict({
        message: `user ${uid} is the only administrator of ${sole.length === 1 ? "agenda" : "agendas"} ${sole.join(", ")}`
      })
    }
    const revokedAt = yield* Clock.currentTimeMillis
    for (const key of yield* keysOf(({ ownerUid }) => ownerUid === uid)) {
      yield* credentials.putKey({ ...key, ownerUid: null, revokedAt: key.revokedAt ?? revokedAt })
    }
    yield* Effect.forEach(memberships, (member) => members.remove(member.uid), { discard: true })
    yield* Effect.forEach(agendaUids, (agendaUid) => events.forgetUser(agendaUid, uid), { discard: true })
    yield* invitations.forgetUser(uid, user.email)
    yield* users.remove(uid)
  }))
