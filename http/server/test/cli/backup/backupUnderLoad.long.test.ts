import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"
import { runCli, startCli } from "../runCli.js"

const { fileOf } = useDatabases()

/** A server on a database with an agenda, and how events are written to it. */
const serving = async (database: string) => {
  const env = { AGENDA_DATABASE: database }
  const run = async (...args: ReadonlyArray<string>) => JSON.parse((await runCli([...args, "--json"], { env })).stdout)
  const { uid: owner } = await run("user", "create", "--email", "ada@example.org", "--name", "Ada")
  const { uid } = await run("agenda", "create", "--title", "Summer", "--owner", String(owner))
  const { key } = await run("key", "create", "--kind", "secret", "--owner", String(owner))
  const server = startCli(["serve", "--port", "0"], { env })
  const [, url] = await server.line(/^listening on (\S+)$/m)
  const json = { "content-type": "application/json" }
  const asked = await fetch(`${url}/v2/requestAccessToken`, { method: "POST", headers: json, body: JSON.stringify({ code: key }) })
  const { access_token } = Object(await asked.json())
  const write = async (name: string): Promise<void> => {
    const written = await fetch(`${url}/v2/agendas/${uid}/events`, {
      method: "POST",
      headers: { ...json, "access-token": String(access_token) },
      body: JSON.stringify({
        title: { en: name },
        description: { en: "d" },
        attendanceMode: 2,
        onlineAccessLink: "https://live.example/l",
        timings: [{ begin: "2031-06-21T21:30:00+02:00", end: "2031-06-21T23:00:00+02:00" }]
      })
    })
    expect(written.status, await written.text()).toBe(200)
  }
  const stop = async () => {
    server.signal("SIGTERM")
    expect(await server.finished).toMatchObject({ code: 0 })
  }
  return { write, stop }
}

/** Writes events one after the other until it is stopped; `acknowledged` are those answered. */
const keepWriting = (write: (name: string) => Promise<void>) => {
  const acknowledged: Array<string> = []
  const stopped = new AbortController()
  const writing = (async () => {
    while (!stopped.signal.aborted) {
      const name = `Concert ${acknowledged.length}`
      await write(name)
      acknowledged.push(name)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      stopped.abort()
      await writing
    }
  }
}

describe("a backup while a server writes", () => {
  it("has every event that was acknowledged before it began, and none in part", async () => {
    const database = `sqlite:${fileOf("agenda.db")}`
    const { stop, write } = await serving(database)
    const writer = keepWriting(write)
    while (writer.acknowledged.length < 20) await pause(20)
    const backups: Array<{ readonly file: string; readonly before: number; readonly events: number }> = []
    for (const round of [0, 1, 2]) {
      const before = writer.acknowledged.length
      const file = fileOf(`copy-${round}.db`)
      const { code, stderr, stdout } = await runCli(["backup", file, "--json"], { env: { AGENDA_DATABASE: database } })
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      backups.push({ file, before, events: JSON.parse(stdout).events })
      await pause(200)
    }
    await writer.stop()
    await stop()
    for (const { before, events, file } of backups) {
      const restored = join(fileOf("."), `restored-${before}`)
      mkdirSync(restored)
      const env = { AGENDA_DATABASE: `sqlite:${join(restored, "agenda.db")}` }
      expect(await runCli(["restore", file], { env })).toMatchObject({ code: 0 })
      const { stdout } = await runCli(["export", "-"], { env })
      const titles = stdout.split("\n").flatMap((line) => /"title":\{"en":"(Concert \d+)"\}/.exec(line)?.[1] ?? [])
      expect(titles).toHaveLength(events)
      expect(writer.acknowledged.slice(0, before).filter((name) => !titles.includes(name))).toEqual([])
    }
  }, 120_000)

  it("is made every so often, and the oldest are removed", async () => {
    const database = `sqlite:${fileOf("every.db")}`
    expect((await runCli(["migrate", "up"], { env: { AGENDA_DATABASE: database } })).code).toBe(0)
    const folder = fileOf("backups")
    for (let round = 0; round < 3; round++) {
      const backing = startCli(["backup", folder, "--every", "1", "--keep", "2"], { env: { AGENDA_DATABASE: database } })
      const count = () => readdirSync(folder).filter((name) => /^agenda-.*\.db$/.test(name)).length
      const deadline = performance.now() + 20_000
      const before = round === 0 ? 0 : count()
      while ((readdirSync(fileOf(".")).includes("backups") ? count() : 0) < Math.min(before + 1, 2) && performance.now() < deadline) {
        await pause(50)
      }
      await pause(1_100)
      backing.signal("SIGTERM")
      await backing.finished
    }
    const names = readdirSync(folder)
    expect(names.filter((name) => name.endsWith(".db"))).toHaveLength(2)
    expect(names.filter((name) => name.endsWith(".db.json"))).toHaveLength(2)
  }, 120_000)
})
