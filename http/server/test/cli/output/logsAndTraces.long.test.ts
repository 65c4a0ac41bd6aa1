import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { useDatabases } from "../../../test/cli/commands/useDatabases.js"
import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

const { freshDatabase } = useDatabases()

const listening = /^listening on (\S+)$/m

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
}

interface TraceRequest {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<Attribute> }
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
  }>
}

/** Requests that the collector got: path, header `x-tenant`, and body. */
const received: Array<{ readonly path: string; readonly tenant: unknown; readonly text: string }> = []

const collector = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    received.push({ path: request.url ?? "", tenant: request.headers["x-tenant"], text: Buffer.concat(chunks).toString() })
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
})

const spansOf = (text: string): ReadonlyArray<Span> => {
  const { resourceSpans }: TraceRequest = JSON.parse(text)
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

beforeAll(() => new Promise<void>((resolve) => void collector.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => void collector.close(resolve)))

const collectorUrl = () => {
  const address = collector.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const canaries = ["canarykey0123456789abcdefghij", "canary-query", "canarytoken0123456789abcdefghij", "203.0.113.77"]

describe("serve", () => {
  it("sends one trace of a request to the collector, from the socket to the statements, without secrets", async () => {
    const env = {
      AGENDA_DATABASE: await freshDatabase("SQLite"),
      AGENDA_OTLP_URL: collectorUrl(),
      AGENDA_OTLP_HEADERS: "x-tenant=culture, x-other=1",
      AGENDA_LOG_FORMAT: "json",
      AGENDA_TRUST_PROXY: "127.0.0.1"
    }
    await runInside(["agenda", "create", "--title", "Summer", "--uid", "7"], { env })
    const created = await runInside(["key", "create", "--kind", "public", "--json"], { env })
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url] = await server.line(listening)
    const { key }: { readonly key: string } = JSON.parse(created.stdout)
    const ask = (headers: { readonly [name: string]: string }) =>
      fetch(`${url}/v2/agendas/7/events?search=canary-query`, {
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "x-forwarded-for": "203.0.113.77", ...headers }
      })
    expect((await ask({ key })).status).toBe(200)
    expect((await ask({ key: String(canaries[0]), "access-token": String(canaries[2]) })).status).toBeGreaterThanOrEqual(400)
    // Spans are sent every five seconds.
    const sent = () => received.flatMap(({ text }) => spansOf(text)).filter(({ parentSpanId }) => parentSpanId === "00f067aa0ba902b7")
    await expect.poll(() => sent().length, { timeout: 60_000 }).toBe(2)
    server.signal("SIGTERM")
    const { stderr } = await server.finished
    const spans = received.flatMap(({ text }) => spansOf(text))
    expect(new Set(received.map(({ path, tenant }) => `${path} ${String(tenant)}`))).toEqual(new Set(["/v1/traces culture"]))
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === "00f067aa0ba902b7")
    expect(roots.map(({ name }) => name)).toEqual(Array.from({ length: 2 }, () => "GET /v2/agendas/:agendaUid/events"))
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
    const ids = new Set([...spans.map(({ spanId }) => spanId), "00f067aa0ba902b7"])
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))).toEqual([])
    expect(spans.map(({ name }) => name)).toContain("sql.execute")
    const all = received.map(({ text }) => text).join("\n")
    for (const canary of [key, ...canaries]) expect([canary, all.includes(canary)]).toEqual([canary, false])

    const lines = stderr.split("\n").flatMap((line) => line.startsWith("{") ? [JSON.parse(line)] : [])
    expect(lines.filter(({ message }) => message === "request")).toMatchObject([
      { logLevel: "INFO", annotations: { traceId, status: 200, requestId: expect.stringMatching(/\S/) } },
      { annotations: { traceId, status: expect.any(Number) } }
    ])
    for (const canary of [key, canaries[0], canaries[2]]) expect(stderr).not.toContain(canary)
  })

  it("goes on while the collector is away, and stops in time", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase("SQLite"), AGENDA_OTLP_URL: "http://127.0.0.1:1" }
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url] = await server.line(listening)
    for (let request = 0; request < 3; request++) expect((await fetch(`${url}/v2/agendas`)).status).toBe(401)
    server.signal("SIGTERM")
    expect((await server.finished).code).toBe(0)
  })

  it("writes no line below the level of AGENDA_LOG_LEVEL", async () => {
    const server = startCli(["serve", "--port", "0"], {
      env: { AGENDA_DATABASE: await freshDatabase("SQLite"), AGENDA_LOG_LEVEL: "warn" }
    })
    const [, url] = await server.line(listening)
    expect((await fetch(`${url}/v2/agendas`)).status).toBe(401)
    server.signal("SIGTERM")
    expect((await server.finished).stderr).not.toContain("message=request")
  })
})

it.each([
  ["AGENDA_LOG_FORMAT", "xml"],
  ["AGENDA_LOG_LEVEL", "loud"]
])("a wrong %s is misuse", async (name, value) => {
  const { code, stderr } = await runInside(["agenda", "list"], { env: { [name]: value, AGENDA_DATABASE: "sqlite::memory:" } })
  expect(code).toBe(2)
  expect(stderr).toContain(name)
})

it.each([
  ["AGENDA_OTLP_URL", "collector:4318"],
  ["AGENDA_OTLP_HEADERS", "secret-canary"]
])("a wrong %s is refused before anything is served, and not printed", async (name, value) => {
  const env = { AGENDA_OTLP_URL: "http://127.0.0.1:1", AGENDA_DATABASE: "sqlite::memory:", [name]: value }
  const { code, stderr } = await runInside(["serve", "--port", "0"], { env })
  expect(code).toBe(2)
  expect(stderr).toContain(name)
  expect(stderr).not.toContain("secret-canary")
})
