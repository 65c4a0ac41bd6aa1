import * as engineMetrics from "@agenda-engine/core/domain/engineMetrics"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { defaultClients, defaultRates } from "../../src/config/ClientsConfig.js"
import { agendas, type Answer, make } from "../world/World.js"

const token = { authorization: "Bearer metrics-token" }

/** A world whose metrics may be read with a token, or by a client of the network `10.0.0.0/8`. */
const measured = make(MemoryStores.layer, {
  clients: {
    ...defaultClients,
    proxies: { ...defaultClients.proxies, networks: ["127.0.0.1"] },
    rates: { ...defaultRates, wrongSecrets: 1 }
  },
  metrics: { token: Redacted.make("metrics-token"), networks: ["10.0.0.0/8"] }
})

/** The samples of a page of metrics (Prometheus text format 0.0.4), by name and labels. Fails on any other line. */
const samplesOf = ({ text }: Answer): ReadonlyMap<string, number> => {
  const samples = new Map<string, number>()
  for (const line of text.trimEnd().split("\n")) {
    if (/^# (?:HELP|TYPE) [a-zA-Z_:][\w:]* \S/.test(line) || line === "") continue
    const [, name = "", value = ""] = /^([a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)*\})?) (\S+)$/.exec(line) ?? []
    expect(Number.isNaN(Number(value)) && !/^(?:NaN|[+-]Inf)$/i.test(value) || name === "", line).toBe(false)
    samples.set(name, Number(value))
  }
  return samples
}

const countOf = (samples: ReadonlyMap<string, number>, labels: { readonly [label: string]: string | number }) =>
  [...samples].filter(([name]) =>
    name.startsWith("http_server_request_duration_seconds_count{") &&
    Object.entries(labels).every(([label, value]) => name.includes(`${label}="${value}"`))
  ).reduce((sum, [, value]) => sum + value, 0)

const events = `/v2/agendas/${agendas.main}/events`

describe("/metrics", () => {
  it.live("counts requests by method, route and status, and cached ones apart", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* measured
      const read = send(`${events}?search=canary-word`, { headers: credentials.ownerless })
      yield* Effect.all([read, read, read, read])
      yield* send(`${events}/1`, { headers: credentials.ownerless })
      yield* send("/nowhere/canary-path", {})
      yield* send(events, { method: "REPORT" })
      const answer = yield* send("/metrics", { headers: token })
      expect(answer.headers).toMatchObject({
        "content-type": expect.stringMatching(/^text\/plain; version=0\.0\.4/),
        "cache-control": "no-store"
      })
      const samples = samplesOf(answer)
      const route = "/v2/agendas/:agendaUid/events"
      const listed = { http_request_method: "GET", http_route: route, http_response_status_code: 200 }
      expect(countOf(samples, listed)).toBe(4)
      expect(countOf(samples, { ...listed, cached: 1 })).toBeGreaterThan(0)
      expect(countOf(samples, { http_route: `${route}/:eventUid`, http_response_status_code: 404 })).toBe(1)
      expect(countOf(samples, { http_route: "", http_response_status_code: 404 })).toBe(1)
      expect(countOf(samples, { http_request_method: "_OTHER" })).toBe(1)
      expect(
        samples.get(
          `http_server_request_duration_seconds_bucket{le="+Inf",http_request_method="GET",http_route="${route}",http_response_status_code="200",cached="0"}`
        )
      )
        .toBe(countOf(samples, { ...listed, cached: 0 }))
      for (
        const name of [
          "agenda_connections",
          "agenda_requests_waiting",
          "agenda_webhooks_disabled",
          "agenda_changes_parked",
          "nodejs_eventloop_lag_seconds",
          "process_resident_memory_bytes"
        ]
      ) {
        expect(samples.get(name), name).toBeGreaterThanOrEqual(0)
      }
      // No label has a query, a path that has no route, a key or an address.
      for (const secret of ["canary", credentials.ownerless.key, "127.0.0.1"]) expect(answer.text).not.toContain(secret)
    }).pipe(Effect.scoped))

  it.live("name the route of a path without /v2, where the settings allow it", () =>
    Effect.gen(function*() {
      const routesOf = (unprefixed: boolean) =>
        Effect.scoped(Effect.gen(function*() {
          const metrics = { token: Redacted.make("metrics-token"), networks: [] }
          const { credentials, send } = yield* make(MemoryStores.layer, { metrics, settings: { unprefixed } })
          yield* send(events.slice("/v2".length), { headers: credentials.ownerless })
          const samples = samplesOf(yield* send("/metrics", { headers: token }))
          return ["/v2/agendas/:agendaUid/events", ""].map((route) => countOf(samples, { http_route: route }))
        }))
      expect(yield* routesOf(true)).toEqual([1, 0])
      expect(yield* routesOf(false)).toEqual([0, 1])
    }))

  it.live("counts requests beyond a rate limit", () =>
    Effect.gen(function*() {
      const { send } = yield* measured
      const wrong = send(events, { headers: { "x-forwarded-for": "203.0.113.5", "key": "wrong" } })
      yield* Effect.all([wrong, wrong, wrong])
      expect(samplesOf(yield* send("/metrics", { headers: token })).get(`agenda_rate_limited_total{policy="wrongSecrets"}`)).toBe(2)
    }).pipe(Effect.scoped))

  it.live("are for the token and the networks of the settings; others get 403 and the reason", () =>
    Effect.gen(function*() {
      const { send } = yield* measured
      const inside = yield* send("/metrics", { headers: { "x-forwarded-for": "10.1.2.3" } })
      expect(inside.status).toBe(200)
      for (
        const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "metrics-token" }, {
          "x-forwarded-for": "203.0.113.5, 10.1.2.3, 203.0.113.5"
        }]
      ) {
        const refused = yield* send("/metrics", { headers })
        expect(refused.status).toBe(403)
        expect(refused.text).toContain("AGENDA_METRICS_TOKEN")
      }
    }).pipe(Effect.scoped))

  it.live("are unknown without the setting", () =>
    Effect.gen(function*() {
      const { send } = yield* make(MemoryStores.layer)
      expect((yield* send("/metrics", { headers: token })).status).toBe(404)
    }).pipe(Effect.scoped))
})

it.live("guesses of the token of the metrics are limited as wrong keys are", () =>
  Effect.gen(function*() {
    const { send } = yield* measured
    const ask = (authorization: string) => send("/metrics", { headers: { "x-forwarded-for": "203.0.113.5", authorization } })
    expect((yield* ask(token.authorization)).status).toBe(200)
    expect([(yield* ask("Bearer guess-1")).status, (yield* ask("Bearer guess-2")).status]).toEqual([403, 429])
  }).pipe(Effect.scoped))

it.scopedLive("the statements of a database are counted, for the metrics of a host, too", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* make(SqliteStores.layer({ filename: ":memory:" }), {
      metrics: { token: Redacted.make("metrics-token"), networks: [] }
    })
    const read = Effect.map(
      send("/metrics", { headers: token }),
      (answer) => samplesOf(answer).get("agenda_statements_total") ?? Number.NaN
    )
    const [before, counted] = [yield* read, engineMetrics.countOf(engineMetrics.engineCounters.statements)]
    expect((yield* send(`${events}?search=jazz`, { headers: credentials.ownerless })).status).toBe(200)
    expect(yield* read).toBeGreaterThan(before)
    expect(engineMetrics.countOf(engineMetrics.engineCounters.statements)).toBeGreaterThan(counted)
  }))
