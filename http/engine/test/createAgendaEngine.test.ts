import { Agendas } from "@agenda-engine/core/services/Agendas"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { firstEvent } from "../examples/firstEvent.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { MissingPackage } from "../src/EngineFault.js"
import { loadOptional } from "../src/loadOptional.js"
import { agendaIn, body, listening } from "./listening.js"

const away = "postgres://nobody@127.0.0.1:1/none"

const inFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-"))
  try {
    await test(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const invite = async (engine: ReturnType<typeof createAgendaEngine>) => {
  const { token, uid } = await agendaIn(engine)
  const response = await engine.handler(
    new Request(`https://evil.example/calendar/v2/agendas/${uid}/members/invite`, {
      method: "POST",
      headers: { "access-token": token, "content-type": "application/json", host: "evil.example" },
      body: JSON.stringify({ role: "contributor", emails: ["guest@example.org"] })
    })
  )
  expect(response.status).toBe(200)
  return uid
}

describe("services", () => {
  it("answer promises, which reject with typed errors", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    expect(await firstEvent(engine)).toMatchObject({ outcome: "created" })
    await expect(engine.services.users.create({ name: "", email: "no address" })).rejects.toMatchObject({ _tag: "Invalid" })
    expect(await engine.services.agendas.list()).toMatchObject([{ title: "Summer in town" }])
    expect(await engine.run(Effect.flatMap(Agendas, ({ list }) => list))).toHaveLength(1)
    await engine.close()
    await expect(engine.services.agendas.list()).rejects.toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    expect((await engine.handler(new Request("https://host.example/v2/agendas"))).status).toBe(503)
  })
})

describe("a database that is away", () => {
  it("fails ready with a typed error and requests with 503, until it is there", () =>
    inFolder(async (folder) => {
      const file = join(folder, "missing", "agenda.db")
      const engine = createAgendaEngine({ database: { url: `sqlite:${file}` } })
      const ask = () => engine.handler(new Request("https://host.example/v2/agendas", { headers: { key: "unknown" } }))
      await expect(engine.ready()).rejects.toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
      expect((await ask()).status).toBe(503)
      const { mkdir } = await import("node:fs/promises")
      await mkdir(join(folder, "missing"))
      expect((await ask()).status).toBe(403)
      await engine.ready()
      await engine.close()
    }))

  it("fails on Postgres, too", async () => {
    const engine = createAgendaEngine({ database: away })
    await expect(engine.ready()).rejects.toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
    await engine.close()
  })
})

describe("a database of the host in better-sqlite3", () => {
  it("keeps the transactions of host and engine apart, on a file", () =>
    inFolder(async (folder) => {
      const host = new Sqlite(join(folder, "app.db"))
      host.pragma("journal_mode = WAL")
      host.exec("CREATE TABLE note (text TEXT)")
      const engine = createAgendaEngine({ database: { sqlite: host } })
      const { uid } = await engine.services.agendas.create({ title: "Town" })
      expect(host.prepare("SELECT uid FROM agenda").all()).toEqual([{ uid }])
      host.exec("BEGIN; INSERT INTO note VALUES ('lost')")
      expect(await engine.services.agendas.list()).toHaveLength(1)
      host.exec("ROLLBACK")
      await engine.services.agendas.create({ title: "Other" })
      expect(host.prepare("SELECT count(*) AS n FROM note").get()).toEqual({ n: 0 })
      await engine.close()
      expect(host.open).toBe(true)
      host.close()
    }))

  it("shares a connection in memory", async () => {
    const host = new Sqlite(":memory:")
    const engine = createAgendaEngine({ database: { sqlite: host } })
    const { uid } = await engine.services.agendas.create({ title: "Town" })
    expect(host.prepare("SELECT uid FROM agenda").all()).toEqual([{ uid }])
    await engine.close()
    host.close()
  })
})

describe("options", () => {
  it("with wrong values are refused by name", async () => {
    const invalid = (option: string) => expect.objectContaining({ _tag: "InvalidOption", option })
    expect(() => createAgendaEngine({ database: "memory", publicUrl: "town.example" })).toThrow(invalid("publicUrl"))
    expect(() => createAgendaEngine({ database: "memory", basePath: "calendar" })).toThrow(invalid("basePath"))
    await expect(createAgendaEngine({ database: { url: "mysql://host" } }).ready()).rejects.toEqual(invalid("database"))
    const mail = { smtp: "smtp://localhost", from: "nobody" }
    await expect(createAgendaEngine({ database: "memory", publicUrl: "https://town.example", mail }).ready()).rejects.toEqual(
      invalid("mail")
    )
  })

  it("name the package that is not installed, and how to install it", async () => {
    const name: string = "not-installed"
    const failed = Effect.runPromise(Effect.flip(Effect.sandbox(loadOptional("sharp", "images", () => import(name)))))
    expect(String(await failed)).toContain("not-installed")
    const lacking = () =>
      Promise.reject(Object.assign(new Error("Cannot find package 'sharp' imported from x"), { code: "ERR_MODULE_NOT_FOUND" }))
    const missing = await Effect.runPromise(Effect.flip(loadOptional("sharp", "images", lacking)))
    expect(missing).toBeInstanceOf(MissingPackage)
    expect(missing.message).toBe("images needs the package sharp, which is not installed: npm install sharp@^0.35.5")
  })
})

describe("mails", () => {
  it("begin links with publicUrl, never with the Host header, and are sent by the host's function", async () => {
    const sent: Array<string> = []
    const engine = createAgendaEngine({
      database: "memory",
      publicUrl: "https://town.example/calendar/",
      basePath: "/calendar",
      mail: { send: async ({ text }) => void sent.push(text) }
    })
    await invite(engine)
    expect(sent).toEqual([expect.stringContaining("https://town.example/calendar/invitation?token=")])
    await engine.close()
  })

  it("that failed are sent again in the background", async () => {
    let calls = 0
    const engine = createAgendaEngine({
      database: "memory",
      publicUrl: "https://town.example",
      basePath: "/calendar",
      mail: { send: () => ++calls === 1 ? Promise.reject(new Error("421 come back later")) : Promise.resolve() },
      limits: {}
    })
    const uid = await invite(engine)
    expect(await engine.services.invitations.list(uid)).toMatchObject([{ status: "pending", failure: "421 come back later" }])
    await engine.close()
  })

  it("are failed where there is no mailer", async () => {
    const engine = createAgendaEngine({ database: "memory", basePath: "/calendar" })
    const uid = await invite(engine)
    expect(await engine.services.invitations.list(uid)).toMatchObject([{ status: "failed" }])
    await engine.close()
  })
})

describe("the address of a request", () => {
  const forwarded = { "x-forwarded-proto": "https, http", "x-forwarded-host": "town.example" }
  const baseOf = async (response: Response) => String((await response.json()).type).split("/problems/")[0]

  it.each([[false, "http://inside.example:8080"], [true, "https://town.example"]])("with trustProxy %s is %s", async (trustProxy, base) => {
    const engine = createAgendaEngine({ database: "memory", trustProxy })
    const request = new Request("http://inside.example:8080/v2/nothing", { headers: forwarded })
    expect(await baseOf(await engine.handler(request))).toBe(base)
    await listening(engine.node, async (origin) => {
      expect(await baseOf(await fetch(`${origin}/v2/nothing`, { headers: forwarded }))).toBe(trustProxy ? base : origin)
    })
    await engine.close()
  })

  it("with trustProxy is not taken from values that are no host or scheme", async () => {
    const engine = createAgendaEngine({ database: "memory", trustProxy: true })
    const headers = { "x-forwarded-proto": "javascript", "x-forwarded-host": "evil.example/x?" }
    expect(await baseOf(await engine.handler(new Request("http://inside.example/v2/nothing", { headers })))).toBe("http://inside.example")
    await engine.close()
  })
})

describe("close", () => {
  it("waits for what is under way", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    await engine.ready()
    const slow = engine.run(Effect.delay(Effect.succeed("done"), "300 millis"))
    const closed = engine.close().then(() => "closed")
    expect(await Promise.race([slow, closed])).toBe("done")
    expect(await closed).toBe("closed")
  })
})

describe("a client of node:http", () => {
  it("that leaves a response does not stop the engine", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    const { token, uid } = await agendaIn(engine)
    await listening(createServer(engine.node), async (origin) => {
      const headers = { "access-token": token, "content-type": "application/json" }
      const events = `${origin}/v2/agendas/${uid}/events`
      const gone = new AbortController()
      const left = fetch(events, { method: "POST", headers, body: JSON.stringify(body), signal: gone.signal })
      gone.abort()
      await expect(left).rejects.toThrow("abort")
      expect((await fetch(events, { headers })).status).toBe(200)
    })
    await engine.close()
  })
})
