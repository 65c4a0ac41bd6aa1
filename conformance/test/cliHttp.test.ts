import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cli } from "../src/cli.js"
import { httpSender } from "../src/http/run/httpSender.js"

const key = "key+0123456789"

const methods = new Set<string>()
const authorizations = new Set<string>()

/** A server that answers every request with an empty list and what it was asked. */
const server = Http.createServer((request, response) => {
  methods.add(request.method ?? "")
  if (request.headers.authorization !== undefined) authorizations.add(request.headers.authorization)
  response.writeHead(request.url?.includes("size=x") === true ? 500 : 200, { "content-type": "application/json", "x-request-id": "r1" })
  const agendas = [{ uid: 1 }]
  response.end(
    JSON.stringify({ success: true, total: 0, events: [], agendas, after: null, asked: request.url, key: request.headers["key"] })
  )
})

const runWith = (variables: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  Effect.runPromise(Effect.withConfigProvider(
    cli(args, { folder: "file:///", execArgv: [] }),
    ConfigProvider.fromMap(new Map(Object.entries(variables)))
  ))
const run = (...args: ReadonlyArray<string>) => runWith({}, ...args)

const url = (): string => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)))
afterAll(() => void server.close())

describe("the command line against a server", () => {
  it("sends only GET and HEAD without --write, reports what fails, and prints no credential", async () => {
    const { output, status } = await run("--url", url(), "--key", key)
    expect(status).toBe(1)
    expect([...methods].filter((method) => method !== "GET" && method !== "HEAD")).toEqual([])
    expect(output).toMatch(/FAILED read\.bad-value\.size \(wire\.md §2, Query syntax\)\n {2}a bad value of size is refused/)
    expect(output).toContain("NOT RUN read.page.once: needs an agenda with 2 published events or more")
    expect(output).toMatch(/ does not conform: \d+ cases, \d+ passed, \d+ failed, \d+ not run$/)
    expect(output).not.toContain(key)
    expect(output).not.toContain(encodeURIComponent(key))
  })

  it("runs chosen cases and prints JSON", async () => {
    const { output, status } = await run("--url", url(), "--key", key, "--only", "read.page.size-zero", "--json")
    expect(status).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ verdict: "conforms", results: [{ id: "read.page.size-zero", status: "passed" }] })
  })

  it("takes credentials from variables, and prints none in any report", async () => {
    const secret = `s<"&${key}`
    const variables = { AGENDA_CONFORMANCE_KEY: secret }
    for (const format of ["text", "json", "junit", "markdown", "html", "badge"]) {
      const { output, status } = await runWith(variables, "--url", url(), "--report", format, "--only", "read.bad-value")
      expect(status, output).toBe(1)
      expect(output).not.toContain(key)
      expect(output).not.toContain(encodeURIComponent(key))
    }
    expect((await runWith({ AGENDA_CONFORMANCE_KEY: "" }, "--url", url())).status).toBe(2)
  })

  it("sends user and password of the URL by the scheme Basic, and prints them in no report", async () => {
    const typed = url().replace("//", "//reader:p%40ss%22w<rd@")
    for (const format of ["text", "json", "junit", "markdown", "html", "badge"]) {
      const { output, status } = await run("--url", typed, "--key", key, "--report", format, "--only", "read.bad-value")
      expect(status, output).toBe(1)
      expect(output).not.toMatch(/p(%40|@)ss|w(<|%3C|&lt;)rd|cmVhZGVy/)
    }
    expect(authorizations).toEqual(new Set(["Basic cmVhZGVyOnBAc3MidzxyZA=="]))
    const closed = await run("--url", "http://reader:p%40ss@127.0.0.1:1", "--key", key)
    expect([closed.status, closed.output.includes("p%40ss"), closed.output.includes("p@ss")]).toEqual([2, false, false])
  })

  it("refuses what is no URL without printing it", async () => {
    const { output, status } = await run("--url", "http://reader:pass word@[", "--key", key)
    expect([status, output.includes("pass word")]).toEqual([2, false])
  })

  it("prints the requests of a failed case as commands, with their answers", async () => {
    const typed = url().replace("//", "//reader:p%40ss@")
    for (const format of ["text", "junit", "markdown", "html", "json"]) {
      const { output } = await run("--url", typed, "--key", key, "--report", format, "--only", "read.bad-value.size")
      expect(output).toMatch(/curl -sS -i (&apos;|&#39;|')http:\/\/127[^ ]+size=x(&apos;|&#39;|') -H (&apos;|&#39;|')authorization: Basic /)
      expect(output).toMatch(/(&apos;|&#39;|')key: (&apos;|&#39;|')(\\"|"|&quot;)\$KEY/)
      expect(output).toContain("HTTP 500, x-request-id r1")
      expect(output).not.toContain(key)
    }
    const { output } = await run("--url", url(), "--key", key, "--only", "read.bad-value.size")
    expect(output).toMatch(/expected: .*\n {2} {2}actual: /)
    expect(output).toContain("usual cause: a value that cannot be parsed")
    expect((await run("--url", url(), "--key", key, "--only", "read.page.size-zero")).output).not.toContain("curl")
  })

  it("replays a case, and prints its requests whatever its outcome", async () => {
    const { output, status } = await run("--url", url(), "--key", key, "--replay", "read.page.size-zero")
    expect([status, output]).toEqual([0, expect.stringContaining("PASSED read.page.size-zero (wire.md §6, Cursor)\n  \n  curl -sS -i")])
    expect((await run("--url", url(), "--key", key, "--replay", "read.page")).status).toBe(2)
  })

  it("ends after the first failure with --bail", async () => {
    const { output } = await run("--url", url(), "--key", key, "--bail")
    expect(output).toMatch(/, 1 failed, \d+ not run$/)
  })

  it("does not pass when nothing was run", async () => {
    expect((await run("--url", url(), "--key", key, "--only", "read.page.once")).status).toBe(1)
  })

  it("stops at the limit of requests", async () => {
    const { output } = await run("--url", url(), "--key", key, "--requests", "3", "--agenda", "1")
    expect(output).toContain("not sent: the limit of 3 requests is reached")
  })

  it("lists the cases and sends nothing", async () => {
    const { output, status } = await run("--url", "http://127.0.0.1:9", "--list")
    expect([status, output.split("\n")[0]]).toEqual([0, "read.page.envelope: a list has total, events, after, sort and success"])
  })

  it("chooses by profile and level", async () => {
    const listed = async (profile: string) => (await run("--url", url(), "--list", "--profile", profile)).output.split("\n")
    const [all, compatible, read] = [await listed("strict"), await listed("compatible"), await listed("compatible,read")]
    expect([compatible.length < all.length, read.length < compatible.length, read.every((line) => line.startsWith("read."))]).toEqual(
      [true, true, true]
    )
    const { output } = await run("--url", url(), "--key", key, "--profile", "compatible,read", "--json")
    const { chosen, results } = JSON.parse(output)
    expect([chosen, results.length]).toEqual(["--profile compatible,read", read.length])
    expect(new Set(results.map(({ level }: { level: string }) => level))).toEqual(new Set(["compatible"]))
  })

  it.each([
    [["--url", "https://agenda.example", "--list", "--profile", "strict,compatible"]],
    [["--url", "agenda.example", "--key", "k"]],
    [["--url", "https://agenda.example"]],
    [["--url", "https://agenda.example", "--key", "k", "--write", "1"]],
    [["--url", "https://agenda.example", "--key", "k", "--profile", "nonsense"]],
    [["--url", "https://agenda.example", "--key", "k", "--concurrency", "0"]],
    [["--url", "https://agenda.example", "--key", "k", "--agenda", "town"]],
    [["--url", "https://agenda.example", "--key", "k", "--frobnicate"]],
    [["--url", "http://127.0.0.1:9", "--key", "k"]]
  ])("is misused, or cannot begin, with %j", async (args) => {
    expect((await run(...args)).status).toBe(2)
  })

  it.each(["POST", "PUT", "PATCH", "DELETE"])("sends no %s without --write, whatever a case asks for", async (method) => {
    const settings = { url: url(), concurrency: 1, delay_ms: 0, requests_max: 9, writes: false }
    const send = Effect.flatMap(httpSender(settings), ({ send }) => send("/v2/agendas/1/events?key=k0", { method }))
    const failure = await Effect.runPromise(Effect.flip(send))
    expect(failure.message).toBe(`${method} /v2/agendas/1/events?key=…: not sent: it would write`)
    expect([...methods]).not.toContain(method)
  })

  it("begins no writing without a token", async () => {
    const { output, status } = await run("--url", url(), "--key", key, "--write", "1", "--secret", "0123456789abcdef")
    expect([status, output]).toEqual([2, expect.stringContaining("not begun: POST /v2/requestAccessToken")])
    const variables = { AGENDA_CONFORMANCE_SECRET: "0123456789abcdef" }
    const begun = await runWith(variables, "--url", url(), "--key", key, "--write", "1")
    expect(begun.output).toBe(output)
  })
})
