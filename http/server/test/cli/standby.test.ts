import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, expect, it } from "vitest"
import { startStandby } from "../../../../adapters/postgres/test/startServer.js"
import { runCli, startCli } from "./runCli.js"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

it("serve on a Postgres standby starts with a warning, answers reads, and refuses writes and tokens with 503", async () => {
  const filled = { agenda: 0, key: "" }
  const fill = async (database: string) => {
    const run = async (line: string) =>
      JSON.parse((await runCli([...line.split(" "), "--json"], { env: { AGENDA_DATABASE: database } })).stdout)
    const { uid: owner } = await run("user create --email ada@example.org --name Ada")
    filled.agenda = (await run(`agenda create --title Town --owner ${owner}`)).uid
    filled.key = (await run(`key create --kind secret --owner ${owner}`)).key
    await run("migrate up")
  }
  const database = await Effect.runPromise(Scope.extend(startStandby((url) => Effect.promise(() => fill(url))), scope))
  const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database } })
  const [, url] = await server.line(/^listening on (\S+)$/m)

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { "key": filled.key, "content-type": "application/json" } })
  for (const path of [`/v2/agendas/${filled.agenda}`, `/v2/agendas/${filled.agenda}/events`, "/health/ready"]) {
    expect((await ask(path)).status).toBe(200)
  }
  const refused = await ask("/v2/requestAccessToken", { method: "POST", body: JSON.stringify({ code: filled.key }) })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await refused.text()).toContain("the store is read-only")

  server.signal("SIGTERM")
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  expect(stderr).toContain("warning: the database is read-only; reads continue")
}, 240_000)
