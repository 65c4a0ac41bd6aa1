import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Conflict, NotFound, StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { RemovalStore } from "../../ports/RemovalStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { MemberRecord, UserRecord } from "../../record/MemberRecord.js"
import { atomically } from "../transaction/atomically.js"
import { scanAll } from "../transaction/scanAll.js"
import { keysOf } from "./agendaContents.js"

/** The data that removing a user deletes, and the data that stays. */
export interface UserContents {
  readonly user: UserRecord
  /** Agendas of the user's memberships, which are removed. */
  readonly agendaUids: ReadonlyArray<number>
  /** The agendas among these that would have no administrator left. The user cannot be removed while there are any. */
  readonly soleAdministratorOf: ReadonlyArray<number>
  /** Keys that are revoked, with their tokens. */
  readonly keys: number
  /** Events that stay, without contributor. */
  readonly events: number
  /** State changes that stay, without author. */
  readonly stateChanges: number
}

/** All memberships of a user. */
export const membershipsOf = (userUid: number): Effect.Effect<ReadonlyArray<MemberRecord>, StoreError, MemberStore> =>
  Effect.flatMap(
    MemberStore,
    (members) => scanAll((after: number, limit) => members.scan({ userUid }, after, limit), ({ uid }) => uid, 0)
  )

/** The agendas of these memberships that have no other administrator. */
export const soleAdministratorOf = Effect.fnUntraced(function*(memberships: ReadonlyArray<MemberRecord>) {
  const members = yield* MemberStore
  const administered = memberships.filter(({ role }) => role === "administrator")
  const sole = yield* Effect.filter(administered, ({ agendaUid, uid }) =>
    Effect.map(
      scanAll((after: number, limit) => members.scan({ agendaUid }, after, limit), (member) => member.uid, 0),
      (all) => !all.some((other) => other.uid !== uid && other.role === "administrator")
    ))
  return sole.map(({ agendaUid }) => agendaUid)
})

/** Counts the data of a user. */
export const userContents = Effect.fnUntraced(function*(uid: number) {
  const user = yield* Effect.flatMap(UserStore, (users) => users.find(uid))
  if (user === null) return yield* new NotFound({ what: "user" })
  const memberships = yield* membershipsOf(uid)
  const traces = yield* Effect.flatMap(RemovalStore, (removals) => removals.contributionsOf(uid))
  const keys = yield* keysOf(({ ownerUid, revokedAt }) => ownerUid === uid && revokedAt === null)
  return {
    user,
    agendaUids: memberships.map(({ agendaUid }) => agendaUid),
    soleAdministratorOf: yield* soleAdministratorOf(memberships),
    keys: keys.length,
    events: traces.reduce((sum, { events }) => sum + events, 0),
    stateChanges: traces.reduce((sum, { stateChanges }) => sum + stateChanges, 0)
  } satisfies UserContents
})

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
    const members = yield* MemberStore
    const removals = yield* RemovalStore
    const users = yield* UserStore
    const before = yield* membershipsOf(uid)
    const traces = yield* removals.contributionsOf(uid)
    const agendaUids = inOrder([...before, ...traces].map(({ agendaUid }) => agendaUid))
    yield* Effect.forEach(agendaUids, agendas.lock, { discard: true })
    const user = yield* users.lock(uid, "exclusive")
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
      yield* credentials.put({ ...key, ownerUid: null, revokedAt: key.revokedAt ?? revokedAt })
    }
    yield* Effect.forEach(memberships, (member) => members.remove(member.uid), { discard: true })
    yield* removals.forgetUser(user, agendaUids)
    yield* users.remove(uid)
  }))
