import Sqlite from "better-sqlite3"
import { rmSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { useDatabases } from "./commands/useDatabases.js"
import { runCli, startCli } from "./runCli.js"

const { freshDatabase } = useDatabases()

const json = { "content-type": "application/json" }

const eventBody = JSON.stringify({
  title: { en: "Locked out" },
  description: { en: "Sent while another process writes" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }]
})

/** Holds the write lock of a file, as another process would. Answers how it lets go. */
const hold = (database: string): () => void => {
  const other = new Sqlite(database.slice("sqlite:".length))
  other.exec("BEGIN IMMEDIATE")
  return () => other.close()
}

/** A server over a file with one agenda, and who may write to it. */
const serveAgenda = async () => {
  const database = await freshDatabase("SQLite")
  const env = { AGENDA_DATABASE: database, AGENDA_DATABASE_BUSY_SECONDS: "1", AGENDA_JSON: "1" }
  const run = async (line: string) => JSON.parse((await runCli(line.split(" "), { env })).stdout)
  const { uid: owner } = await run("user create --email ada@example.org --name Ada")
  const { uid } = await run(`agenda create --title Town --owner ${owner}`)
  const { key } = await run(`key create --kind secret --owner ${owner}`)
  const server = startCli(["serve", "--port", "0"], { env })
  const [, url] = await server.line(/"url":"([^"]+)"/)
  const bought = await fetch(`${url}/v2/requestAccessToken`, { method: "POST", headers: json, body: JSON.stringify({ code: key }) })
  const { access_token: token }: { readonly access_token: string } = JSON.parse(await bought.text())
  const events = `${url}/v2/agendas/${uid}/events`
  const create = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(events, { method: "POST", headers: { ...json, "access-token": token, ...headers }, body: eventBody })
    return { status: answer.status, retryAfter: Number(answer.headers.get("retry-after")), text: await answer.text() }
  }
  const statusOf = async (path: string) => (await fetch(`${url}${path}`, { headers: { "access-token": token } })).status
  return { create, database, env, server, statusOf, uid }
}

describe("serve on a file whose write lock another process holds", () => {
  it("answers writes with 503 and Retry-After, and reads normally, until the lock is released", async () => {
    const { create, database, server, statusOf, uid } = await serveAgenda()
    const release = hold(database)
    const refused = await Promise.all([create(), create(), create(), create({ "idempotency-key": "once" })])
    for (const { retryAfter, status, text } of refused) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
      expect(text).toContain("the store is busy, try again")
    }
    expect(await Promise.all([`/v2/agendas/${uid}/events`, "/health/ready"].map(statusOf))).toEqual([200, 200])
    release()
    expect((await create({ "idempotency-key": "twice" })).status).toBe(200)
    server.signal("SIGTERM")
    expect((await server.finished).code).toBe(0)
  }, 120_000)

  it("starts, and warns that writes are refused", async () => {
    const database = await freshDatabase("SQLite")
    expect((await runCli(["migrate", "up", "--database", database])).code).toBe(0)
    const release = hold(database)
    const env = { AGENDA_DATABASE: database, AGENDA_DATABASE_BUSY_SECONDS: "1" }
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url] = await server.line(/^listening on (\S+)$/m)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    const command = await runCli(["user", "create", "--email", "ada@example.org", "--name", "Ada"], { env })
    expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining("Busy") })
    release()
    server.signal("SIGTERM")
    expect((await server.finished).stderr).toContain("warning: the database is locked by other writers; reads continue")
  }, 120_000)
})

it("serve on a deleted file answers 503 to writes, reads and readiness, and logs the path", async () => {
  const { create, database, server, statusOf, uid } = await serveAgenda()
  expect((await create()).status).toBe(200)
  const file = database.slice("sqlite:".length)
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end)
  const { retryAfter, status } = await create()
  expect(status).toBe(503)
  expect(retryAfter).toBeGreaterThan(0)
  expect(await Promise.all(["/health/ready", `/v2/agendas/${uid}/events`, "/health/live"].map(statusOf))).toEqual([503, 503, 200])
  server.signal("SIGTERM")
  expect((await server.finished).stderr).toContain(`the file ${file} was deleted or replaced`)
}, 120_000)
