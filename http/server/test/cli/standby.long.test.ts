import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, expect, it } from "vitest"
import { startStandby } from "../../../../adapters/postgres/test/startServer.js"
import { locationBody, onlineBody } from "../../../test/world/bodies.js"
import { runCli, startCli } from "./runCli.js"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

it("serve on a Postgres standby starts with a warning, answers reads, and refuses writes and tokens with 503", async () => {
  const filled = { agenda: 0, key: "", token: "" }
  const fill = async (database: string) => {
    const run = async (line: string) =>
      JSON.parse((await runCli([...line.split(" "), "--json"], { env: { AGENDA_DATABASE: database } })).stdout)
    const { uid: owner } = await run("user create --email ada@example.org --name Ada")
    filled.agenda = (await run(`agenda create --title Town --owner ${owner}`)).uid
    filled.key = (await run(`key create --kind secret --owner ${owner}`)).key
    const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database } })
    const [, url] = await server.line(/^listening on (\S+)$/m)
    const bought = await fetch(`${url}/v2/requestAccessToken`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: filled.key })
    })
    filled.token = (await bought.json()).access_token
    server.signal("SIGTERM")
    expect((await server.finished).code).toBe(0)
  }
  const database = await Effect.runPromise(Scope.extend(startStandby((url) => Effect.promise(() => fill(url))), scope))
  const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database } })
  const [, url] = await server.line(/^listening on (\S+)$/m)

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { "access-token": filled.token, "content-type": "application/json", ...init.headers } })
  for (const path of [`/v2/agendas/${filled.agenda}`, `/v2/agendas/${filled.agenda}/events`, "/health/ready"]) {
    expect((await ask(path)).status).toBe(200)
  }
  expect(await (await ask("/health/ready")).json()).toEqual({
    status: "ready",
    database: expect.stringMatching(/^[\da-f]{32}$/),
    writable: false
  })
  const strict = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database, AGENDA_READY_WRITABLE: "true" } })
  const [, strictUrl] = await strict.line(/^listening on (\S+)$/m)
  const unready = await fetch(`${strictUrl}/health/ready`)
  expect([unready.status, (await unready.json()).message]).toEqual([503, "the store is read-only"])
  expect((await fetch(`${strictUrl}/health/live`)).status).toBe(200)
  strict.signal("SIGTERM")
  expect((await strict.finished).code).toBe(0)
  const writes: ReadonlyArray<readonly [path: string, body: unknown, headers?: { readonly [name: string]: string }]> = [
    ["/v2/requestAccessToken", { code: filled.key }],
    [`/v2/agendas/${filled.agenda}/events`, onlineBody],
    [`/v2/agendas/${filled.agenda}/events`, onlineBody, { "idempotency-key": "7d0c" }],
    [`/v2/agendas/${filled.agenda}/locations`, locationBody],
    [`/v2/agendas/${filled.agenda}/members/invite`, { emails: ["bob@example.org"], role: "contributor" }]
  ]
  for (const [path, body, headers = {}] of writes) {
    const refused = await ask(path, { method: "POST", body: JSON.stringify(body), headers })
    expect([path, refused.status]).toEqual([path, 503])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused.text()).toContain("the store is read-only")
  }

  server.signal("SIGTERM")
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  expect(stderr).toContain("warning: the database is read-only; reads continue")
}, 240_000)
