import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeRecordingTracer } from "../../test/world/RecordingTracer.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import type { EngineOptions } from "../src/EngineOptions.js"
import { agendaIn, body } from "./listening.js"

const parentOf = ({ parent }: Tracer.Span): string | null => Option.getOrNull(Option.map(parent, ({ spanId }) => spanId))

type Send = (path: string, headers?: { readonly [name: string]: string }, posted?: object) => Promise<ReadonlyArray<Tracer.Span>>

/** Runs a test with what sends a request and returns its spans. */
const traced = async (
  options: Partial<EngineOptions>,
  test: (send: Send, agenda: { readonly uid: number; readonly token: string }) => Promise<void>
) => {
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-"))
  const { take, tracer } = Effect.runSync(makeRecordingTracer)
  const engine = createAgendaEngine({ database: { url: `sqlite:${join(folder, "agenda.db")}` }, tracer, background: false, ...options })
  const agenda = await agendaIn(engine)
  const send: Send = async (path, headers = {}, posted) => {
    take()
    const request = { headers: { "access-token": agenda.token, "content-type": "application/json", ...headers } }
    const sent = posted === undefined ? request : { ...request, method: "POST", body: JSON.stringify(posted) }
    const response = await engine.handler(new Request(`https://host.example${path}`, sent))
    await response.text()
    return take()
  }
  try {
    await test(send, agenda)
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true })
  }
}

describe("a request", () => {
  it("is one trace: a server span by its route, and everything below it", () =>
    traced({}, async (send, { uid }) => {
      const requests = [
        { spans: await send(`/v2/agendas/${uid}/events?search=jazz`), name: "GET /v2/agendas/:agendaUid/events", status: 200 },
        { spans: await send(`/v2/agendas/${uid}/events`, {}, body), name: "POST /v2/agendas/:agendaUid/events", status: 200 },
        {
          spans: await send(`/v2/agendas/${uid}/events`, { "access-token": "no" }),
          name: "GET /v2/agendas/:agendaUid/events",
          status: 401
        },
        { spans: await send("/v2/agendas/suggest?search=town"), name: "GET /v2/agendas/suggest", status: 200 },
        { spans: await send("/v2/nothing"), name: "GET", status: 404 }
      ]
      for (const { name, spans, status } of requests) {
        const [server, ...below] = spans
        expect(spans.filter((span) => parentOf(span) === null)).toEqual([server])
        expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
        expect([server?.name, server?.kind]).toEqual([name, "server"])
        expect(server?.attributes.get("http.response.status_code")).toBe(status)
        expect([...(server?.attributes.values() ?? [])].join(" ")).not.toMatch(/jazz|search=/)
        const ids = new Set(spans.map(({ spanId }) => spanId))
        for (const span of below) expect(ids).toContain(parentOf(span))
      }
      expect(requests.slice(0, 2).every(({ spans }) => spans.some(({ name }) => name === "sql.execute"))).toBe(true)
    }))

  it("continues the trace of a valid traceparent, and ignores others", () =>
    traced({}, async (send) => {
      const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
      const [continued] = await send("/v2/agendas", { traceparent: `00-${trace}-${span}-01` })
      expect(continued).toMatchObject({ traceId: trace, sampled: true })
      expect(continued === undefined ? null : parentOf(continued)).toBe(span)
      const [unsampled] = await send("/v2/agendas", { traceparent: `00-${trace}-${span}-00` })
      expect(unsampled?.traceId).toBe(trace)
      const [later] = await send("/v2/agendas", { traceparent: `01-${trace}-${span}-01-more` })
      expect(later?.traceId).toBe(trace)
      for (
        const wrong of [
          "",
          "00",
          `ff-${trace}-${span}-01`,
          `00-${trace}-${span}-01-more`,
          `00-${"0".repeat(32)}-${span}-01`,
          `00-${trace}-${"0".repeat(16)}-01`,
          `00-${trace.toUpperCase()}-${span}-01`,
          `00-${trace.slice(1)}-${span}-01`,
          `00-${trace}-${span}`
        ]
      ) {
        const [server] = await send("/v2/agendas", { traceparent: wrong })
        expect([wrong, server === undefined ? "none" : parentOf(server)]).toEqual([wrong, null])
      }
    }))

  it("names its path with the path that the engine is mounted at", () =>
    traced({ basePath: "/calendar" }, async (send) => {
      const [server] = await send("/calendar/v2/agendas?key=secret")
      expect(server?.name).toBe("GET /calendar/v2/agendas")
      expect(Object.fromEntries(server?.attributes ?? [])).toMatchObject({
        "http.request.method": "GET",
        "http.route": "/calendar/v2/agendas",
        "url.path": "/calendar/v2/agendas"
      })
    }))
})
