import { describe, expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { expectProblem } from "../../world/expectProblem.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const concert = {
  ...onlineBody,
  attendanceMode: 3,
  longDescription: { fr: "**Un** concert" },
  keywords: { fr: ["jazz", "plein air"], en: ["jazz"] },
  status: 4,
  state: 2
} as const

/** An agenda with one event by a contributor, and where it is read: each way answers the same event. */
class Written extends Context.Tag("test/Written")<Written, { readonly uid: number; readonly reads: ReadonlyArray<string> }>() {
  static readonly layer = Layer.effect(
    Written,
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const place = yield* send(`${main}/locations`, { method: "POST", body: locationBody, headers: credentials.moderatorToken })
      const locationUid = Number(at(place.body, "location", "uid"))
      const made = yield* send(`${main}/events/ext/source/1`, {
        method: "PUT",
        body: { ...concert, locationUid },
        headers: credentials.moderatorToken
      })
      expect(made.status, made.text).toBe(200)
      const uid = Number(at(made.body, "event", "uid"))
      const reads = [
        `${main}/events/${uid}`,
        `${main}/events/slug/${String(at(made.body, "event", "slug"))}`,
        `${main}/events/ext/source/1`
      ]
      return { uid, reads }
    })
  )
}

const written = Written.layer.pipe(Layer.provideMerge(TestWorld.layer()))

layer(written, { excludeTestServices: true })("views of events", (it) => {
  /** The event as the list and each kind of single read show it under the same parameters, which is the same. */
  const look = (query: string) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { reads } = yield* Written
      const page = yield* send(`${main}/events?${query}`, { headers: credentials.ownerless })
      expect(page.status, page.text).toBe(200)
      expect(at(page.body, "total")).toBe(1)
      const event = at(page.body, "events", 0)
      for (const path of reads) {
        const single = yield* send(`${path}?${query}`, { headers: credentials.ownerless })
        expect(single.body, `${path}?${query}`).toEqual({ success: true, event })
      }
      return event
    })

  describe("includeFields", () => {
    it.effect("selects languages and location members, and nothing for absent ones", () =>
      Effect.gen(function*() {
        expect(yield* look("if[]=title.en&if[]=title.it&if[]=location.region&if[]=location.department&if[]=description.de")).toEqual({
          title: { en: "Summer concert" },
          description: {},
          location: { region: "Bretagne", department: "Finistère" }
        })
      }))

    it.effect("with every member equals the detailed form", () =>
      Effect.gen(function*() {
        const whole = yield* look("detailed=1")
        const names = Object.keys(Object(whole))
        expect(names).toContain("timings")
        expect(yield* look(names.map((name) => `if[]=${name}`).join("&"))).toEqual(whole)
      }))

    it.effect("refuses unknown paths, by name", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { reads } = yield* Written
        for (const path of [`${main}/events`, ...reads]) {
          const answer = yield* send(`${path}?if[]=uid&if[]=location.colour&includeFields=contributorUid`, {
            headers: credentials.ownerless
          })
          expectProblem(answer, 400, "parameters", "parameters are invalid")
          expect(at(answer.body, "errors")).toMatchObject([
            { code: "parameter.invalid", field: "if", origin: "location.colour", message: expect.stringContaining("location.colour") },
            {
              code: "parameter.invalid",
              field: "includeFields",
              origin: "contributorUid",
              message: expect.stringContaining("contributorUid")
            }
          ])
        }
      }))

    it.effect("shows the contributor to callers who may see it", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { uid } = yield* Written
        const query = "if[]=uid&if[]=member.role"
        expect(yield* look(query)).toEqual({ uid })
        for (const path of [`${main}/events/${uid}`, `${main}/events`]) {
          const { body } = yield* send(`${path}?${query}`, { headers: credentials.moderatorToken })
          expect(at(body, "event") ?? at(body, "events", 0)).toEqual({ uid, member: { role: "moderator" } })
        }
      }))

    it.effect("keeps the sort values, and the members of tombstones", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { uid } = yield* Written
        const sorted = yield* send(`${main}/events?if=slug&includeSort=1&sort=updatedAt.asc`, { headers: credentials.ownerless })
        expect(at(sorted.body, "events", 0)).toEqual({
          slug: expect.any(String),
          sort: [{ key: "updatedAt", value: "2025-06-15T15:06:40.000Z" }]
        })

        const body = { ...onlineBody, state: 2 }
        const gone = yield* send(`${main}/events`, { method: "POST", body, headers: credentials.moderatorToken })
        const goneUid = Number(at(gone.body, "event", "uid"))
        yield* send(`${main}/events/${goneUid}`, { method: "DELETE", headers: credentials.moderatorToken })
        const updatedAt = "2025-06-15T15:06:40.000Z"
        const tombstone = { uid: goneUid, removed: true, updatedAt }
        const both = yield* send(`${main}/events?removed=null&if[]=title.fr`, { headers: credentials.ownerless })
        expect(at(both.body, "events")).toEqual([{ uid, title: { fr: "Concert d'été" }, updatedAt, removed: false }, tombstone])
        const only = yield* send(`${main}/events?removed=1&if[]=title.fr`, { headers: credentials.ownerless })
        expect(at(only.body, "events")).toEqual([tombstone])
      }))
  })

  it.effect("a hidden event stays hidden with every view", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const draft = yield* send(`${main}/events`, {
        method: "POST",
        body: { ...onlineBody, state: 1 },
        headers: credentials.moderatorToken
      })
      const hidden = `${main}/events/${String(at(draft.body, "event", "uid"))}`
      const answer = yield* send(`${hidden}?if=uid&monolingual=fr&includeLabels=1`, { headers: credentials.ownerless })
      expect(answer.status).toBe(404)
      expect(answer.text).toBe((yield* send(hidden, { headers: credentials.ownerless })).text)
      yield* send(hidden, { method: "DELETE", headers: credentials.moderatorToken })
    }))
})
