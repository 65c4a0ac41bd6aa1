import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ClientSettings, defaultClients, defaultRates, type KeyRates, type RateSettings } from "../../../src/config/ClientsConfig.js"
import { expectProblem } from "../../world/expectProblem.js"
import { agendas, type Answer, make, worldNow } from "../../world/World.js"

const settingsOf = (rates: Partial<RateSettings>, keyRates: KeyRates): ClientSettings => ({
  proxies: { ...defaultClients.proxies, networks: ["127.0.0.1"] },
  rates: { ...defaultRates, ...rates },
  keyRates
})

/** A request from a client behind a proxy on this machine. */
const from = (address: string, headers: Readonly<Record<string, string>> = {}) => ({ headers: { "x-forwarded-for": address, ...headers } })

const times = <E>(count: number, request: Effect.Effect<Answer, E>) => Effect.forEach(Array.from({ length: count }), () => request)

const statusesOf = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status)

const events = `/v2/agendas/${agendas.main}/events`

/** A world whose clock stands still until `pass` moves it. */
const limitedWorld = (rates: Partial<RateSettings> = {}, keyRates: KeyRates = new Map()) => {
  let now = worldNow
  const world = make(MemoryStores.layer, { clients: settingsOf(rates, keyRates), now: () => now })
  return Effect.map(world, (made) => ({ ...made, pass: (seconds: number) => Effect.sync(() => void (now += seconds * 1_000)) }))
}

it.live("wrong keys of an address are answered 403, then 429 until a token is there", () =>
  Effect.gen(function*() {
    const { credentials, pass, send } = yield* limitedWorld()
    const wrong = send(events, from("203.0.113.5", { key: "0123456789abcdef0123456789abcdef" }))
    expect(statusesOf(yield* times(20, wrong))).toEqual(Array.from({ length: 20 }, () => 403))
    const refused = yield* wrong
    expectProblem(refused, 429, "too-many-requests", "too many requests, try again in 3 seconds")
    expect(refused.headers).toMatchObject({
      "retry-after": "3",
      "ratelimit": `"wrongSecrets";r=0;t=3`,
      "ratelimit-policy": `"wrongSecrets";q=20;w=60`,
      "access-control-allow-origin": "*"
    })
    expect(refused.headers["x-request-id"]).toBeTruthy()
    // Another address and this machine itself are not concerned.
    expect((yield* send(events, from("203.0.113.6", credentials.ownerless))).status).toBe(200)
    expect((yield* send(events, { headers: { key: "0123456789abcdef0123456789abcdef" } })).status).toBe(403)
    yield* pass(3)
    expect((yield* wrong).status).toBe(403)
    expect((yield* wrong).status).toBe(429)
  }).pipe(Effect.scoped))

it.live("valid secrets are not counted, and one that was valid before is not refused", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* limitedWorld({ wrongSecrets: 2 })
    const right = send(events, from("203.0.113.5", credentials.ownerless))
    const wrong = send(events, from("203.0.113.5", { key: "0123456789abcdef0123456789abcdef" }))
    expect(new Set(statusesOf(yield* times(30, right)))).toEqual(new Set([200]))
    expect((yield* wrong).status).toBe(403)
    expect((yield* right).status).toBe(200)
    expect(statusesOf(yield* times(2, wrong))).toEqual([403, 429])
    expect((yield* right).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("a valid credential, another spelling or many requests at once do not help to guess more", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* limitedWorld({ wrongSecrets: 3 })
    const { key } = credentials.ownerless
    expect((yield* send(events, from("203.0.113.5", { key }))).status).toBe(200)
    const ask = (headers: Readonly<Record<string, string>>, path = events) => send(path, from("203.0.113.5", headers))
    const guesses = [
      ask({ key, "access-token": "guess-1" }),
      ask({}, `${events}?k%65y=guess-2`),
      ask({}, `${events}?key[]=guess-3`),
      ask({ key, "access-token": "guess-4" }),
      ask({}, `${events}?k%65y=guess-5`),
      ask({ authorization: "Bearer guess-6" })
    ]
    expect((yield* Effect.all(guesses)).map(({ status }) => status === 429)).toEqual([false, false, false, true, true, true])
    const token = send("/v2/requestAccessToken", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.5", key },
      body: { code: "guess-7" }
    })
    expect((yield* token).status).toBe(429)
    expect((yield* ask({ key })).status).toBe(200)
    // A page that reads no credential proves none.
    const page = yield* send("/docs", from("203.0.113.7", { key: "guess-8" }))
    expect(page.status).toBe(200)
    const many = Array.from({ length: 60 }, (_, index) => send(events, from("203.0.113.8", { key: `guess ${index}` })))
    const statuses = statusesOf(yield* Effect.all(many, { concurrency: "unbounded" }))
    // Fifteen under way, and two more before the third wrong one was counted.
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(17)
    expect(statuses).toContain(429)
  }).pipe(Effect.scoped))

it.live("a right that is missing is no wrong secret", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* limitedWorld({ wrongSecrets: 1 })
    const write = send(events, { method: "POST", headers: { "x-forwarded-for": "203.0.113.5", ...credentials.ownerless }, body: {} })
    expect(statusesOf(yield* times(3, write))).toEqual([401, 401, 401])
    expect((yield* send(events, from("203.0.113.5", credentials.ownerless))).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("wrong codes of token requests are counted, by the network of an IPv6 client", () =>
  Effect.gen(function*() {
    const { send } = yield* limitedWorld({ wrongSecrets: 3 })
    const ask = (address: string) =>
      send("/v2/requestAccessToken", {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": address },
        body: { code: "wrong" }
      })
    const inside = ["2001:db8:1:200::1", "2001:db8:1:201::1", "2001:db8:1:2ff:ffff::9", "2001:db8:1:2aa::"]
    expect(statusesOf(yield* Effect.forEach(inside, ask))).toEqual([401, 401, 401, 429])
    expect((yield* ask("2001:db8:1:300::1")).status).toBe(401)
  }).pipe(Effect.scoped))

it.live.each(
  [
    ["suggestions", `/agendas/${agendas.main}/suggest?search=a`],
    ["exports", `/agendas/${agendas.main}/events.v2.csv`],
    ["exports", `/agendas/${agendas.main}/events.ics`],
    ["exports", `/agendas/${agendas.main}/events.ics/`],
    ["invitations", "/invitation?token=none"],
    ["anonymous", `/agendas/${agendas.main}`]
  ] as const
)("%s without a credential are limited at %s", ([policy, path]) =>
  Effect.gen(function*() {
    const { send } = yield* limitedWorld({ [policy]: 2 })
    const answers = yield* times(3, send(path, from("203.0.113.5")))
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, true])
    expect(answers[2]?.headers["ratelimit-policy"]).toBe(`"${policy}";q=2;w=60`)
    expect((yield* send(path, from("203.0.113.5", { authorization: "x" }))).status).toBe(429)
    expect((yield* send(path, from("203.0.113.6"))).status).not.toBe(429)
    expect((yield* send("/health/live", from("203.0.113.5"))).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("requests with one key are limited where that is configured; cached answers and 304 cost a tenth", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* limitedWorld({ credential: 3 })
    const read = (headers: Readonly<Record<string, string>> = {}) =>
      send(events, from("203.0.113.5", { ...credentials.ownerless, ...headers }))
    const first = yield* read()
    const { etag = "" } = first.headers
    // The first two requests make the answer: 2 of 3 tokens. Then ten cost one.
    yield* read()
    const cheap = yield* times(11, read({ "if-none-match": etag }))
    expect(statusesOf(cheap)).toEqual(Array.from({ length: 11 }, (_, index) => index < 10 ? 304 : 429))
    expect((yield* read()).headers["ratelimit-policy"]).toBe(`"credential";q=3;w=60`)
    expect((yield* send(events, from("203.0.113.5", credentials.moderatorKey))).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("a limit of 0 refuses nothing", () =>
  Effect.gen(function*() {
    const { send } = yield* limitedWorld({ wrongSecrets: 0 })
    const wrong = send(events, from("203.0.113.5", { key: "0123456789abcdef0123456789abcdef" }))
    expect(new Set(statusesOf(yield* times(30, wrong)))).toEqual(new Set([403]))
  }).pipe(Effect.scoped))

it.live("a key has the limit that names it, in every spelling, and other keys have none", () =>
  Effect.gen(function*() {
    const rates = new Map<string, number>()
    const { credentials: { moderatorKey, ownerless: { key } }, pass, send } = yield* limitedWorld({}, rates)
    rates.set(key, 2)
    const ask = (path: string, headers: Readonly<Record<string, string>> = {}) => send(path, { headers })
    const spellings = [ask(`${events}?size=1`, { key }), ask(`${events}?k%65y=${key}&size=2`), ask(`${events}?key[]=${key}&size=3`)]
    const answers = yield* Effect.all(spellings)
    expect(statusesOf(answers)).toEqual([200, 200, 429])
    expect(answers[2]?.headers["ratelimit-policy"]).toBe(`"credential";q=2;w=60`)
    expect((yield* ask(`${events}?size=4`, moderatorKey)).status).toBe(200)
    yield* pass(60)
    expect((yield* ask(`${events}?size=5`, { key })).status).toBe(200)
  }).pipe(Effect.scoped))
