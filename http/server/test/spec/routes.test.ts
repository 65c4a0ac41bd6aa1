import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Keys } from "@agenda-engine/core/services/Keys"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expectProblem } from "../world/expectProblem.js"
import { agendas, type Answer, type Call } from "../world/World.js"
import { SpecWorld } from "./SpecWorld.js"

const main = `/v2/agendas/${agendas.main}`

/** Every route that reads (wire.md §1), with parameters to it. */
const reads: ReadonlyArray<readonly [path: string, queryString: string]> = [
  ["/v2/agendas", "search=agenda&size=1"],
  [main, "detailed=1"],
  ["/v2/agendas/slug/town-agenda", "detailed=1"],
  [`${main}/events`, "adminLevel4[]=Quimper&relative[]=current&relative[]=upcoming&detailed=1&aggs[]=cities"],
  [`${main}/events/slug/july`, "longDescriptionFormat=HTML&includeLabels=1"],
  [`${main}/events/ext/spec/july`, "monolingual=fr"],
  [`${main}/events/ext/other/A%2F1%20%C3%A9%3Bb`, "if[]=uid&if[]=location.city"],
  ["/v2/events", "relative[]=current&relative[]=upcoming"],
  [`${main}/locations`, "sort=name.asc&size=3"],
  [`${main}/locations/ext/17`, ""],
  [`${main}/locations/ext/erp/A%2F1%20%C3%A9`, ""],
  [`${main}/members`, "limit=2"],
  ["/v2/me/agendas", "limit=2"]
]

const joined = (path: string, ...queries: ReadonlyArray<string>): string => {
  const said = queries.filter((query) => query !== "")
  return said.length === 0 ? path : `${path}?${said.join("&")}`
}

const send = (path: string, call: Call = {}) => Effect.flatMap(SpecWorld, ({ world }) => world.send(path, call))

/** The part of a response that does not depend on the time. */
const lasting = ({ headers, status, text }: Answer) => ({ status, text, headers: { ...headers, date: "", "content-length": "" } })

layer(SpecWorld.layer(MemoryStores.layer), { excludeTestServices: true })("every route that reads", (it) => {
  for (const [path, queryString] of reads) {
    describe(joined(path, queryString), () => {
      it.effect("accepts a credential in every allowed position (wire.md §3)", () =>
        Effect.gen(function*() {
          const { credentials } = (yield* SpecWorld).world
          const { key } = credentials.moderatorKey
          const token = credentials.moderatorToken["access-token"]
          const asked = joined(path, queryString)
          type Way = readonly [path: string, headers: { readonly [name: string]: string }]
          const asKey: { readonly [way: string]: Way } = {
            "a header": [asked, { key }],
            "a header in capitals": [asked, { KEY: key }],
            "the query string": [joined(path, queryString, `key=${key}`), {}],
            "before other parameters": [joined(path, `key=${key}`, queryString), {}],
            "beside a nonce": [asked, { key, nonce: "12" }]
          }
          const asPrivileged: { readonly [way: string]: Way } = {
            "an access token": [asked, { "access-token": token }],
            "a bearer": [asked, { authorization: `Bearer ${token}` }],
            "a bearer in small letters": [asked, { authorization: `bearer ${token}` }],
            "a secret key": [asked, credentials.moderatorSecret],
            "a secret key in the query string": [joined(path, queryString, `key=${credentials.moderatorSecret.key}`), {}],
            "a token beside the key of another": [asked, { "access-token": token, ...credentials.strangerKey }],
            "a token beside an unknown key": [joined(path, queryString, "key=nonsense"), { "access-token": token }]
          }
          for (const ways of [asKey, asPrivileged]) {
            const texts = new Set<string>()
            for (const [way, [asked, headers]] of Object.entries(ways)) {
              const answer = yield* send(asked, { headers })
              expect(answer.status, `${way}: ${answer.text}`).toBe(200)
              texts.add(answer.text)
            }
            expect(texts.size).toBe(1)
          }
        }))

      it.effect("refuses anonymous callers (wire.md §3)", () =>
        Effect.gen(function*() {
          const { credentials } = (yield* SpecWorld).world
          const asked = joined(path, queryString)
          expectProblem(yield* send(asked), 401, "unauthorized", "a key or an access token is needed")
          const unknown = yield* send(asked, { headers: { ...credentials.unknownToken, ...credentials.moderatorKey } })
          expect(unknown.status, unknown.text).toBe(401)
          for (
            const one of [yield* send(asked, { headers: credentials.unknownKey }), yield* send(joined(path, queryString, "key=nonsense"))]
          ) {
            expectProblem(one, 403, "forbidden", "could not find user or agenda matching key")
          }
        }))

      it.effect("accepts a trailing slash, HEAD and OPTIONS (wire.md §1)", () =>
        Effect.gen(function*() {
          const { credentials } = (yield* SpecWorld).world
          const headers = { ...credentials.moderatorKey, "x-request-id": "r" }
          const get = yield* send(joined(path, queryString), { headers })
          expect(lasting(yield* send(joined(`${path}/`, queryString), { headers }))).toEqual(lasting(get))
          const head = yield* send(joined(`${path}/`, queryString), { headers, method: "HEAD" })
          expect(lasting(head)).toEqual({ ...lasting(get), text: "" })
          const options = yield* send(joined(path, queryString), { method: "OPTIONS", headers: { origin: "https://page.example" } })
          expect([options.status, options.text]).toEqual([204, ""])
          expect(options.headers).toMatchObject({
            "access-control-allow-origin": "*",
            "access-control-allow-methods": expect.stringMatching(/GET.*HEAD.*OPTIONS/),
            "access-control-allow-headers": expect.stringMatching(/access-token.*authorization.*key/)
          })
        }))

      it.effect("returns JSON that no cache stores (wire.md §1)", () =>
        Effect.gen(function*() {
          const { credentials } = (yield* SpecWorld).world
          const { headers } = yield* send(joined(path, queryString), { headers: credentials.moderatorKey })
          expect(headers).toMatchObject({
            "content-type": expect.stringMatching(/^application\/json/),
            "cache-control": "private, no-cache",
            "vary": `key, access-token, authorization, accept-encoding${path === `${main}/events` ? ", accept" : ""}`,
            "access-control-allow-origin": "*"
          })
        }))
    })
  }

  it.effect("accepts 400 uids in a list, and refuses a longer line (wire.md §2)", () =>
    Effect.gen(function*() {
      const { credentials } = (yield* SpecWorld).world
      const ask = (count: number) =>
        send(`${main}/events?${Array.from({ length: count }, (_, index) => `uid[]=${900_000_000 + index}`).join("&")}`, {
          headers: credentials.ownerless
        })
      expect((yield* ask(400)).body).toMatchObject({ total: 0, events: [] })
      expect((yield* ask(1_900)).status).toBe(200)
      expectProblem(yield* ask(2_100), 414, "uri-too-long", "a request line holds at most 32768 bytes")
    }))

  it.effect("accepts an agenda key for its own agenda only (wire.md §3)", () =>
    Effect.gen(function*() {
      const { events, world } = yield* SpecWorld
      const made = yield* world.within(
        Effect.flatMap(
          Keys,
          (keys) => keys.create({ kind: "agenda", ownerUid: null, agendaUids: [agendas.private], operations: null, expiresAt: null })
        )
      )
      const headers = { key: made.key }
      const hidden = `/v2/agendas/${agendas.private}`
      expect((yield* send(hidden, { headers })).body).toMatchObject({ uid: agendas.private, private: true })
      expect((yield* send(`${hidden}/events`, { headers })).body).toMatchObject({ total: 1, events: [{ uid: events.get("hidden") }] })
      expect((yield* send(`${hidden}/events/slug/hidden?key=${made.key}`)).status).toBe(200)
      for (const path of [main, `${main}/events`, `${main}/locations`]) expect((yield* send(path, { headers })).status).toBe(403)
    }))

  it.effect("answers 404 for unknown resources (wire.md §3, §4)", () =>
    Effect.gen(function*() {
      const { credentials } = (yield* SpecWorld).world
      const missing: ReadonlyArray<readonly [path: string, message: string]> = [
        ["/v2/agendas/9999/events", "agenda not found"],
        ["/v2/agendas/town/events", "agenda not found"],
        [`${main}/events/1`, "event not found"],
        [`${main}/events/slug/nonsense`, "event not found"],
        [`${main}/events/slug/ready`, "event not found"],
        [`${main}/events/slug/match`, "event not found"],
        [`${main}/events/ext/spec/gone`, "event not found"],
        [`${main}/events/ext/spec/withdrawn`, "event not found"],
        [`${main}/events/ext/nonsense/july`, "event not found"],
        [`${main}/locations/1`, "location not found"],
        [`${main}/locations/ext/18`, "location not found"]
      ]
      for (const [path, message] of missing) {
        expectProblem(yield* send(path, { headers: credentials.ownerless }), 404, "not-found", message)
      }
      expect((yield* send(`${main}/events/slug/ready`, { headers: credentials.moderatorKey })).status).toBe(200)
    }))
})
