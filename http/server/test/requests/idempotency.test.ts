import { Keys } from "@agenda-engine/core/services/Keys"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import sharp from "sharp"
import { at } from "../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { formOf } from "../world/formOf.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer, type Call } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const locations = `/v2/agendas/${agendas.main}/locations`

const named = (name: string, path: string, call: Call = {}) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) => send(path, { ...call, headers: { ...credentials.moderatorToken, "idempotency-key": name, ...call.headers } })
  )

const create = (name: string, body: unknown = onlineBody, headers: Call["headers"] = {}) =>
  named(name, events, { method: "POST", body, headers })

const count = (path: string) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) =>
      Effect.map(send(`${path}?size=0`, { headers: credentials.ownerless }), ({ body }) => Number(at(body, "total")))
  )

const isReplay = ({ headers }: Answer): boolean => headers["idempotency-replayed"] === "true"

const expectReplay = (again: Answer, first: Answer) => {
  expect([first.headers["idempotency-replayed"], again.headers["idempotency-replayed"]]).toEqual([undefined, "true"])
  expect([again.status, again.text]).toEqual([first.status, first.text])
  const { "content-type": type, etag, location } = again.headers
  expect({ "content-type": type, etag, location }).toEqual({
    "content-type": first.headers["content-type"],
    etag: first.headers.etag,
    location: first.headers.location
  })
}

const multipart = (boundary: string, fields: { readonly [name: string]: string }, headers: Call["headers"] = {}): Call => ({
  method: "POST",
  body: [
    ...Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    `--${boundary}--\r\n`
  ].join(""),
  headers: { "content-type": `multipart/form-data; boundary=${boundary}`, ...headers }
})

const form = (fields: { readonly [name: string]: string }, headers: Call["headers"] = {}): Call => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
})

describe("Idempotency-Key", () => {
  it.layer(TestWorld.layer())((it) => {
    it.effect("replays the first response of a create byte for byte, and creates nothing", () =>
      Effect.gen(function*() {
        const first = yield* create("create")
        expect(first.status).toBe(200)
        expect(first.headers.location).toMatch(/^https:\/\/agenda\.example\/v2\/agendas\/101\/events\/\d+$/)
        const before = yield* count(events)
        expectReplay(yield* create("create"), first)
        yield* named("between", `${events}/${String(at(first.body, "event", "uid"))}`, { method: "PATCH", body: { title: { en: "x" } } })
        const again = yield* create("create", onlineBody, { "accept-encoding": "gzip", accept: "application/problem+json" })
        expect([again.status, isReplay(again), again.headers["content-encoding"]]).toEqual([200, true, "gzip"])
        expectReplay(yield* create("create"), first)
        expectReplay(yield* named("create", `${events}/`, { method: "POST", body: onlineBody }), first)
        expect(yield* count(events)).toBe(before)
        expect((yield* create("another")).text).not.toBe(first.text)
        expect(yield* count(events)).toBe(before + 1)
      }))

    it.effect("works on every route that writes, also after the created record is gone", () =>
      Effect.gen(function*() {
        const event = `${events}/${String(at((yield* create("routes")).body, "event", "uid"))}`
        const location = `${locations}/${
          String(
            at((yield* named("routes-l", locations, { method: "POST", body: locationBody })).body, "location", "uid")
          )
        }`
        const title = (text: string) => ({ ...onlineBody, title: { en: text } })
        const name = (text: string) => ({ ...locationBody, name: text })
        const calls: ReadonlyArray<readonly [path: string, call: Call]> = [
          [events, { method: "POST", body: title("1") }],
          [event, { method: "PUT", body: title("2") }],
          [event, { method: "POST", body: title("3") }],
          [event, { method: "PATCH", body: { title: { en: "4" } } }],
          [`${event}/availability`, { method: "PATCH", body: {} }],
          [`/v2/agendas/${agendas.main}/members/invite`, { method: "POST", body: { role: "contributor", emails: ["once@example.org"] } }],
          [`${events}/ext/n/1`, { method: "PUT", body: title("5") }],
          [`${events}/ext/n/1`, { method: "POST", body: title("6") }],
          [`${events}/ext/n/1`, { method: "PATCH", body: { title: { en: "7" } } }],
          [`${events}/ext/n/1`, { method: "DELETE" }],
          [event, { method: "DELETE" }],
          [locations, { method: "POST", body: name("1") }],
          [location, { method: "POST", body: name("2") }],
          [location, { method: "PATCH", body: name("3") }],
          [`${locations}/ext/n/1`, { method: "PUT", body: name("4") }],
          [`${locations}/ext/n/1`, { method: "PATCH", body: name("5") }],
          [`${locations}/ext/n/1`, { method: "DELETE" }],
          [`${locations}/ext/1`, { method: "PUT", body: name("6") }],
          [`${locations}/ext/1`, { method: "PATCH", body: name("7") }],
          [`${locations}/ext/1`, { method: "DELETE" }],
          [location, { method: "DELETE" }]
        ]
        const firsts = yield* Effect.forEach(calls, ([path, call], index) => named(`route-${index}`, path, call))
        expect(firsts.map(({ status }) => status)).toEqual(calls.map(() => 200))
        const totals = [yield* count(events), yield* count(locations)]
        const agains = yield* Effect.forEach(calls, ([path, call], index) => named(`route-${index}`, path, call))
        agains.forEach((again, index) => {
          const first = firsts[index]
          if (first !== undefined) expectReplay(again, first)
        })
        expect([yield* count(events), yield* count(locations)]).toEqual(totals)
      }))

    it.effect("is refused with another request: path, method, body, language, type or precondition", () =>
      Effect.gen(function*() {
        const first = yield* create("mismatch", onlineBody, { lang: "fr" })
        const uid = String(at(first.body, "event", "uid"))
        const before = yield* count(events)
        const send = (path: string, call: Call) => named("mismatch", path, { ...call, headers: { lang: "fr", ...call.headers } })
        for (
          const [path, call] of [
            [events, { method: "POST", body: { ...onlineBody, title: { en: "Other" } } }],
            [events, { method: "POST", body: onlineBody, headers: { lang: "en" } }],
            [events, { method: "POST", body: onlineBody, headers: { "if-match": "*" } }],
            [events, { method: "POST", body: JSON.stringify(onlineBody), headers: { "content-type": "application/ld+json" } }],
            [events, form({ data: JSON.stringify(onlineBody) })],
            [`${events}?x=1`, { method: "POST", body: onlineBody }],
            [locations, { method: "POST", body: onlineBody }],
            [`${events}/${uid}`, { method: "POST", body: onlineBody }],
            [`${events}/${uid}`, { method: "DELETE" }]
          ] as const
        ) {
          const answer = yield* send(path, call)
          expectProblem(answer, 422, "retry-mismatch", "this idempotency key was used with another request")
          expect(isReplay(answer)).toBe(false)
        }
        const elsewhere = yield* send(`/v2/agendas/${agendas.private}/events`, { method: "POST", body: onlineBody })
        expectProblem(elsewhere, 403, "forbidden", "this agenda is private")
        expect(yield* count(events)).toBe(before)
        expectReplay(yield* send(events, { method: "POST", body: onlineBody }), first)
      }))

    it.effect("identifies a form by its content, not by its boundary or token", () =>
      Effect.gen(function*() {
        const { credentials, secrets, send } = yield* TestWorld
        const data = JSON.stringify(onlineBody)
        const token = { ...credentials.moderatorToken, "idempotency-key": "form" }
        const first = yield* send(events, multipart("one", { data }, token))
        expect(first.status, first.text).toBe(200)
        expectReplay(yield* send(events, multipart("two", { data }, token)), first)
        expect((yield* send(events, multipart("two", { data: data.replace("jazz", "rock") }, token))).status).toBe(422)

        const bought = Effect.map(
          send("/v2/requestAccessToken", { method: "POST", body: { code: secrets.administrator } }),
          ({ body }) => String(at(body, "access_token"))
        )
        const headers = { "idempotency-key": "form token" }
        const tokens = [yield* bought, yield* bought]
        expect(tokens[0]).not.toBe(tokens[1])
        const made = yield* send(events, form({ data, access_token: tokens[0] ?? "" }, headers))
        expect(made.status, made.text).toBe(200)
        expectReplay(yield* send(events, form({ data, access_token: tokens[1] ?? "" }, headers)), made)
      }))

    it.effect("identifies an image by its bytes", () =>
      Effect.gen(function*() {
        const square = (background: string) =>
          Effect.promise(() => sharp({ create: { width: 40, height: 40, channels: 3, background } }).png().toBuffer())
        const send = (bytes: Uint8Array, headers: Call["headers"] = {}) => {
          const content = formOf(onlineBody, { bytes })
          return named("picture", events, { method: "POST", ...content, headers: { ...content.headers, ...headers } })
        }
        const blue = yield* square("#3366cc")
        const first = yield* send(blue)
        expect([first.status, at(first.body, "event", "image", "size")]).toEqual([200, { width: 40, height: 40 }])
        expectReplay(yield* send(blue), first)
        expectProblem(yield* send(yield* square("#cc6633")), 422, "retry-mismatch", "this idempotency key was used with another request")
      }))

    it.effect("belongs to the caller's key, whatever the token, and to no other key", () =>
      Effect.gen(function*() {
        const { credentials, secrets, send, uids, within } = yield* TestWorld
        const call = { method: "POST", body: onlineBody }
        const token = (code: string) =>
          Effect.map(
            send("/v2/requestAccessToken", { method: "POST", body: { code } }),
            ({ body }) => ({ "access-token": String(at(body, "access_token")), "idempotency-key": "own" })
          )
        const first = yield* send(events, { ...call, headers: yield* token(secrets.administrator) })
        expect(first.status).toBe(200)
        expectReplay(yield* send(events, { ...call, headers: yield* token(secrets.administrator) }), first)

        const draft = { kind: "secret", ownerUid: uids.administrator, agendaUids: null, operations: null, expiresAt: null } as const
        const second = yield* within(Effect.flatMap(Keys, (keys) => keys.create(draft)))
        const bySecond = yield* token(second.key)
        const other = yield* send(events, { ...call, headers: bySecond })
        expect([other.status, isReplay(other)]).toEqual([200, false])
        expect(at(other.body, "event", "uid")).not.toBe(at(first.body, "event", "uid"))
        expectReplay(yield* send(events, { ...call, headers: bySecond }), other)

        const byKeyAlone = yield* send(events, { ...call, headers: { key: secrets.administrator, "idempotency-key": "own" } })
        expectProblem(byKeyAlone, 401, "unauthorized", "writing needs an access token")
        expect((yield* send(events, { ...call, headers: { ...credentials.unknownToken, "idempotency-key": "own" } })).status).toBe(401)
        yield* within(Effect.flatMap(Keys, (keys) => keys.revoke(second.id)))
        expect((yield* send(events, { ...call, headers: bySecond })).status).toBe(401)
      }))

    it.effect("stores refusals of the body, and none of the caller", () =>
      Effect.gen(function*() {
        const { credentials } = yield* TestWorld
        const invalid = yield* create("invalid", { title: 7 })
        expect(invalid.status).toBe(400)
        expectReplay(yield* create("invalid", { title: 7 }), invalid)
        expect((yield* create("invalid")).status).toBe(422)

        const uid = String(at((yield* create("rows")).body, "event", "uid"))
        const unknownSlot = named("unknown slot", `${events}/${uid}/availability`, { method: "PATCH", body: { zzzzz: {} } })
        const rows = yield* unknownSlot
        expect([rows.status, at(rows.body, "applied"), at(rows.body, "written")]).toEqual([400, [], 0])
        expectReplay(yield* unknownSlot, rows)

        const missing = yield* named("missing", `${events}/1`, { method: "DELETE" })
        expect(missing.status).toBe(404)
        expectReplay(yield* named("missing", `${events}/1`, { method: "DELETE" }), missing)

        const path = `${events}/${String(at((yield* create("lost")).body, "event", "uid"))}`
        const lost = { method: "PATCH", body: { title: { en: "x" } }, headers: { "if-match": '"9.x"' } }
        const race = yield* named("lost race", path, lost)
        expect([race.status, race.headers.etag]).toEqual([412, expect.stringMatching(/^"1\./)])
        yield* named("meanwhile", path, { method: "PATCH", body: { title: { en: "y" } } })
        expectReplay(yield* named("lost race", path, lost), race)

        const place = yield* named("place", locations, { method: "POST", body: locationBody })
        const locationUid = at(place.body, "location", "uid")
        yield* create("at place", { ...onlineBody, attendanceMode: 1, locationUid })
        const used = yield* named("used", `${locations}/${String(locationUid)}`, { method: "DELETE" })
        expectProblem(used, 409, "conflict", "location in use")
        expectReplay(yield* named("used", `${locations}/${String(locationUid)}`, { method: "DELETE" }), used)

        const forbidden = { method: "PATCH", body: { title: { en: "x" } }, headers: credentials.contributorToken }
        for (const _ of [1, 2]) {
          const answer = yield* named("forbidden", path, forbidden)
          expect([answer.status, isReplay(answer)]).toEqual([403, false])
        }
        for (const _ of [1, 2]) {
          const answer = yield* named("json", events, { method: "POST", body: "{", headers: { "content-type": "application/json" } })
          expect([answer.status, isReplay(answer)]).toEqual([400, false])
          expect((yield* named("json", events, { method: "POST", body: "x", headers: { "content-type": "text/plain" } })).status).toBe(415)
        }
        expect((yield* create("json")).status).toBe(200)
      }))

    it.effect("takes 1 to 255 printable ASCII characters", () =>
      Effect.gen(function*() {
        for (const name of ["~", '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "a b", "x".repeat(255)]) {
          const first = yield* create(name)
          expect(first.status, name).toBe(200)
          expectReplay(yield* create(name), first)
        }
        const before = yield* count(events)
        for (const name of ["", "x".repeat(256), "é", "a\tb"]) {
          const answer = yield* create(name)
          expectProblem(answer, 400, "parameters", "parameters are invalid")
          expect(at(answer.body, "errors"), name).toMatchObject([{ code: "parameter.invalid", field: "idempotency-key" }])
        }
        expect(yield* count(events)).toBe(before)
      }))

    it.effect("means nothing to reads and to requests for tokens", () =>
      Effect.gen(function*() {
        const { credentials, secrets, send } = yield* TestWorld
        const headers = { ...credentials.moderatorToken, "idempotency-key": "create" }
        expect((yield* send(events, { headers })).status).toBe(200)
        const call = { method: "POST", body: { code: secrets.administrator }, headers: { "idempotency-key": "token" } }
        const [first, second] = [yield* send("/v2/requestAccessToken", call), yield* send("/v2/requestAccessToken", call)]
        expect([first.status, second.status, isReplay(second)]).toEqual([200, 200, false])
        expect(first.text).not.toBe(second.text)
      }))

    it.effect("lets one of many concurrent requests in, and tells the others to retry", () =>
      Effect.gen(function*() {
        const before = yield* count(events)
        const answers = yield* Effect.forEach(Array.from({ length: 20 }), () => create("crowd"), { concurrency: "unbounded" })
        expect(answers.filter((answer) => answer.status === 200 && !isReplay(answer))).toHaveLength(1)
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          expectProblem(answer, 409, "retry-underway", "the first request with this idempotency key is under way")
          expect(answer.headers["retry-after"]).toBe("1")
        }
        expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
        expect(yield* count(events)).toBe(before + 1)
      }))

    it.effect("is allowed to pages of any origin, which may read the replay header", () =>
      Effect.gen(function*() {
        const { send } = yield* TestWorld
        const asked = { origin: "https://page.example", "access-control-request-method": "POST" }
        const preflight = yield* send(events, { method: "OPTIONS", headers: asked })
        for (const header of ["idempotency-key", "if-match"]) {
          expect(String(preflight.headers["access-control-allow-headers"]).split(", ")).toContain(header)
        }
        const answer = yield* create("cors", onlineBody, { origin: "https://page.example" })
        for (const header of ["ETag", "Idempotency-Replayed", "Location", "Retry-After"]) {
          expect(String(answer.headers["access-control-expose-headers"]).split(", ")).toContain(header)
        }
      }))
  })
})
