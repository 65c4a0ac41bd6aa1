import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Engine from "@agenda-engine/core/Engine"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import * as Pages from "@agenda-engine/pages/Pages"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { IdentityProvider, IdentityUnavailable } from "../src/identity/IdentityProvider.js"
import * as WebHandler from "../src/WebHandler.js"
import { makeRecordingTracer, rootsOf } from "./world/RecordingTracer.js"
import { testImages } from "./world/testImages.js"

const stores = SqliteStores.layer({ filename: ":memory:", migrate: true })
const engine = Engine.layer.pipe(
  Layer.provide([stores, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
)

/** Answers for a host that fails for some cookies. */
const identify = (request: Request) => {
  const cookie = request.headers.get("cookie")
  if (cookie === "malformed") return Effect.succeed({ userId: "" })
  return cookie === "away" ? Effect.fail(new IdentityUnavailable({ cause: null })) : Effect.succeed(null)
}

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

it.live("a request to a mounted handler is one trace", () =>
  Effect.gen(function*() {
    const { take, tracer } = yield* makeRecordingTracer
    const traced = Layer.scopedDiscard(Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 1, title: "Hosted", slug: "hosted" })))
      .pipe(
        Layer.provideMerge(Layer.merge(engine, Pages.layer)),
        Layer.provideMerge(Layer.succeed(IdentityProvider, { identify, headers: ["cookie"], engineCredentials: true })),
        Layer.provideMerge(Layer.mergeAll(Layer.setTracer(tracer), Logger.remove(Logger.defaultLogger))),
        Layer.orDie
      )
    const { dispose, handler, ready } = WebHandler.make(traced, { basePath: "/calendar", accessLog: false })
    yield* Effect.promise(ready)
    const cases: ReadonlyArray<readonly [path: string, cookie: string, status: number, route: string | undefined]> = [
      ["/calendar/agendas/hosted", "", 200, "/agendas/:agenda"],
      ["/calendar/agendas/hosted", "", 200, "/agendas/:agenda"],
      ["/calendar/agendas/hosted", "", 200, "/agendas/:agenda"],
      ["/calendar/agendas/1/events.v2.csv", "", 403, "/agendas/:agenda/events.v2.csv"],
      ["/calendar/agendas/unknown", "", 404, "/agendas/:agenda"],
      ["/calendar/nowhere", "", 404, undefined],
      ["/v2/agendas", "", 404, undefined],
      ["/calendar/v2/me/agendas", "malformed", 500, "/v2/me/agendas"],
      ["/calendar/v2/me/agendas", "away", 503, "/v2/me/agendas"]
    ]
    for (const [path, cookie, status, route] of cases) {
      take()
      const url = `https://host.example:8443${path}?key=0123456789abcdefghijklmnopqrstuv`
      const response = yield* Effect.promise(() => handler(new Request(url, { headers: { cookie, traceparent } })))
      yield* Effect.promise(() => response.text())
      yield* Effect.sleep("20 millis")
      const spans = take()
      const roots = rootsOf(spans)
      expect(response.status, path).toBe(status)
      expect(roots.map(({ name }) => name), path).toEqual([route === undefined ? "GET" : `GET /calendar${route}`])
      const isFailed = status >= 500
      expect(Object.fromEntries(roots[0]?.attributes ?? [])).toEqual({
        "http.request.method": "GET",
        "http.response.status_code": status,
        "server.address": "host.example",
        "server.port": 8443,
        "url.path": path,
        "url.scheme": "https",
        ...(route === undefined ? {} : { "http.route": `/calendar${route}` }),
        ...(isFailed ? { "error.type": String(status) } : {})
      })
      expect(new Set(spans.map(({ traceId }) => traceId)).size, path).toBe(1)
      expect(spans[0]?.traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736")
      const ended = roots[0]?.status
      expect(ended?._tag === "Ended" && Exit.isFailure(ended.exit), path).toBe(isFailed)
      if (status === 200) expect(spans.map(({ name }) => name)).toContain("sql.execute")
    }
    yield* Effect.promise(dispose)
  }))
