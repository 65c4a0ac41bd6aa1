import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Access } from "@agenda-engine/core/services/Access"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { type Headers, onNode, onWeb } from "../../world/carriers.js"
import { as, bob, Host, quietly, serving } from "../../world/hostWorld.js"

const postgres = usePostgres()

/** Two callers of each kind who may write to the agenda. */
const callers = Effect.gen(function*() {
  const access = yield* Access
  const tokens: Array<Headers> = []
  for (const name of ["first", "second"]) {
    const { uid } = yield* (yield* Users).create({ name, email: `${name}@example.org` })
    yield* (yield* Members).add(1, uid, "contributor")
    const { key } = yield* (yield* Keys).create({ kind: "secret", ownerUid: uid, agendaUids: null, operations: null, expiresAt: null })
    tokens.push({ "access-token": (yield* access.requestToken(key)).accessToken })
  }
  return tokens
})

describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)("writes of every kind of caller, behind %s", (_, carrier) => {
  it.scopedLive("run once for each Idempotency-Key of the caller, and in the version that If-Match names", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { key, send, within } = yield* serving(carrier, host)
      const answering = yield* serving(carrier, host, { membershipOf: host.membershipOf })
      for (const name of ["gina", "hugo"]) host.sessions.set(name, { userId: `u-${name}`, roles: { "1": "contributor" } })
      for (const name of ["ida", "jon"]) {
        host.sessions.set(name, { userId: `u-${name}` })
        host.memberships.set(`u-${name} 1`, "contributor")
      }
      for (const name of ["kim", "leo"]) {
        host.sessions.set(name, { userId: `u-${name}` })
        yield* send("/v2/agendas/1/events", { headers: as(name) })
        yield* Effect.gen(function*() {
          yield* (yield* Members).add(1, (yield* (yield* Users).findByHostId(`u-${name}`)).uid, "contributor")
        }).pipe(within)
      }
      const kinds = [
        ["tokens", send, yield* within(callers)],
        ["users to whom the host grants a role", send, [as("gina"), as("hugo")]],
        ["users with a membership of the engine", send, [as("kim"), as("leo")]],
        ["users with a membership that the host answers", answering.send, [as("ida"), as("jon")]]
      ] as const
      for (const [kind, send, [one = {}, other = {}]] of kinds) {
        const create = (who: Headers, title: string) =>
          send("/v2/agendas/1/events", {
            method: "POST",
            headers: { ...who, "idempotency-key": "same" },
            body: { ...onlineBody, title: { en: title } }
          })
        const made = yield* create(one, "Concert")
        const path = `/v2/agendas/1/events/${String(at(made.body, "event", "uid"))}`
        expect([made.status, made.replayed], kind).toEqual([200, false])
        // Another name and another end of the session are the same caller.
        host.sessions.set("gina", { userId: "u-gina", name: "Gina", roles: { "*": "contributor" }, expiresAt: 4_102_444_800_000 })
        const again = yield* create(one, "Concert")
        expect([again.replayed, again.body, again.etag], kind).toEqual([true, made.body, made.etag])
        expect((yield* create(one, "Another")).status, kind).toBe(422)
        const foreign = yield* create(other, "Concert")
        expect([foreign.status, foreign.replayed], kind).toEqual([200, false])
        expect(at(foreign.body, "event", "uid"), kind).not.toBe(at(made.body, "event", "uid"))

        const patch = (who: Headers, etag: string, title: string) =>
          send(path, { method: "PATCH", headers: { ...who, "if-match": etag }, body: { title: { en: title } } })
        const { etag } = yield* send(path, { headers: one })
        expect((yield* patch(one, etag, "Renamed")).status, kind).toBe(200)
        const lost = yield* patch(one, etag, "Lost")
        expect([lost.status, lost.etag === (yield* send(path, { headers: one })).etag], kind).toEqual([412, true])
        expect([403, 404], kind).toContain((yield* patch(other, etag, "Foreign")).status)
        expect([403, 404], kind).toContain((yield* send(path, { method: "DELETE", headers: other })).status)
        expect((yield* send(path, { method: "DELETE", headers: { ...one, "if-match": etag } })).status, kind).toBe(412)
        expect((yield* send(path, { method: "DELETE", headers: { ...one, "if-match": lost.etag } })).status, kind).toBe(200)
      }
      for (const headers of [{ key }, {}, bob] satisfies ReadonlyArray<Headers>) {
        const refused = yield* send("/v2/agendas/1/events", {
          method: "POST",
          headers: { ...headers, "idempotency-key": "same" },
          body: onlineBody
        })
        expect([[401, 403].includes(refused.status), refused.replayed]).toEqual([true, false])
      }
    }).pipe(quietly))
})

it.live("first requests together make one account on every store, whatever the name", () =>
  Effect.gen(function*() {
    const url = yield* postgres.freshSchema
    for (const stores of [MemoryStores.layer, SqliteStores.layer({ filename: ":memory:" }), PostgresStores.layer({ url })]) {
      yield* Effect.gen(function*() {
        const host = new Host()
        const { send, within } = yield* serving(onWeb, host, {}, {}, stores)
        host.sessions.set("bob", { userId: "u-bob", name: `\u0000Bob\uD800 \u0007${"x".repeat(300)}` })
        const answers = yield* Effect.all(
          Array.from({ length: 12 }, () => send("/v2/agendas/1/events", { headers: bob })),
          { concurrency: "unbounded" }
        )
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        const all = yield* Effect.flatMap(Users, (users) => users.list).pipe(within)
        expect(all.map(({ hostId, name }) => [hostId, name])).toEqual([["u-bob", `Bob\uFFFD ${"x".repeat(250)}`]])
      }).pipe(Effect.scoped)
    }
  }).pipe(Effect.scoped, quietly))
