import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import * as Http from "node:http"
import { onlineBody } from "../../../test/world/bodies.js"
import { ancestry, makeRecordingTracer, rootsOf } from "../../../test/world/RecordingTracer.js"
import * as NodeServer from "../../src/node/NodeServer.js"
import { refuseBusy } from "../../src/node/Server.js"
import { agendas, type Call, make, sender } from "../world/World.js"

const stores = SqliteStores.layer({ filename: ":memory:", migrate: true })
const events = `/v2/agendas/${agendas.main}/events`
const eventsRoute = "/v2/agendas/:agendaUid/events"
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

/** A served world whose spans are recorded, built within a span of its own. */
const tracedWorld = Effect.gen(function*() {
  const { take, tracer } = yield* makeRecordingTracer
  const world = yield* make(stores, { settings: { unprefixed: true } }).pipe(Effect.withSpan("boot"), Effect.withTracer(tracer))
  const trace = (path: string, call: Call = {}) =>
    Effect.gen(function*() {
      take()
      const { status } = yield* world.send(path, call)
      // A span ends after its response has been sent.
      yield* Effect.sleep("50 millis")
      const spans = take()
      const roots = rootsOf(spans)
      expect(roots.map(({ name }) => name), path).toHaveLength(1)
      expect(spans.filter((span) => ancestry(span).includes("boot")).map(({ attributes, name }) => [name, attributes])).toEqual([])
      expect(spans.filter(({ status }) => status._tag !== "Ended").map(({ name }) => name)).toEqual([])
      expect(roots[0]?.attributes.get("http.response.status_code")).toBe(status)
      return { status, spans, root: roots[0] }
    })
  return { ...world, trace }
})

it.scopedLive("a request is one trace, from the span of the server to the statements", () =>
  Effect.gen(function*() {
    const { credentials: { moderatorKey, moderatorToken }, send, trace } = yield* tracedWorld
    for (const round of ["uncached", "recorded", "cached", "cached again"]) {
      const { root, spans, status } = yield* trace(`${events}?size=1`, { headers: moderatorKey })
      expect(status).toBe(200)
      expect(root?.name, round).toBe(`GET ${eventsRoute}`)
      expect(root?.kind).toBe("server")
      expect(Object.fromEntries(root?.attributes ?? [])).toEqual({
        "http.request.method": "GET",
        "http.route": eventsRoute,
        "http.response.status_code": 200,
        "url.path": events,
        "url.scheme": "https",
        "server.address": "agenda.example"
      })
      expect(spans.filter(({ name }) => name === "sql.execute").length, round).toBeGreaterThan(0)
    }
    const written = yield* trace(events, { method: "POST", headers: moderatorToken, body: onlineBody })
    expect(written.root?.name).toBe(`POST ${eventsRoute}`)
    expect(written.spans.map(({ name }) => name)).toContain("Events.create")
    for (let i = 0; i < 200; i++) yield* send(events, { method: "POST", headers: moderatorToken, body: onlineBody })
    const streamed = yield* trace(`/agendas/${agendas.main}/events.v2.csv`, { headers: moderatorKey })
    expect(streamed.status).toBe(200)
    expect(streamed.root?.name).toBe("GET /agendas/:agenda/events.v2.csv")
    const endOf = (span: Tracer.Span | undefined) => span?.status._tag === "Ended" ? span.status.endTime : 0n
    const root = streamed.root
    expect(streamed.spans.filter((span) => endOf(span) > endOf(root)).map(({ name }) => name)).toEqual([])
    expect(streamed.spans.filter(({ name }) => name === "PublishedEvents.page")).toHaveLength(3)
  }))

it.scopedLive("spans are named by the declared route, never by the path", () =>
  Effect.gen(function*() {
    const { credentials: { moderatorKey: headers }, trace } = yield* tracedWorld
    const cases: ReadonlyArray<readonly [method: string, path: string, status: number, name: string]> = [
      ["GET", "/health/ready", 200, "GET /health/ready"],
      ["HEAD", events, 200, `HEAD ${eventsRoute}`],
      ["OPTIONS", events, 204, `OPTIONS ${eventsRoute}`],
      ["DELETE", "/docs", 405, "DELETE /docs"],
      ["PROPFIND", "/docs", 405, "HTTP /docs"],
      ["GET", `/agendas/${agendas.main}/events`, 200, `GET ${eventsRoute}`],
      ["GET", `${events}/404`, 404, `GET ${eventsRoute}/:eventUid`],
      ["GET", "/nowhere", 404, "GET"],
      ["GET", "/v%32/agendas", 404, "GET"],
      ["GET", "/%ff", 400, "GET"],
      ["GET", `/docs?${"a".repeat(40_000)}`, 414, "GET"]
    ]
    for (const [method, path, status, name] of cases) {
      const { root, ...traced } = yield* trace(path, { method, headers })
      expect(traced.status, path).toBe(status)
      expect(root?.name, path).toBe(name)
      const [, route] = name.split(" ")
      expect(root?.attributes.get("http.route"), path).toBe(route)
    }
  }))

it.scopedLive("the parent of the span is that of a valid traceparent", () =>
  Effect.gen(function*() {
    const { trace } = yield* tracedWorld
    const parentOf = (traceparent: string) =>
      Effect.map(trace("/health/live", { headers: { traceparent } }), ({ root }) => Option.getOrNull(root?.parent ?? Option.none()))
    expect(yield* parentOf(`00-${traceId}-${spanId}-01`)).toMatchObject({ traceId, spanId, sampled: true })
    expect(yield* parentOf(`00-${traceId}-${spanId}-00`)).toMatchObject({ traceId, spanId, sampled: false })
    expect(yield* parentOf(`01-${traceId}-${spanId}-01-later`)).toMatchObject({ traceId, spanId, sampled: true })
    const malformed = [
      "",
      "00",
      `00-${traceId}-${spanId}`,
      `00-${traceId}-${spanId}-zz`,
      `00-${traceId}-${spanId}-01-later`,
      `00-${traceId}-${spanId}-012`,
      `01-${traceId}-${spanId}-012`,
      `ff-${traceId}-${spanId}-01`,
      `00-${traceId.toUpperCase()}-${spanId}-01`,
      `00-${"0".repeat(32)}-${spanId}-01`,
      `00-${traceId}-${"0".repeat(16)}-01`,
      `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`
    ]
    for (const traceparent of malformed) expect(yield* parentOf(traceparent), traceparent).toBeNull()
  }))

it.scopedLive("a request that the server refuses has a span without a route", () =>
  Effect.gen(function*() {
    const { take, tracer } = yield* makeRecordingTracer
    const refuse = yield* Effect.withTracer(refuseBusy, tracer)
    const server = Http.createServer(refuse)
    const port = yield* Effect.acquireRelease(NodeServer.listen(server, "127.0.0.1", 0), () => Effect.sync(() => server.close()))
    const { status } = yield* sender(port)(`${events}?key=secret`)
    expect(status).toBe(503)
    yield* Effect.sleep("20 millis")
    const [root, ...others] = take()
    expect(others).toEqual([])
    expect(root?.name).toBe("GET")
    expect(Object.fromEntries(root?.attributes ?? [])).toMatchObject({
      "error.type": "503",
      "http.response.status_code": 503,
      "url.path": events
    })
    expect(root?.status).toMatchObject({ _tag: "Ended", exit: { _tag: "Failure" } })
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))))

it.scopedLive("no attribute contains a credential", () =>
  Effect.gen(function*() {
    const { credentials: { moderatorKey, moderatorToken }, secrets, trace } = yield* tracedWorld
    const secret = secrets.administrator
    const token = moderatorToken["access-token"]
    const traces = [
      yield* trace(`${events}?key=${moderatorKey.key}`),
      yield* trace(`/${secret}/events`, { headers: moderatorToken }),
      yield* trace(`/v2/agendas/${secret}?access-token=${token}`),
      yield* trace("/v2/requestAccessToken", { method: "POST", body: { code: secret } }),
      yield* trace(`/docs/${secret}?${"a".repeat(40_000)}`),
      yield* trace(`http://${secret}:${secret}@host.example/v2/agendas?key=${moderatorKey.key}`)
    ]
    const attributes = traces.flatMap(({ spans }) => spans.flatMap(({ attributes, name }) => [name, ...attributes.values()]))
    const shown = attributes.map(String).filter((text) => [secret, token, moderatorKey.key].some((hidden) => text.includes(hidden)))
    expect(shown).toEqual([])
  }))
