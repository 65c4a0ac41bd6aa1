import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../../expect.js"
import { invitations, removals, transact } from "../../storeCalls.js"
import { hour, noon, sampleInvitation } from "../../testing/SampleRecords.js"

const put = (record: InvitationRecord) => transact(invitations((store) => store.put(record)))
const find = (id: string) => invitations((store) => store.find(id))
const findByEmail = (agendaUid: number, email: string) => invitations((store) => store.findBy({ agendaUid, email }))
const ids = (records: ReadonlyArray<InvitationRecord>) => records.map(({ id }) => id)
const due = (now: number, limit: number) => Effect.map(invitations((store) => store.due(now, limit)), ids)
const list = (afterId: string, limit: number) => Effect.map(invitations((store) => store.scan(1, afterId, limit)), ids)

const full = sampleInvitation(1, {
  role: "administrator",
  message: 'Zoé, *venez* ! "𝄞"\n\n- ici',
  status: "accepted",
  inviterUid: 7,
  attempts: 3,
  sentAt: noon,
  failure: "451 4.7.1 Greylisted",
  acceptedAt: noon + hour,
  userUid: 8
})

/** Claims an invitation like a sender of emails: the first that finds it due moves its due instant. */
const claim = atomically(Effect.gen(function*() {
  const found = yield* invitations((store) => store.lock("invitation1", "exclusive"))
  yield* Effect.sleep(1)
  if (found === null || found.dueAt > noon) return 0
  yield* invitations((store) => store.put({ ...found, dueAt: noon + hour }))
  return 1
}))

/** The demands on `InvitationStore`. */
export const invitationCases: ReadonlyArray<Case> = [
  demand(
    "invitation.put.whole",
    "InvitationStore.put",
    "an invitation is returned exactly as it was put, by id and by agenda and address; a second `put` replaces it"
  )(function*() {
    yield* Effect.forEach([full, sampleInvitation(2)], put)
    yield* expectAnswer("by id", find("invitation1"), full)
    yield* expectAnswer("by address", findByEmail(1, "user1@example.org"), full)
    yield* expectAnswer("locked", transact(invitations((store) => store.lock("invitation1", "exclusive"))), full)
    yield* expectAnswer("in another agenda", findByEmail(2, "user1@example.org"), null)
    yield* expectAnswer("another address", findByEmail(1, "user@example.org"), null)
    yield* expectAnswer("no invitation", find("invitation"), null)
    yield* put(sampleInvitation(1))
    yield* expectAnswer("after a second put", find("invitation1"), sampleInvitation(1))
  }),
  demand(
    "invitation.put.conflict",
    "wire.md §7, one invitation per address",
    "a second invitation of an address to one agenda fails with `Conflict` and stores nothing; one to another agenda is stored"
  )(function*() {
    yield* put(full)
    yield* expectConflict("a second invitation", put(sampleInvitation(2, { email: full.email })))
    yield* expectAnswer("the second", find("invitation2"), null)
    yield* put(sampleInvitation(3, { email: full.email, agendaUid: 2 }))
    yield* expectAnswer("to the other agenda", Effect.map(findByEmail(2, full.email), (found) => found?.id ?? null), "invitation3")
  }),
  demand(
    "invitation.put.races",
    "wire.md §7, one invitation per address",
    "concurrent writers that invite one address create one invitation"
  )(function*() {
    const invite = (index: number) =>
      atomically(Effect.gen(function*() {
        const found = yield* findByEmail(1, "same@example.org")
        yield* Effect.sleep(1)
        if (found === null) yield* invitations((store) => store.put(sampleInvitation(index, { email: "same@example.org" })))
        return found === null ? 1 : 0
      }))
    const made = yield* Effect.forEach([1, 2, 3, 4, 5, 6], invite, { concurrency: "unbounded" })
    yield* expectEqual("how many were made", made.reduce<number>((sum, one) => sum + one, 0), 1)
    yield* expectAnswer("how many there are", Effect.map(list("", 9), (found) => found.length), 1)
  }),
  demand(
    "invitation.due.order",
    "InvitationStore.due",
    "`due` returns pending invitations due at or before the instant, ordered by due instant, then id"
  )(function*() {
    yield* Effect.forEach([
      sampleInvitation(2, { dueAt: noon }),
      sampleInvitation(4, { dueAt: noon - 1 }),
      sampleInvitation(3, { dueAt: noon - 1, agendaUid: 2 }),
      sampleInvitation(5, { dueAt: noon + 1 }),
      sampleInvitation(6, { dueAt: noon - 2, status: "sent" }),
      sampleInvitation(7, { dueAt: noon - 2, status: "revoked" })
    ], put)
    yield* expectAnswer("all that are due", due(noon, 9), ["invitation3", "invitation4", "invitation2"])
    yield* expectAnswer("the first of them", due(noon, 2), ["invitation3", "invitation4"])
    yield* expectAnswer("before any", due(noon - 2, 9), [])
    yield* put(sampleInvitation(3, { dueAt: noon + 1, agendaUid: 2 }))
    yield* expectAnswer("after one was moved on", due(noon, 9), ["invitation4", "invitation2"])
  }),
  demandOfTwo(
    "invitation.due.claims",
    "InvitationStore.lock",
    "of several senders that claim one invitation under `lock`, exactly one gets it, and each reads the previous writes"
  )(function*(first, second) {
    yield* first(put(sampleInvitation(1, { dueAt: noon })))
    const claims = Array.from({ length: 12 }, (_, index) => index % 2 === 0 ? first(claim) : second(claim))
    const got = yield* Effect.all(claims, { concurrency: "unbounded" })
    yield* expectEqual("how many got it", got.reduce<number>((sum, one) => sum + one, 0), 1)
  }),
  demand(
    "invitation.list.pages",
    "InvitationStore.scan",
    "`scan` returns the invitations of an agenda in every status, page by page, ordered by id"
  )(function*() {
    yield* Effect.forEach([
      sampleInvitation(3, { status: "sent", id: "b" }),
      sampleInvitation(1, { id: "a" }),
      sampleInvitation(2, { status: "failed", id: "B" }),
      sampleInvitation(4, { agendaUid: 2, id: "c" })
    ], put)
    yield* expectAnswer("the first page", list("", 2), ["B", "a"])
    yield* expectAnswer("the last page", list("a", 2), ["b"])
    yield* expectAnswer("after the last", list("b", 2), [])
  }),
  demand(
    "invitation.remove",
    "InvitationStore.remove",
    "a removed invitation is not found and the address can be invited again; removing an unknown one does nothing"
  )(function*() {
    yield* Effect.forEach([full, sampleInvitation(2)], put)
    yield* transact(invitations((store) => store.remove("invitation1")))
    yield* transact(invitations((store) => store.remove("invitation1")))
    yield* expectAnswer("by id", find("invitation1"), null)
    yield* put(sampleInvitation(9, { email: full.email }))
    yield* expectAnswer("what there is", list("", 9), ["invitation2", "invitation9"])
  }),
  demand(
    "invitation.remove-of-agenda",
    "InvitationStore.removeOfAgenda",
    "`removeOfAgenda` removes every invitation of one agenda and no other"
  )(function*() {
    yield* Effect.forEach([full, sampleInvitation(2), sampleInvitation(3, { agendaUid: 2 })], put)
    yield* transact(invitations((store) => store.removeOfAgenda(1)))
    yield* expectAnswer("of the agenda", list("", 9), [])
    yield* expectAnswer("of another", find("invitation3"), sampleInvitation(3, { agendaUid: 2 }))
  }),
  demand(
    "removal.forget-user.invitations",
    "RemovalStore.forgetUser",
    "`forgetUser` removes invitations of the address and those the user accepted, in every agenda, and clears the inviter of those the user sent"
  )(function*() {
    const others = [sampleInvitation(2), sampleInvitation(3, { email: "user1@example.organ" })]
    yield* Effect.forEach([full, ...others, sampleInvitation(4, { agendaUid: 2, email: full.email })], put)
    yield* put(sampleInvitation(5, { status: "accepted", userUid: 77 }))
    yield* put(sampleInvitation(6, { agendaUid: 3, inviterUid: 77 }))
    yield* put(sampleInvitation(7, { agendaUid: 3, inviterUid: 78, userUid: 78 }))
    yield* transact(removals((store) => store.forgetUser({ uid: 77, email: full.email }, [])))
    yield* expectAnswer("that the user accepted", find("invitation5"), null)
    yield* expectAnswer("that the user sent", find("invitation6"), sampleInvitation(6, { agendaUid: 3 }))
    yield* expectAnswer("of another user", find("invitation7"), sampleInvitation(7, { agendaUid: 3, inviterUid: 78, userUid: 78 }))
    yield* expectAnswer("to the one agenda", findByEmail(1, full.email), null)
    yield* expectAnswer("to the other", findByEmail(2, full.email), null)
    yield* expectAnswer("of others", list("", 9), ids(others))
  }),
  demandOfTwo("invitation.secret.kept", "InvitationStore.secret", "`secret` stores the first candidate and returns it to every caller")(
    function*(first, second) {
      const made = ["a", "b", "c", "d"].map((secret, index) => {
        const ask = transact(invitations((store) => store.secret(secret)))
        return index % 2 === 0 ? first(ask) : second(ask)
      })
      const [one = "", ...others] = yield* Effect.all(made, { concurrency: "unbounded" })
      yield* expectEqual("what the others were answered", others, [one, one, one])
      yield* expectAnswer("what is answered later", second(transact(invitations((store) => store.secret("e")))), one)
    }
  ),
  demand("invitation.transaction", "Transaction.run", "a failed transaction undoes its changes of invitations and of the secret")(
    function*() {
      yield* put(full)
      yield* Effect.exit(transact(Effect.gen(function*() {
        yield* invitations((store) => store.put(sampleInvitation(2)))
        yield* invitations((store) => store.remove("invitation1"))
        yield* invitations((store) => store.secret("undone"))
        return yield* Effect.fail("undo")
      })))
      yield* expectAnswer("what there is", list("", 9), ["invitation1"])
      yield* expectAnswer("the secret", transact(invitations((store) => store.secret("kept"))), "kept")
    }
  )
]
