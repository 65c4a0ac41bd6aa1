import * as Effect from "effect/Effect"
import { NotFound, type StoreError } from "../../domain/EngineError.js"
import { EventStore } from "../../ports/EventStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { MemberRecord } from "../../record/MemberRecord.js"
import type { UserRecord } from "../../record/UserRecord.js"
import { scanAll } from "../scanAll.js"
import { keysOf } from "./keysOf.js"

/** What goes with a user, and what stays without them. */
export interface UserHoldings {
  readonly user: UserRecord
  /** The agendas that they are a member of, which they are no more. */
  readonly agendaUids: ReadonlyArray<number>
  /** Of these the ones that would be left without administrator: while there are any, the user stays. */
  readonly soleAdministratorOf: ReadonlyArray<number>
  /** Keys that are revoked, and with them every token. */
  readonly keys: number
  /** Events that stay and are nobody's. */
  readonly events: number
  /** Changes of states that stay, without who made them. */
  readonly stateChanges: number
}

/** A user's memberships, all of them. */
export const membershipsOf = (userUid: number): Effect.Effect<ReadonlyArray<MemberRecord>, StoreError, MemberStore> =>
  Effect.flatMap(
    MemberStore,
    (members) => scanAll((after: number, limit) => members.listOfUser(userUid, after, limit), ({ uid }) => uid, 0)
  )

/** The agendas of some memberships of one user that have no other administrator. */
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

/** Counts what there is of a user. */
export const userHoldings = Effect.fnUntraced(function*(uid: number) {
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
  } satisfies UserHoldings
})
