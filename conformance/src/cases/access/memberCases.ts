import type { MemberRecord, UserRecord } from "@agenda-engine/core/record/MemberRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict } from "../../expect.js"
import { fill, members, transact, users } from "../../storeCalls.js"
import { sampleAgenda, sampleMember, sampleUser } from "../../testing/SampleRecords.js"

const put = (record: MemberRecord) => transact(members((store) => store.put(record)))
const putUser = (record: UserRecord) => transact(users((store) => store.put(record)))
const find = (agendaUid: number, userUid: number) => members((store) => store.findBy({ agendaUid, userUid }))
const filled = fill({
  agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3)],
  users: [sampleUser(1), sampleUser(2), sampleUser(3), sampleUser(4)]
})
const uids = (records: ReadonlyArray<MemberRecord>) => records.map(({ uid }) => uid)

const full = sampleMember(10, 1, {
  role: "administrator",
  name: 'Zoé "Z" 𝄞',
  phone: "+33 2 98 00 00 00",
  organization: "Mairie",
  position: "Présidente"
})

const memberships = [
  full,
  sampleMember(13, 2),
  sampleMember(12, 3),
  sampleMember(11, 1, { agendaUid: 2 }),
  sampleMember(15, 1, { agendaUid: 3 })
]

/** The demands on `UserStore` and `MemberStore`. */
export const memberCases: ReadonlyArray<Case> = [
  demand(
    "user.put.whole",
    "UserStore.put",
    "a user is returned exactly as it was put, by uid and by email address; a second `put` replaces it"
  )(function*() {
    yield* putUser(sampleUser(1))
    yield* expectAnswer("by uid", users((store) => store.find(1)), sampleUser(1))
    yield* expectAnswer("by address", users((store) => store.findBy({ email: "user1@example.org" })), sampleUser(1))
    const changed = sampleUser(1, { email: "new@example.org", name: "Renamed" })
    yield* putUser(changed)
    yield* expectAnswer("by uid", users((store) => store.find(1)), changed)
    yield* expectAnswer("by the old address", users((store) => store.findBy({ email: "user1@example.org" })), null)
    yield* expectAnswer("no user", users((store) => store.find(2)), null)
  }),
  demand(
    "user.put.email-conflict",
    "UserStore.put",
    "`put` with the email address of another user fails with `Conflict` and stores nothing"
  )(function*() {
    yield* putUser(sampleUser(1))
    yield* expectConflict("a second user with the address", putUser(sampleUser(2, { email: "user1@example.org" })))
    yield* expectAnswer("the second user", users((store) => store.find(2)), null)
    yield* putUser(sampleUser(1, { name: "Same address, same user" }))
  }),
  demand(
    "user.put.host-id",
    "UserStore.put",
    "a user is found by the exact `hostId`; `put` with the `hostId` of another user fails with `Conflict`; many users have none"
  )(function*() {
    const hostId = "auth0|Zoé 'é\u{1F3AD} "
    yield* Effect.forEach([sampleUser(1), sampleUser(2), sampleUser(3, { hostId })], putUser)
    const byHostId = (id: string) => users((store) => store.findBy({ hostId: id }))
    yield* expectAnswer("by the id", byHostId(hostId), sampleUser(3, { hostId }))
    for (const other of ["", "null", hostId.trim(), hostId.toUpperCase(), `${hostId}.`]) {
      yield* expectAnswer(`by ${JSON.stringify(other)}`, byHostId(other), null)
    }
    yield* expectConflict("a second user with the id", putUser(sampleUser(4, { hostId })))
    yield* expectAnswer("the second user", users((store) => store.find(4)), null)
    yield* putUser(sampleUser(3, { hostId: "another" }))
    yield* expectAnswer("by the old id", byHostId(hostId), null)
    yield* putUser(sampleUser(4, { hostId }))
  }),
  demand("user.find-many", "UserStore.findMany", "`findMany` returns the users of several uids and omits unknown uids")(function*() {
    yield* Effect.forEach([1, 2, 3], (uid) => putUser(sampleUser(uid)))
    const found = (uids: ReadonlyArray<number>) =>
      Effect.map(users((store) => store.findMany(uids)), (all) => [...all].sort((left, right) => left.uid - right.uid))
    yield* expectAnswer("two", found([3, 99, 1, 3]), [sampleUser(1), sampleUser(3)])
    yield* expectAnswer("none", found([]), [])
  }),
  demand("user.scan.pages", "UserStore.scan", "`scan` visits every user, ordered by uid")(function*() {
    yield* Effect.forEach([sampleUser(20), sampleUser(3), sampleUser(100)], putUser)
    yield* expectAnswer("the first page", users((store) => store.scan(0, 2)), [sampleUser(3), sampleUser(20)])
    yield* expectAnswer("the last page", users((store) => store.scan(20, 2)), [sampleUser(100)])
    yield* expectAnswer("after the last", users((store) => store.scan(100, 2)), [])
  }),
  demand(
    "member.put.whole",
    "MemberStore.put",
    "a membership is returned exactly as it was put, by uid and by agenda and user; a second `put` replaces it"
  )(function*() {
    yield* filled
    yield* put(full)
    yield* expectAnswer("by agenda and user", find(1, 1), full)
    yield* expectAnswer("by uid", members((store) => store.find(10)), full)
    yield* expectAnswer("in another agenda", find(2, 1), null)
    yield* expectAnswer("of another user", find(1, 2), null)
    yield* expectAnswer("no membership", members((store) => store.find(11)), null)
    const changed = sampleMember(10, 1, { role: "moderator" })
    yield* put(changed)
    yield* expectAnswer("after a second put", find(1, 1), changed)
  }),
  demand(
    "member.put.conflict",
    "MemberStore.put",
    "a second membership of a user in one agenda fails with `Conflict`; one in another agenda is stored"
  )(function*() {
    yield* filled
    yield* put(full)
    yield* expectConflict("a second membership", put(sampleMember(11, 1)))
    yield* expectAnswer("the first", find(1, 1), full)
    yield* put(sampleMember(11, 1, { agendaUid: 2 }))
  }),
  demand(
    "member.list.pages",
    "service.md, GET members",
    "`scan` returns the members of an agenda page by page, ordered by uid, and `count` counts them"
  )(function*() {
    yield* filled
    yield* Effect.forEach(memberships, put)
    const list = (after: number, limit: number) => Effect.map(members((store) => store.scan({ agendaUid: 1 }, after, limit)), uids)
    yield* expectAnswer("the first page", list(0, 2), [10, 12])
    yield* expectAnswer("the last page", list(12, 2), [13])
    yield* expectAnswer("after the last", list(13, 2), [])
    yield* expectAnswer("how many", members((store) => store.count(1)), 3)
    yield* expectAnswer("how many of no agenda", members((store) => store.count(99)), 0)
  }),
  demand(
    "member.find-many",
    "MemberStore.findMany",
    "`findMany` returns the memberships of several users in one agenda and omits users without one"
  )(function*() {
    yield* filled
    yield* Effect.forEach(memberships, put)
    const found = (agendaUid: number, userUids: ReadonlyArray<number>) =>
      Effect.map(members((store) => store.findMany(agendaUid, userUids)), (all) => uids(all).sort((left, right) => left - right))
    const expected = memberships.filter(({ agendaUid }) => agendaUid === 1).map(({ uid }) => uid).sort((left, right) => left - right)
    yield* expectAnswer("all", found(1, [1, 2, 3, 99]), expected)
    yield* expectAnswer("one", found(1, [1]), [10])
    yield* expectAnswer("none asked for", found(1, []), [])
    yield* expectAnswer("in an agenda that is not there", found(99, [1]), [])
  }),
  demand("member.list-of-user.pages", "wire.md §1, /me/agendas", "`scan` returns the memberships of a user page by page, ordered by uid")(
    function*() {
      yield* filled
      yield* Effect.forEach(memberships, put)
      const list = (after: number, limit: number) => Effect.map(members((store) => store.scan({ userUid: 1 }, after, limit)), uids)
      yield* expectAnswer("the first page", list(0, 2), [10, 11])
      yield* expectAnswer("the last page", list(11, 2), [15])
      yield* expectAnswer("of a user without any", Effect.map(members((store) => store.scan({ userUid: 4 }, 0, 9)), uids), [])
    }
  ),
  demand(
    "member.remove",
    "MemberStore.remove",
    "a removed membership is not found and the user can join again; removing an unknown one does nothing"
  )(function*() {
    yield* filled
    yield* Effect.forEach(memberships, put)
    yield* transact(members((store) => store.remove(10)))
    yield* transact(members((store) => store.remove(10)))
    yield* expectAnswer("by agenda and user", find(1, 1), null)
    yield* expectAnswer("how many", members((store) => store.count(1)), 2)
    yield* put(sampleMember(99, 1))
  })
]
