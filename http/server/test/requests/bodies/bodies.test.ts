import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Call } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const boundary = "----boundary"
const part = (name: string, value: string, more = "") =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const multipart = (...parts: ReadonlyArray<string>): Call => ({
  body: `${parts.join("")}--${boundary}--\r\n`,
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` }
})
const urlencoded = (fields: Readonly<Record<string, string>>): Call => ({
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" }
})

const text = JSON.stringify(onlineBody)

layer(TestWorld.layer(), { excludeTestServices: true })("bodies", (it) => {
  const spellings: ReadonlyArray<readonly [string, Call]> = [
    ["JSON at the root", { body: onlineBody }],
    ["JSON under data", { body: { data: onlineBody } }],
    ["JSON text under data", { body: { data: text } }],
    ["JSON without content type", { body: text }],
    ["JSON with a charset", { body: text, headers: { "content-type": "Application/JSON; charset=utf-8" } }],
    ["JSON of a more exact type", { body: text, headers: { "content-type": "application/vnd.agenda+json" } }],
    ["JSON with a byte order mark", { body: Buffer.from(`\uFEFF${text}`) }],
    ["JSON in chunks", { body: Buffer.from(text), headers: { "transfer-encoding": "chunked" } }],
    ["an urlencoded form", urlencoded({ data: text })],
    ["a multipart form", multipart(part("data", text))],
    ["a multipart form with other fields", multipart(part("data", text), part("nonce", "12"))]
  ]
  for (const [label, call] of spellings) {
    it.effect(`${label} means the same`, () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const answer = yield* send(`${main}/events`, {
          ...call,
          method: "POST",
          headers: { ...call.headers, ...credentials.moderatorToken }
        })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject({ success: true, event: { title: onlineBody.title, state: 2, attendanceMode: 2 } })
        expect(at(answer.body, "warnings")).toBeUndefined()
        const uid = String(at(answer.body, "event", "uid"))
        expect(answer.headers["location"]).toBe(`https://agenda.example${main}/events/${uid}`)
        const read = yield* send(`${main}/events/${uid}`, { headers: credentials.moderatorToken })
        expect(read.body).toEqual({ success: true, event: at(answer.body, "event") })
      }))
  }

  const refused: ReadonlyArray<readonly [string, Call]> = [
    ["data that is other text", { body: { data: "concert" } }],
    ["a form without data", urlencoded({ title: "x" })],
    ["a form with malformed data", urlencoded({ data: "{" })],
    ["a multipart form without data", multipart(part("title", "x"))],
    ["a body nested too deeply", { body: `{"title":${"[".repeat(10_000)}${"]".repeat(10_000)}}` }],
    ["text", { body: '"text"' }],
    ["null", { body: "null" }]
  ]
  for (const [label, call] of refused) {
    it.effect(`${label} is json.invalid`, () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const answer = yield* send(`${main}/events`, {
          ...call,
          method: "POST",
          headers: { ...call.headers, ...credentials.moderatorToken }
        })
        expect(answer.status, answer.text).toBe(400)
        expect(at(answer.body, "errors")).toMatchObject([{ code: "json.invalid" }])
      }))
  }

  it.effect("data is unwrapped once", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const call of [{ body: { data: { data: onlineBody } } }, urlencoded({ data: JSON.stringify({ data: onlineBody }) })]) {
        const twice = yield* send(`${main}/events`, {
          ...call,
          method: "POST",
          headers: { ..."headers" in call ? call.headers : {}, ...credentials.moderatorToken }
        })
        expect(twice.status, twice.text).toBe(400)
      }
    }))

  it.effect("a file in a form is ignored with a warning when it is not an image", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { body, headers } = multipart(part("poster", "x".repeat(100_000), '; filename="a.jpg"'), part("data", text))
      const answer = yield* send(`${main}/events`, { method: "POST", body, headers: { ...headers, ...credentials.moderatorToken } })
      expect(answer.status, answer.text).toBe(200)
      expect(at(answer.body, "warnings")).toEqual([{ code: "ignored", field: "poster" }])
    }))

  it.effect("a malformed form and one that is too large are refused", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const post = ({ body, headers }: Call) =>
        send(`${main}/events`, { method: "POST", body, headers: { ...headers, ...credentials.moderatorToken } })
      expect((yield* post({ body: "nothing", headers: { "content-type": "multipart/form-data" } })).status).toBe(400)
      expect((yield* post(multipart(part("data", "x".repeat(2_200_000))))).status).toBe(413)
      expect((yield* post(multipart(part("image", "x".repeat(21_000_000), '; filename="a.jpg"'), part("data", text)))).status).toBe(413)
    }))

  it.effect("header lang sets the language of plain text", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const body = { ...onlineBody, title: "Fest", description: "Im Freien", keywords: ["jazz"] }
      const german = yield* send(`${main}/events`, { method: "POST", body, headers: { ...credentials.moderatorToken, lang: "de" } })
      expect(at(german.body, "event")).toMatchObject({ title: { de: "Fest" }, description: { de: "Im Freien" } })
      const byDefault = yield* send(`${main}/events`, { method: "POST", body, headers: credentials.moderatorToken })
      expect(at(byDefault.body, "event", "title")).toEqual({ fr: "Fest" })
    }))

  it.effect("an event may be posted back as it was read", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      const place = yield* send(`${main}/locations`, { method: "POST", body: locationBody, headers })
      expect(place.status, place.text).toBe(200)
      const locationUid = at(place.body, "location", "uid")
      expect(place.headers["location"]).toBe(`https://agenda.example${main}/locations/${String(locationUid)}`)
      const made = yield* send(`${main}/events`, { method: "POST", body: { ...eventBody, locationUid }, headers })
      expect(made.status, made.text).toBe(200)
      const path = `${main}/events/${String(at(made.body, "event", "uid"))}`
      for (const method of ["PUT", "POST", "PATCH"]) {
        const back = yield* send(path, { method, body: at(made.body, "event"), headers })
        expect(back.status, back.text).toBe(200)
        expect(at(back.body, "event")).toEqual(at(made.body, "event"))
        expect(back.headers["location"]).toBeUndefined()
      }
    }))

  it.effect("a DELETE accepts any body", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const bodies: ReadonlyArray<Call> = [
        {},
        { body: "" },
        { body: "{", headers: { "content-type": "application/json" } },
        { body: "<x/>", headers: { "content-type": "application/xml" } },
        urlencoded({ a: "b" }),
        multipart(part("a", "b"))
      ]
      for (const [index, { body, headers }] of bodies.entries()) {
        const path = `${main}/events/ext/delete/${index}`
        const made = yield* send(path, { method: "PUT", body: onlineBody, headers: credentials.moderatorToken })
        expect(made.status, made.text).toBe(200)
        expect(made.headers["location"]).toContain(`${main}/events/`)
        const gone = yield* send(path, { method: "DELETE", body, headers: { ...headers, ...credentials.moderatorToken } })
        expect(gone.status, gone.text).toBe(200)
        expect(gone.body).toMatchObject({ success: true, event: { uid: at(made.body, "event", "uid") } })
        expect((yield* send(path, { headers: credentials.moderatorToken })).status).toBe(404)
      }
      const made = yield* send(`${main}/events/ext/delete/form`, { method: "PUT", body: onlineBody, headers: credentials.moderatorToken })
      expect(made.status).toBe(200)
      const form = urlencoded({ access_token: credentials.moderatorToken["access-token"] })
      const gone = yield* send(`${main}/events/ext/delete/form`, { ...form, method: "DELETE" })
      expect(gone.status, gone.text).toBe(200)
    }))

  it.effect("external identifiers may have any characters", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      for (const value of ["a/b", "a;b", "a b", "100%", "é", "a+b", "?x=1#y", "..", ":uid", "*", "x".repeat(255), "日本語"]) {
        const path = `${main}/events/ext/any/${value === ".." ? "%2E%2E" : encodeURIComponent(value)}`
        const made = yield* send(path, { method: "PUT", body: onlineBody, headers })
        expect(made.status, `${value}: ${made.text}`).toBe(200)
        expect(at(made.body, "event", "extIds")).toEqual([{ key: "any", value }])
        const read = yield* send(path, { headers })
        expect(at(read.body, "event", "uid")).toBe(at(made.body, "event", "uid"))
      }
    }))

  const code = "code"
  it.effect("requestAccessToken reads the secret from JSON and forms, and ignores the rest", () =>
    Effect.gen(function*() {
      const { credentials, secrets, send } = yield* TestWorld
      const secret = secrets.administrator
      const calls: ReadonlyArray<Call> = [
        { body: { [code]: secret } },
        { body: { grant_type: "authorization_code", code: secret } },
        { body: { "grant-type": "authorization_code", code: secret } },
        { body: JSON.stringify({ code: secret }) },
        urlencoded({ code: secret }),
        urlencoded({ grant_type: "authorization_code", code: secret }),
        multipart(part("grant-type", "authorization_code"), part("code", secret)),
        { body: { code: secret }, headers: credentials.unknownToken },
        { body: { code: secret }, headers: credentials.unknownKey },
        { body: { code: secret }, headers: { authorization: "Bearer expired" } }
      ]
      for (const call of calls) {
        const answer = yield* send("/v2/requestAccessToken", { ...call, method: "POST" })
        expect(answer.status, answer.text).toBe(200)
        expect(Object.keys(Object(answer.body))).toEqual(["access_token", "expires_in"])
        expect(answer.body).toMatchObject({ access_token: expect.stringMatching(/^.{32}$/), expires_in: 3_600 })
        expect(answer.headers["cache-control"]).toBe("no-store")
        const token = String(at(answer.body, "access_token"))
        const used = yield* send(`/v2/agendas/${agendas.private}`, { headers: { "access-token": token } })
        expect(used.status).toBe(200)
      }
      const publicKey = yield* send("/v2/requestAccessToken", { method: "POST", body: { code: secrets.publicKey } })
      expect(publicKey.status).toBe(401)
    }))
})
