import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { HostUser } from "../../domain/access/Credential.js"
import type { HostMember } from "../../domain/access/HostIdentity.js"
import { Role } from "../../domain/access/Member.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { MembershipAnswers } from "../../ports/HostMemberships.js"
import { UserStore } from "../../ports/UserStore.js"
import type { MemberRecord, UserRecord } from "../../record/MemberRecord.js"
import { membershipsOf } from "../removal/removeUser.js"
import { accountOf, roleOf } from "./hostUser.js"

/** A membership that the host answers or grants. It is stored nowhere, so its uid is that of the account. */
export const hostMembership = ({ createdAt, email, name, uid }: UserRecord, agendaUid: number, role: string): MemberRecord => ({
  uid,
  agendaUid,
  userUid: uid,
  role,
  name,
  email,
  phone: null,
  organization: null,
  position: null,
  createdAt
})

const decodeRole = Schema.decodeUnknown(Schema.NullOr(Role))

const corrupt = (cause: unknown): StoreError => new StoreError({ reason: "Corrupt", operation: "MemberStore.listOfUser", cause })

/**
 * The memberships of a user of the host, in order of agenda uid: those of the engine or those that the host answers,
 * and the agendas in which the host grants a role by uid. Each has the role that counts (`roleOf`). Uids of agendas
 * that do not exist are left out.
 */
export const membershipsOfHostUser = Effect.fnUntraced(function*(caller: HostUser, answers: MembershipAnswers | null) {
  const { memberships, roles, userId, userUid } = caller
  const stored = memberships === "engine" ? yield* membershipsOf(userUid) : []
  const answered = answers?.agendasOf === undefined ? {} : yield* answers.agendasOf(userId)
  const asked: HostUser = memberships === "engine" ? caller : { ...caller, memberships: answered }
  const account = yield* Effect.flatMap(UserStore, (users) => users.find(userUid))
  if (account === null) return []
  const byAgenda = new Map(stored.map((member) => [member.agendaUid, member]))
  const named = [...Object.keys(answered), ...Object.keys(roles)].filter((name) => name !== "*").map(Number)
  const found = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.findMany([...new Set([...byAgenda.keys(), ...named])]))
  const uids = found.map(({ uid }) => uid).sort((left, right) => left - right)
  const shown = yield* Effect.forEach(uids, (uid) => {
    const member = byAgenda.get(uid) ?? null
    return Effect.map(Effect.mapError(decodeRole(member?.role ?? null), corrupt), (stored): ReadonlyArray<MemberRecord> => {
      const role = roleOf(asked, uid, stored)
      return role === null ? [] : [member === null ? hostMembership(account, uid, role) : { ...member, role }]
    })
  })
  return shown.flat()
})

/** A page of the members that a host answers, after as many as `after`. Makes the accounts that are missing. */
export const pageOfHostMembers = Effect.fnUntraced(
  function*(members: ReadonlyArray<HostMember>, agendaUid: number, after: number, limit: number) {
    const page = members.slice(after, after + limit)
    const items = yield* Effect.forEach(
      page,
      (member) => Effect.map(accountOf(member), (account) => hostMembership(account, agendaUid, member.role))
    )
    return { total: members.length, items, after: limit > 0 && after + limit < members.length ? after + limit : null }
  }
)
