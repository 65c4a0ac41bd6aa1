import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer, type Call } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const locations = `/v2/agendas/${agendas.main}/locations`

const tagOf = (answer: Answer): string => String(answer.headers.etag)

const asModerator = (path: string, call: Call = {}) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { ...call, headers: { ...credentials.moderatorToken, ...call.headers } }))

const make = (extId: string) => asModerator(`${events}/ext/n/${extId}`, { method: "PUT", body: onlineBody })

const patch = (path: string, ifMatch: string, title = "Another") =>
  asModerator(path, { method: "PATCH", body: { title: { en: title } }, headers: { "if-match": ifMatch } })

const readTag = (path: string) => Effect.map(asModerator(path), tagOf)

describe("If-Match on an event", () => {
  it.layer(TestWorld.layer())((it) => {
    it.effect("accepts the tag that a read has from then on, compressed or not", () =>
      Effect.gen(function*() {
        const made = yield* make("tags")
        const path = `${events}/${String(at(made.body, "event", "uid"))}`
        expect(tagOf(made)).toMatch(/^"1\.[\w-]{22}"$/)
        expect(yield* readTag(path)).toBe(tagOf(made))
        const changed = yield* patch(path, tagOf(made))
        expect([changed.status, changed.body]).toMatchObject([200, { success: true, event: { title: { en: "Another" } } }])
        expect(tagOf(changed)).toMatch(/^"2\./)
        expect(yield* readTag(path)).toBe(tagOf(changed))
        const ignored = yield* asModerator(path, { method: "PATCH", body: { title: { en: "A third" }, nothing: 1 } })
        expect(at(ignored.body, "warnings")).toHaveLength(1)
        expect(yield* readTag(path)).toBe(tagOf(ignored))
        const same = yield* patch(path, tagOf(ignored), "A third")
        expect([same.status, tagOf(same)]).toEqual([200, tagOf(ignored)])
        const compressed = { "accept-encoding": "br" }
        const body = { title: { en: "A fourth" } }
        const written = yield* asModerator(path, { method: "PATCH", body, headers: { ...compressed, "if-match": tagOf(same) } })
        expect(tagOf(written)).toMatch(/^"4\.[\w-]{22}-br"$/)
        expect(tagOf(yield* asModerator(path, { headers: compressed }))).toBe(tagOf(written))
        expect((yield* patch(path, tagOf(written))).status).toBe(200)
      }))

    it.effect("accepts a change with the current version, whatever else its tag has", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const path = `${events}/${String(at((yield* make("versions")).body, "event", "uid"))}`
        const asOther = yield* send(`${path}?monolingual=en`, { headers: credentials.ownerless })
        expect(tagOf(asOther)).not.toBe(yield* readTag(path))
        expect((yield* patch(path, tagOf(asOther), "1")).status).toBe(200)
        let version = 2
        for (
          const named of [
            (tag: string) => tag,
            (tag: string) => `"x", ${tag} , "y"`,
            (tag: string) => `W/"9.a",\t${tag}`,
            (tag: string) => tag.replace(/"$/, '-gzip"'),
            () => `"${version}.whatever"`,
            () => "*",
            () => " * "
          ]
        ) {
          const ifMatch = named(yield* readTag(path))
          const answer = yield* patch(path, ifMatch, `${version}`)
          expect([ifMatch, answer.status]).toEqual([ifMatch, 200])
          version += 1
          expect(tagOf(answer).startsWith(`"${version}.`), ifMatch).toBe(true)
        }
      }))

    it.effect("refuses a change with another version, on every route, and shows the current tag", () =>
      Effect.gen(function*() {
        const uid = String(at((yield* make("races")).body, "event", "uid"))
        const path = `${events}/${uid}`
        const byExtId = `${events}/ext/n/races`
        const stale = yield* readTag(path)
        yield* patch(path, "*", "First")
        const current = yield* readTag(path)
        for (
          const [method, target] of [
            ["PUT", path],
            ["POST", path],
            ["PATCH", path],
            ["PATCH", `${path}/availability`],
            ["DELETE", path],
            ["PUT", byExtId],
            ["POST", byExtId],
            ["PATCH", byExtId],
            ["DELETE", byExtId]
          ] as const
        ) {
          for (const ifMatch of [stale, `W/${current}`, '"x"', `"1.${current.slice(3)}`, `"02x", ${stale}`]) {
            const body = method === "DELETE" ? {} : { body: target.endsWith("availability") ? {} : onlineBody }
            const answer = yield* asModerator(target, { method, ...body, headers: { "if-match": ifMatch } })
            expectProblem(answer, 412, "precondition-failed", "the event has changed")
            expect(tagOf(answer), `${method} ${ifMatch}`).toBe(current)
          }
        }
        expect(at((yield* asModerator(path)).body, "event", "title", "en")).toBe("First")
        const rows = yield* asModerator(`${path}/availability`, { method: "PATCH", body: {}, headers: { "if-match": current } })
        expect([rows.status, yield* readTag(path)]).toEqual([200, current])
        expect((yield* asModerator(byExtId, { method: "DELETE", headers: { "if-match": current } })).status).toBe(200)
        expectProblem(yield* patch(path, current), 404, "not-found", "event not found")
      }))

    it.effect("requires an existing event when a write would create one", () =>
      Effect.gen(function*() {
        for (const ifMatch of ["*", '"1.x"']) {
          for (const method of ["PUT", "POST"]) {
            const answer = yield* asModerator(`${events}/ext/n/none`, { method, body: onlineBody, headers: { "if-match": ifMatch } })
            expectProblem(answer, 412, "precondition-failed", "the event is not there")
            expect(answer.headers.etag).toBeUndefined()
          }
        }
        expect((yield* asModerator(`${events}/ext/n/none`)).status).toBe(404)
        expect((yield* asModerator(events, { method: "POST", body: onlineBody, headers: { "if-match": "*" } })).status).toBe(200)
      }))

    it.effect("is checked after authorization and before the body", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const path = `${events}/${String(at((yield* make("order")).body, "event", "uid"))}`
        const call = { method: "PATCH", body: { title: { en: "x" } } }
        const headers = { "if-match": '"9.x"' }
        expect((yield* send(path, { ...call, headers })).status).toBe(401)
        expect((yield* send(path, { ...call, headers: { ...headers, ...credentials.contributorToken } })).status).toBe(403)
        expect((yield* asModerator(path, { ...call, body: { title: 7 }, headers })).status).toBe(412)
        expect((yield* asModerator(path, { ...call, body: "{", headers: { ...headers, "content-type": "application/json" } })).status).toBe(
          400
        )
      }))

    it.effect("accepts quoted tags or the star, and refuses anything else", () =>
      Effect.gen(function*() {
        const path = `${events}/${String(at((yield* make("shape")).body, "event", "uid"))}`
        for (const ifMatch of ["1", "1.abc", '"1.abc', '"a" "b"', '*, "a"', ",", "", 'w/"a"', '"1.a", b']) {
          const answer = yield* patch(path, ifMatch)
          expectProblem(answer, 400, "parameters", "parameters are invalid")
          expect(at(answer.body, "errors")).toMatchObject([{ code: "parameter.invalid", field: "if-match", origin: ifMatch }])
        }
        const tag = yield* readTag(path)
        expect((yield* patch(path, `, ,${tag},,`)).status).toBe(200)
      }))
  })
})

describe("If-Match on a location", () => {
  it.layer(TestWorld.layer())((it) => {
    it.effect("accepts the tag of the state that is changed", () =>
      Effect.gen(function*() {
        const made = yield* asModerator(locations, { method: "POST", body: locationBody })
        const path = `${locations}/${String(at(made.body, "location", "uid"))}`
        expect(yield* readTag(path)).toBe(tagOf(made))
        const rename = (name: string, ifMatch: string, method = "PATCH") =>
          asModerator(path, { method, body: { ...locationBody, name }, headers: { "if-match": ifMatch } })
        const renamed = yield* rename("Salle", tagOf(made))
        expect(renamed.status).toBe(200)
        expect(yield* readTag(path)).toBe(tagOf(renamed))
        for (const method of ["POST", "PATCH", "DELETE"]) {
          for (const ifMatch of [tagOf(made), `W/${tagOf(renamed)}`, '"1.x"']) {
            const answer = yield* rename("Autre", ifMatch, method)
            expectProblem(answer, 412, "precondition-failed", "the location has changed")
            expect(tagOf(answer)).toBe(tagOf(renamed))
          }
        }
        const compressed = yield* asModerator(path, { headers: { "accept-encoding": "gzip" } })
        expect((yield* rename("Salle 2", tagOf(compressed))).status).toBe(200)
        const none = yield* asModerator(`${locations}/ext/n/none`, { method: "PUT", body: locationBody, headers: { "if-match": "*" } })
        expectProblem(none, 412, "precondition-failed", "the location is not there")
        expect((yield* asModerator(path, { method: "DELETE", headers: { "if-match": yield* readTag(path) } })).status).toBe(200)
      }))
  })
})
