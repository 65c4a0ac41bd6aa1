import { Removals } from "@agenda-engine/core/services/Removals"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { expectProblem } from "../../world/expectProblem.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type CredentialName } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const write = (who: CredentialName, method: string, path: string, body?: unknown) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) =>
      send(path, { method, headers: who === "none" ? {} : credentials[who], ...(body === undefined ? {} : { body }) })
  )

const made = (who: CredentialName, more: object = {}) =>
  Effect.map(write(who, "POST", events, { ...onlineBody, ...more }), ({ body, status }) => {
    expect(status).toBe(200)
    return `${events}/${String(at(body, "event", "uid"))}`
  })

const read = (who: Exclude<CredentialName, "none">, path: string, headers: { readonly [name: string]: string } = {}) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { headers: { ...credentials[who], ...headers } }))

const warned = (body: unknown): unknown => at(body, "warnings", 0, "field")

layer(TestWorld.layer())((it) => {
  describe("moderation (wire.md §7)", () => {
    it.effect("hides events the caller may not see and refuses forbidden changes", () =>
      Effect.gen(function*() {
        const hidden = yield* made("moderatorToken", { state: 0, extIds: [{ key: "n", value: "hidden" }] })
        const open = yield* made("moderatorToken")
        const never = yield* write("contributorToken", "PATCH", `${events}/999999`, { state: 2 })
        for (const [method, body] of [["PATCH", { state: 2 }], ["PUT", onlineBody], ["DELETE", undefined]] as const) {
          for (const who of ["contributorToken", "strangerToken"] as const) {
            const refused = yield* write(who, method, hidden, body)
            expect([refused.status, refused.text], method).toEqual([404, never.text])
            expect((yield* write(who, method, open, body)).status, method).toBe(403)
          }
        }
        // Who may make nothing learns nothing by trying to.
        const upsert = (value: string) => write("strangerToken", "PUT", `${events}/ext/n/${value}`, onlineBody)
        const [taken, free] = [yield* upsert("hidden"), yield* upsert("free")]
        expect([taken.status, taken.text]).toEqual([403, free.text])
      }))

    it.effect("records who changed a state, when and why, and shows it to privileged callers only", () =>
      Effect.gen(function*() {
        const { uids } = yield* TestWorld
        const path = yield* made("contributorToken")
        const approved = yield* write("moderatorToken", "PATCH", path, { state: 2, motive: " Vu\u0000 avec la mairie " })
        const when = expect.stringMatching(/^\d{4}-.*Z$/)
        const key = expect.any(String)
        const history = [
          { at: when, from: null, to: 0, motive: null, by: { userUid: uids.contributor, name: "contributor", deletedUser: false }, key },
          {
            at: when,
            from: 0,
            to: 2,
            motive: "Vu  avec la mairie",
            by: { userUid: uids.moderator, name: "moderator", deletedUser: false },
            key
          }
        ]
        expect(at(approved.body, "event", "stateHistory")).toEqual(history)
        expect(at(approved.body, "warnings")).toBeUndefined()
        for (const who of ["moderatorToken", "administratorToken", "moderatorSecret"] as const) {
          expect(at((yield* read(who, path)).body, "event", "stateHistory"), who).toEqual(history)
          const listed = yield* read(who, `${events}?detailed=1&uid=${path.split("/").at(-1) ?? ""}`)
          expect(at(listed.body, "events", 0, "stateHistory"), who).toEqual(history)
          expect(at(listed.body, "events", 0, "member", "name"), who).toBe("contributor")
          const picked = yield* read(who, `${path}?if[]=stateHistory.to&if[]=stateHistory.by.name`)
          expect(at(picked.body, "event")).toEqual({
            stateHistory: [{ to: 0, by: { name: "contributor" } }, { to: 2, by: { name: "moderator" } }]
          })
        }
        for (const who of ["ownerless", "agendaKey", "contributorKey", "moderatorKey", "administratorKey", "contributorToken"] as const) {
          expect(at((yield* read(who, path)).body, "event", "stateHistory"), who).toBeUndefined()
          expect((yield* read(who, `${events}?detailed=1`)).text, who).not.toContain("stateHistory")
          expect(at((yield* read(who, `${path}?if[]=uid&if[]=stateHistory`)).body, "event"), who).toEqual({ uid: expect.any(Number) })
        }
        expect((yield* read("moderatorToken", `${events}?size=300`)).text).not.toContain("stateHistory")
        expectProblem(yield* read("moderatorToken", `${path}?if=stateHistory.who`), 400, "parameters", "parameters are invalid")
      }))

    it.effect("accepts an event posted back as read, and ignores read-only members", () =>
      Effect.gen(function*() {
        const path = yield* made("moderatorToken")
        const first = yield* read("moderatorToken", path)
        const back = yield* write("moderatorToken", "PUT", path, at(first.body, "event"))
        expect(back.status).toBe(200)
        expect(at(back.body, "warnings")).toEqual(
          expect.arrayContaining([expect.objectContaining({ code: "ignored", field: "stateHistory" })])
        )
        expect(at(back.body, "event")).toEqual(at(first.body, "event"))
        const idle = yield* write("moderatorToken", "PATCH", path, { state: 2, motive: "Pour rien" })
        expect([idle.status, warned(idle.body)]).toEqual([200, "motive"])
        expect(at(idle.body, "event", "stateHistory")).toHaveLength(1)
        expectProblem(
          yield* write("moderatorToken", "PATCH", path, { state: 0, motive: "x".repeat(2_001) }),
          400,
          "validation",
          "data is invalid"
        )
        expectProblem(yield* write("moderatorToken", "PATCH", path, { state: 0, motive: 5 }), 400, "validation", "data is invalid")
      }))

    it.effect("computes conditional reads again when the history changes", () =>
      Effect.gen(function*() {
        const path = yield* made("moderatorToken", { state: 0 })
        const again = (tag: string | undefined) => read("moderatorToken", path, { "if-none-match": String(tag) })
        const first = yield* read("moderatorToken", path)
        expect((yield* again(first.headers.etag)).status).toBe(304)
        expect((yield* again(first.headers.etag)).status).toBe(304)
        yield* write("administratorToken", "PATCH", path, { state: 1, motive: "Prêt" })
        const second = yield* again(first.headers.etag)
        expect([second.status, at(second.body, "event", "stateHistory", 1, "motive")]).toEqual([200, "Prêt"])
      }))
  })
})

layer(TestWorld.layer())((it) => {
  describe("an agenda that is deleted", () => {
    it.effect("is not found by any later request, conditional or not", () =>
      Effect.gen(function*() {
        const { within } = yield* TestWorld
        const path = yield* made("moderatorToken")
        const paths = [path, events, `/v2/agendas/${agendas.main}`]
        const tags: Array<string> = []
        for (const each of paths) {
          const first = yield* read("ownerless", each)
          tags.push(String(first.headers.etag))
          expect((yield* read("ownerless", each, { "if-none-match": tags.at(-1) ?? "" })).status).toBe(304)
        }
        yield* within(Effect.orDie(Effect.flatMap(Removals, (removals) => removals.agenda(agendas.main))))
        for (const [index, each] of paths.entries()) {
          expectProblem(yield* read("ownerless", each, { "if-none-match": tags[index] ?? "" }), 404, "not-found", "agenda not found")
          expectProblem(yield* read("administratorToken", each), 404, "not-found", "agenda not found")
        }
        expectProblem(yield* write("moderatorToken", "POST", events, onlineBody), 404, "not-found", "agenda not found")
        expectProblem(yield* read("agendaKey", events), 403, "forbidden", "could not find user or agenda matching key")
        expect((yield* read("ownerless", "/v2/events")).body).toMatchObject({ total: 0, events: [] })
        expect((yield* read("ownerless", "/v2/agendas")).text).not.toContain("Town agenda")
      }))
  })
})
