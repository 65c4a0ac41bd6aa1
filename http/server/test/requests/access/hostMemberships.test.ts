import type { AgendaRoles, HostMemberInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { type Headers, onNode, onWeb, type Send } from "../../world/carriers.js"
import { ada, as, bob, Host, quietly, serving } from "../../world/hostWorld.js"

/** The agendas that a list shows, with the role in each. */
const roles = (body: unknown) => {
  const items = at(body, "items")
  return Array.isArray(items) ? items.map((item) => [at(item, "uid"), at(item, "member", "role")]) : items
}

const members = (body: unknown) => {
  const items = at(body, "items")
  return Array.isArray(items) ? items.map((item) => [at(item, "name"), at(item, "role")]) : items
}

const mine = (send: Send, query = "") => send(`/v2/me/agendas${query}`, { headers: bob })

const own = (send: Send, agendaUid: number) =>
  Effect.map(send(`/v2/me/agendas/${agendaUid}`, { headers: bob }), ({ body }) => at(body, "me", "member"))

const moreAgendas = Effect.gen(function*() {
  const agendas = yield* Agendas
  for (const uid of [7, 3, 5]) yield* agendas.create({ uid, title: `Agenda ${uid}` })
  yield* agendas.create({ uid: 9, title: "Private", private: true })
})

describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)("memberships of a host's users, behind %s", (_, carrier) => {
  it.scopedLive("are those of the engine with what the host grants, by agenda uid and in the role that counts", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send, within } = yield* serving(carrier, host)
      yield* within(moreAgendas)
      expect(roles((yield* mine(send)).body)).toEqual([])
      yield* Effect.gen(function*() {
        const { uid } = yield* (yield* Users).findByHostId("u-bob")
        yield* (yield* Members).add(7, uid, "moderator")
        yield* (yield* Members).add(3, uid, "contributor")
      }).pipe(within)
      host.sessions.set("bob", {
        userId: "u-bob",
        name: "Bob",
        roles: { "3": "administrator", "5": "contributor", "7": "contributor", "9": "contributor", "404": "administrator" }
      })
      const { body } = yield* mine(send)
      expect(roles(body)).toEqual([[3, "administrator"], [5, "contributor"], [7, "moderator"], [9, "contributor"]])
      expect([at(body, "total"), at(body, "after")]).toEqual([4, null])
      const first = yield* mine(send, "?limit=2")
      expect([roles(first.body), at(first.body, "after")]).toEqual([[[3, "administrator"], [5, "contributor"]], 5])
      const second = yield* mine(send, "?limit=2&after=5")
      expect([roles(second.body), at(second.body, "after")]).toEqual([[[7, "moderator"], [9, "contributor"]], null])
      expect(roles((yield* mine(send, "?from=3")).body)).toEqual([[9, "contributor"]])
      for (const [uid, role] of [[3, "administrator"], [5, "contributor"], [7, "moderator"], [1, undefined]] as const) {
        expect(at(yield* own(send, uid), "role"), String(uid)).toBe(role)
      }
      host.sessions.set("bob", { userId: "u-bob", roles: { "*": "moderator", "5": "contributor" } })
      expect(roles((yield* mine(send)).body)).toEqual([[3, "moderator"], [5, "moderator"], [7, "moderator"]])
      expect(yield* own(send, 1)).toMatchObject({ name: "Bob", role: "moderator" })
    }).pipe(quietly))

  it.scopedLive("are those that the host answers, and none of the engine's", () =>
    Effect.gen(function*() {
      const host = new Host()
      let answered: AgendaRoles = { "5": "moderator", "3": "contributor", "404": "administrator" }
      const agendasOf = async (userId: string) => {
        if (host.isDown) throw new Error("the database of members is away")
        return userId === "u-bob" ? answered : {}
      }
      const { send, within } = yield* serving(carrier, host, { membershipOf: host.membershipOf, agendasOf })
      yield* within(moreAgendas)
      yield* mine(send)
      yield* Effect.gen(function*() {
        yield* (yield* Members).add(7, (yield* (yield* Users).findByHostId("u-bob")).uid, "administrator")
      }).pipe(within)
      host.memberships.set("u-bob 5", "moderator")
      const { body } = yield* mine(send)
      expect([roles(body), at(body, "total")]).toEqual([[[3, "contributor"], [5, "moderator"]], 2])
      expect(yield* own(send, 7)).toBeNull()
      expect(yield* own(send, 5)).toMatchObject({ name: "Bob", role: "moderator" })
      answered = { "3": "contributor" }
      expect(roles((yield* mine(send)).body)).toEqual([[3, "contributor"]])
      answered = JSON.parse('{"3":"owner"}')
      expect((yield* mine(send)).status).toBe(500)
      host.isDown = true
      expect((yield* mine(send)).status).toBe(503)
      host.isDown = false
      const silent = yield* serving(carrier, host, { membershipOf: host.membershipOf })
      host.sessions.set("bob", { userId: "u-bob", roles: { "1": "contributor" } })
      expect(roles((yield* mine(silent.send)).body)).toEqual([[1, "contributor"]])
    }).pipe(quietly))

  it.scopedLive("list the members that the host answers, to those who may list them, at every request", () =>
    Effect.gen(function*() {
      const host = new Host()
      const answered: Array<HostMemberInput> = [
        { userId: "u-bob", name: "Bob", role: "contributor" },
        { userId: 7, name: "Seven", email: "seven@example.org", emailVerified: true, role: "moderator" },
        { userId: "u-ada", name: "Ada", role: "administrator" }
      ]
      const { send, within } = yield* serving(carrier, host, { membershipOf: host.membershipOf, membersOf: async () => answered })
      const list = (query = "") => send(`/v2/agendas/1/members${query}`, { headers: ada })
      for (const _ of [1, 2, 3, 4]) expect(at((yield* list()).body, "total")).toBe(3)
      const { body } = yield* list("?limit=2")
      expect([members(body), at(body, "after")]).toEqual([[["Bob", "contributor"], ["Seven", "moderator"]], 2])
      const rest = yield* list("?limit=2&after=2")
      expect([members(rest.body), at(rest.body, "after")]).toEqual([[["Ada", "administrator"]], null])
      const nothing = yield* list("?limit=0")
      expect([members(nothing.body), at(nothing.body, "total"), at(nothing.body, "after")]).toEqual([[], 3, null])
      const seven = yield* Effect.flatMap(Users, (users) => users.findByHostId("7")).pipe(within)
      expect([seven.name, seven.email]).toEqual(["Seven", "seven@example.org"])
      answered.pop()
      expect(members((yield* list()).body)).toEqual([["Bob", "contributor"], ["Seven", "moderator"]])
      expect((yield* send("/v2/agendas/1/members", { headers: bob })).status).toBe(403)
      expect((yield* send("/v2/agendas/1/members", { headers: as("nobody") })).status).toBe(401)
    }).pipe(quietly))

  it.scopedLive("of the host are not made by an invitation, which counts for keys of the account alone", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send, within } = yield* serving(carrier, host, { membershipOf: async () => null })
      host.sessions.set("bob", { userId: "u-bob", name: "Bob", email: "bob@example.org", emailVerified: true })
      expect(yield* own(send, 1)).toBeNull()
      const body = { emails: ["bob@example.org"], role: "moderator" }
      expect((yield* send("/v2/agendas/1/members/invite", { method: "POST", headers: ada, body })).status).toBe(200)
      const key = yield* Effect.gen(function*() {
        const invitations = yield* Invitations
        const [invitation] = yield* invitations.list(1)
        const { member } = yield* invitations.accept(yield* invitations.tokenOf(invitation?.id ?? ""))
        expect(member.role).toBe("moderator")
        const kind = "secret"
        return (yield* (yield* Keys).create({ kind, ownerUid: member.userUid, agendaUids: null, operations: null, expiresAt: null })).key
      }).pipe(within)
      const drafts = (headers: Headers) => Effect.map(send("/v2/agendas/1/events?state=0", { headers }), ({ status }) => status)
      expect(yield* own(send, 1)).toBeNull()
      expect([yield* drafts(bob), yield* drafts({ key })]).toEqual([403, 200])
    }).pipe(quietly))

  it.scopedLive("are asked for together, and only where a field depends on the role", () =>
    Effect.gen(function*() {
      const host = new Host()
      const asked: Array<number> = []
      const membershipOf = async (_: string, agendaUid: number) => {
        asked.push(agendaUid)
        return agendaUid === 3 ? "moderator" as const : null
      }
      const { send, within } = yield* serving(carrier, host, { membershipOf })
      yield* within(moreAgendas)
      yield* Effect.gen(function*() {
        const secret = { field: "notes", fieldType: "text", label: { en: "Notes" }, read: ["moderator"] }
        for (const uid of [3, 5]) yield* (yield* Agendas).update(uid, { schema: { fields: [secret] } })
      }).pipe(within)
      const { body } = yield* send("/v2/agendas?includeFields[]=uid&includeFields[]=schema", { headers: bob })
      expect([asked.length, new Set(asked)]).toEqual([2, new Set([3, 5])])
      const listed = at(body, "agendas")
      const showing = Array.isArray(listed) ? listed.filter((agenda) => JSON.stringify(agenda).includes('"notes"')) : []
      expect(showing.map((agenda) => at(agenda, "uid"))).toEqual([3])
    }).pipe(quietly))
})
