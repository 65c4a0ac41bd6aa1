import * as Effect from "effect/Effect"
import { NotFound, type StoreError } from "../../domain/EngineError.js"
import { EventStore } from "../../ports/EventStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { MemberRecord } from "../../record/MemberRecord.js"
import type { UserRecord } from "../../record/UserRecord.js"
import { scanAll } from "../scanAll.js"
import { keysOf } from "./keysOf.js"

/** What removing a user removes, and what stays. */
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
    (members) => scanAll((after: number, limit) => members.listOfUser(userUid, after, limit), ({ uid }) => uid, 0)
  )

/** The agendas of these memberships that have no other administrator. */
export const soleAdministratorOf = Effect.fnUntraced(function*(memberships: ReadonlyArray<MemberRecord>) {
  const members = yield* MemberStore
  const administered = memberships.filter(({ role }) => role === "administrator")
  const sole = yield* Effect.filter(administered, ({ agendaUid, uid }) =>
    Effect.map(
      scanAll((after: number, limit) => members.list(agendaUid, after, limit), (member) => member.uid, 0),
      (all) => !all.some((other) => other.uid !== uid && other.role === "administrator")
    ))
  return sole.map(({ agendaUid }) => agendaUid)
})

/** Counts the data of a user. */
export const userContents = Effect.fnUntraced(function*(uid: number) {
  const user = yield* Effect.flatMap(UserStore, (users) => users.find(uid))
  if (user === null) return yield* new NotFound({ what: "user" })
  const memberships = yield* membershipsOf(uid)
  const traces = yield* Effect.flatMap(EventStore, (events) => events.tracesOf(uid))
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
