import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Caller, type HostUser, restrictionOf } from "../domain/access/Credential.js"
import type { HostMember } from "../domain/access/HostIdentity.js"
import { Role } from "../domain/access/Member.js"
import { Conflict, Forbidden, Invalid, NotFound, StoreError, type Unauthorized } from "../domain/error/EngineError.js"
import { issue } from "../domain/error/Issue.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { JsonObject } from "../domain/text/Json.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { HostMemberships, type MembershipAnswers } from "../ports/HostMemberships.js"
import { InvitationStore } from "../ports/InvitationStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import { presentMember, presentMembership } from "../present/presentMember.js"
import type { MemberPageQuery, MembershipPageQuery } from "../query/agenda/AgendaQuery.js"
import type { MemberRecord, UserRecord } from "../record/MemberRecord.js"
import { Access, type Authorization } from "./Access.js"
import { accountOf, roleOf } from "./access/hostUser.js"
import { freshUid } from "./identity/freshUid.js"
import { membershipsOf } from "./removal/removeUser.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** A membership that the host answers or grants. It is stored nowhere, so its uid is that of the account. */
const hostMembership = ({ createdAt, email, name, uid }: UserRecord, agendaUid: number, role: string): MemberRecord => ({
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
const membershipsOfHostUser = Effect.fnUntraced(function*(caller: HostUser, answers: MembershipAnswers | null) {
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
const pageOfHostMembers = Effect.fnUntraced(
  function*(members: ReadonlyArray<HostMember>, agendaUid: number, after: number, limit: number) {
    const page = members.slice(after, after + limit)
    const items = yield* Effect.forEach(
      page,
      (member) => Effect.map(accountOf(member), (account) => hostMembership(account, agendaUid, member.role))
    )
    return { total: members.length, items, after: limit > 0 && after + limit < members.length ? after + limit : null }
  }
)

/** A page of members or memberships, as in the responses of `/v2/agendas/{a}/members` and `/v2/me/agendas`. */
export interface MemberPage {
  readonly total: number
  readonly items: ReadonlyArray<JsonObject>
  /**
   * Cursor of the next page, for `after`; null on the last page. The uid of the last membership of this page; for a
   * user of the host the uid of its agenda, and for members that the host answers their number so far.
   */
  readonly after: number | null
}

/** Manages the roles of users in agendas. */
export class Members extends Context.Tag("@agenda-engine/core/services/Members")<Members, {
  /**
   * The members of an agenda in order of uid (wire.md §7), or those that the host answers
   * (`HostMemberships.membersOf`), who get accounts like users who call. `Forbidden`: the caller is neither moderator
   * nor administrator. `Invalid`: `limit` is too great.
   */
  readonly page: (
    authorization: Authorization<"members:read">,
    query: MemberPageQuery
  ) => Effect.Effect<MemberPage, Invalid | Forbidden | StoreError>
  /**
   * The memberships of the caller, in order of membership uid: `{uid, title, slug, member}`. A restricted key lists
   * only its own agendas. For a user of the host, in order of agenda uid: with the agendas that the host answers or
   * grants by uid, each with the role that counts. `Forbidden`: the caller is not a user.
   */
  readonly agendasOf: (
    caller: Caller,
    query: MembershipPageQuery
  ) => Effect.Effect<MemberPage, Invalid | Unauthorized | Forbidden | StoreError>
  /** The membership of the caller in the agenda as presented to the caller; null without one. */
  readonly own: (authorization: Authorization) => Effect.Effect<JsonObject | null, StoreError>
  /**
   * Makes a user a member, or changes the role of a member. For operators. `Conflict`: the agenda would have no
   * administrator left.
   */
  readonly add: (agendaUid: number, userUid: number, role: Role) => Effect.Effect<MemberRecord, NotFound | Conflict | StoreError>
  /** All members of an agenda in order of uid. For operators. */
  readonly list: (agendaUid: number) => Effect.Effect<ReadonlyArray<MemberRecord>, NotFound | StoreError>
  /**
   * Ends a membership and revokes the member's unaccepted invitation. For operators. `Conflict`: the member is the last
   * administrator.
   */
  readonly remove: (agendaUid: number, userUid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
}>() {
  /** Layer of Members over the stores. */
  static readonly layer: Layer.Layer<Members, never, MemberPorts> = Layer.effect(Members, Effect.suspend(() => make))
}

type MemberPorts = Access | AgendaStore | InvitationStore | MemberStore | Transaction | UserStore

const lastAdministrator = new Conflict({ message: "an agenda keeps at least one administrator" })

const uidOf = ({ uid }: MemberRecord): number => uid
const agendaUidOf = ({ agendaUid }: MemberRecord): number => agendaUid

/** The cursor of the next page. `found` has one more than `limit` unless it is the last page. */
const afterOf = (found: ReadonlyArray<MemberRecord>, limit: number, keyOf: (member: MemberRecord) => number): number | null => {
  const last = found.length > limit ? found[limit - 1] : undefined
  return last === undefined ? null : keyOf(last)
}

const readLimit = Effect.fnUntraced(function*(limit: number) {
  const { membersPage_max } = yield* CurrentLimits
  if (limit <= membersPage_max) return
  const message = `a page holds at most ${membersPage_max} members`
  return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "limit", { origin: limit, message })] })
})

const make = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* AgendaStore
  const invitations = yield* InvitationStore
  const members = yield* MemberStore
  const transaction = yield* Transaction
  const users = yield* UserStore
  const hostMemberships = yield* HostMemberships
  const membersOf = hostMemberships?.membersOf

  const ofStores = <A, E>(effect: Effect.Effect<A, E, AgendaStore | MemberStore | Transaction | UserStore>): Effect.Effect<A, E> =>
    effect.pipe(
      Effect.provideService(AgendaStore, agendas),
      Effect.provideService(MemberStore, members),
      Effect.provideService(Transaction, transaction),
      Effect.provideService(UserStore, users)
    )

  const listOf = (agendaUid: number) =>
    scanAll((after: number, limit) => members.scan({ agendaUid }, after, limit), (member) => member.uid, 0)

  /**
   * Memberships of an agenda change under its lock, so that two concurrent changes cannot each leave the other's
   * administrator as the last.
   */
  const lock = (agendaUid: number) =>
    Effect.filterOrFail(agendas.lock(agendaUid), (clock) => clock !== null, () => new NotFound({ what: "agenda" }))

  const checkOtherAdministrator = Effect.fnUntraced(function*(member: MemberRecord) {
    const all = yield* listOf(member.agendaUid)
    const others = all.filter((other) => other.uid !== member.uid && other.role === "administrator")
    if (member.role === "administrator" && others.length === 0) return yield* lastAdministrator
  })

  /** Revokes the invitation of a removed member, who could otherwise use its link to come back. */
  const revokeInvitation = Effect.fnUntraced(function*({ agendaUid, email }: MemberRecord) {
    const known = yield* invitations.findBy({ agendaUid, email })
    const record = known === null ? null : yield* invitations.lock(known.id, "exclusive")
    if (record !== null && record.status !== "accepted") yield* invitations.put({ ...record, status: "revoked" })
  })

  return Members.of({
    page: Effect.fn("Members.page")(function*({ agenda, moderates }, { after = 0, limit }) {
      if (!moderates) return yield* new Forbidden({ message: "only moderators and administrators list members" })
      yield* readLimit(limit)
      if (membersOf !== undefined) {
        const { items, ...page } = yield* ofStores(pageOfHostMembers(yield* membersOf(agenda.uid), agenda.uid, after, limit))
        return { ...page, items: items.map(presentMember) }
      }
      const found = yield* members.scan({ agendaUid: agenda.uid }, after, limit + 1)
      return {
        total: yield* members.count(agenda.uid),
        items: found.slice(0, limit).map(presentMember),
        after: afterOf(found, limit, uidOf)
      }
    }),

    agendasOf: Effect.fn("Members.agendasOf")(function*(caller, { after = 0, from = 0, limit }) {
      yield* access.checkOperation(caller, "agendas:read")
      const { userUid } = caller
      if (userUid === null) return yield* new Forbidden({ message: "this key is no user's" })
      yield* readLimit(limit)
      const within = restrictionOf(caller)
      const isHostUser = caller._tag === "HostUser"
      const all = yield* ofStores(isHostUser ? membershipsOfHostUser(caller, hostMemberships) : membershipsOf(userUid))
      const open = all.filter(({ agendaUid }) => within === null || within.includes(agendaUid))
      const keyOf = isHostUser ? agendaUidOf : uidOf
      const found = open.filter((member) => keyOf(member) > after).slice(from, from + limit + 1)
      const shown = found.slice(0, limit)
      const known = new Map((yield* agendas.findMany(shown.map(({ agendaUid }) => agendaUid))).map((agenda) => [agenda.uid, agenda]))
      const items = shown.flatMap((member) => {
        const agenda = known.get(member.agendaUid)
        return agenda === undefined ? [] : [presentMembership(member, agenda)]
      })
      return { total: open.length, items, after: afterOf(found, limit, keyOf) }
    }),

    own: Effect.fn("Members.own")(function*({ agenda: { uid: agendaUid }, caller, role }) {
      const { userUid } = caller
      if (userUid === null) return null
      const isStored = caller._tag !== "HostUser" || caller.memberships === "engine"
      const member = isStored ? yield* members.findBy({ agendaUid, userUid }) : null
      if (caller._tag !== "HostUser" || role === null) return member === null ? null : presentMember(member)
      if (member !== null) return presentMember({ ...member, role })
      const account = yield* users.find(userUid)
      return account === null ? null : presentMember(hostMembership(account, agendaUid, role))
    }),

    add: Effect.fn("Members.add")(function*(agendaUid, userUid, role) {
      return yield* atomically(Effect.gen(function*() {
        yield* lock(agendaUid)
        const user = yield* users.lock(userUid, "exclusive")
        if (user === null) return yield* new NotFound({ what: "user" })
        const stored = yield* members.findBy({ agendaUid, userUid })
        if (stored !== null && role !== "administrator") yield* checkOtherAdministrator(stored)
        const member: MemberRecord = stored === null
          ? {
            uid: yield* freshUid((uid) => Effect.map(members.find(uid), (member) => member !== null)),
            agendaUid,
            userUid,
            role,
            name: user.name,
            email: user.email,
            phone: null,
            organization: null,
            position: null,
            createdAt: yield* Clock.currentTimeMillis
          }
          : { ...stored, role }
        yield* members.put(member)
        return member
      }))
    }, Effect.provideService(Transaction, transaction)),

    list: Effect.fn("Members.list")(function*(agendaUid) {
      if ((yield* agendas.find({ _tag: "Uid", uid: agendaUid })) === null) return yield* new NotFound({ what: "agenda" })
      return yield* listOf(agendaUid)
    }),

    remove: Effect.fn("Members.remove")(function*(agendaUid, userUid) {
      yield* atomically(Effect.gen(function*() {
        yield* lock(agendaUid)
        const member = yield* members.findBy({ agendaUid, userUid })
        if (member === null) return yield* new NotFound({ what: "member" })
        yield* checkOtherAdministrator(member)
        yield* members.remove(member.uid)
        yield* revokeInvitation(member)
      }))
    }, Effect.provideService(Transaction, transaction))
  })
})
