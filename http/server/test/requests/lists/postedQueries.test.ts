import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

layer(TestWorld.layer(), { excludeTestServices: true })("a query posted to the list of events", (it) => {
  const written = Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    for (const [name, state] of [["one", 2], ["two", 2], ["draft", 1]] as const) {
      const answer = yield* send(`${events}/ext/name/${name}`, {
        method: "PUT",
        body: { ...onlineBody, title: { en: `Posted ${name}` }, state },
        headers: credentials.moderatorToken
      })
      expect(answer.status, answer.text).toBe(200)
    }
  })

  const post = (body: unknown, headers: { readonly [name: string]: string } = {}, query = "") =>
    Effect.flatMap(TestWorld, ({ send }) => send(`${events}${query}`, { method: "POST", body, headers }))

  it.effect("is answered as the list with these parameters", () =>
    Effect.gen(function*() {
      yield* written
      const { credentials, send } = yield* TestWorld
      const query = { sort: "createdAt.asc", size: 1, aggregations: ["states"], state: [2, 1] }
      const url = "?sort=createdAt.asc&size=1&aggregations[]=states&state[]=2&state[]=1"
      for (const headers of [credentials.moderatorToken, credentials.moderatorKey, credentials.strangerKey, credentials.agendaKey, {}]) {
        const listed = yield* send(`${events}${url}`, { headers })
        const posted = yield* post(query, headers)
        expect([posted.status, posted.body]).toEqual([listed.status, listed.body])
        expect(posted.headers["etag"]).toBeUndefined()
      }
      const first = yield* post({ sort: "createdAt.asc", size: 1, state: 2 }, credentials.moderatorKey, "?size=2")
      expect(at(first.body, "events", 0, "title", "en")).toBe("Posted one")
      const next = yield* post({ sort: "createdAt.asc", size: 1, after: at(first.body, "after") }, credentials.moderatorKey)
      expect(at(next.body, "events", 0, "title", "en")).toBe("Posted two")
    }))

  it.effect("names every invalid parameter", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const answer = yield* post({ size: 301, relative: "soon" }, credentials.moderatorToken)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain("size")
      expect(answer.text).toContain("relative")
    }))

  it.effect("needs no right to write, and a new event does", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      for (const headers of [credentials.agendaKey, credentials.strangerToken, credentials.strangerKey]) {
        expect((yield* post({ size: 1 }, headers)).status).toBe(200)
      }
      expect((yield* post({ ...onlineBody, title: { en: "Refused" } }, credentials.strangerToken)).status).toBe(403)
      expect((yield* post({ ...onlineBody, title: { en: "Refused" } })).status).toBe(401)
      expect((yield* post({}, credentials.strangerToken)).status).toBe(403)
      expect((yield* post({ search: "x".repeat(60_000) }, credentials.strangerToken)).status).toBe(200)
      expect((yield* post({ search: "x".repeat(65_536) }, credentials.strangerToken)).status).toBe(403)
      expect((yield* post({ size: 1 })).status).toBe(401)
      expect((yield* post({ size: 1 }, credentials.unknownKey)).status).toBe(403)
    }))

  it.effect("is bounded for writers, whose events may be larger", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const uid = Array.from({ length: 200_000 }, (_, index) => index)
      const answer = yield* post({ uid }, credentials.moderatorToken)
      expect(answer.status).toBe(413)
      expect(answer.text).toContain("65536")
    }))

  it.effect("leaves a body with a member of an event to be a new event", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const incomplete = yield* post({ description: { en: "No title" }, state: 2 }, credentials.moderatorToken)
      expect(incomplete.status).toBe(400)
      expect(incomplete.text).toContain("title")
      const whole = yield* post({ ...onlineBody, title: { en: "Posted whole" } }, credentials.moderatorToken)
      expect(at(whole.body, "event", "title", "en")).toBe("Posted whole")
    }))
})
