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

  it.each([false, true])("shares a connection in memory, with safe integers: %s", async (isSafe) => {
    const host = new Sqlite(":memory:").defaultSafeIntegers(isSafe)
    const engine = createAgendaEngine({ database: { sqlite: host } })
    const { token, uid } = await agendaIn(engine)
    expect(host.prepare("SELECT uid FROM agenda").safeIntegers(false).all()).toEqual([{ uid }])
    await listening(createServer(engine.node), async (origin) => {
      const headers = { "access-token": token, "content-type": "application/json" }
      const events = `${origin}/v2/agendas/${uid}/events`
      expect((await fetch(events, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(200)
      const listed = await fetch(`${events}?aggregations[0][type]=languages`, { headers })
      expect(await listed.json()).toMatchObject({ total: 1, aggregations: { languages: [{ key: "en", eventCount: 1 }] } })
    })
    await engine.close()
    host.close()
  })
})

describe("options", () => {
  it("with wrong values are refused by name", () => {
    const invalid = (option: string) => expect.objectContaining({ _tag: "InvalidOption", option })
    expect(() => createAgendaEngine({ database: "memory", publicUrl: "town.example" })).toThrow(invalid("publicUrl"))
    expect(() => createAgendaEngine({ database: "memory", basePath: "calendar" })).toThrow(invalid("basePath"))
    expect(() => createAgendaEngine({ database: { url: "" } })).toThrow(invalid("database"))
    expect(() => createAgendaEngine({ database: { url: "mysql://host" } })).toThrow(invalid("database"))
    const standby = "postgres://standby.example/agenda"
    expect(() => createAgendaEngine({ database: { url: "memory", readFrom: [standby] } })).toThrow(invalid("database"))
    expect(() => createAgendaEngine({ database: { url: "postgres://host/agenda", readFrom: ["sqlite:a.db"] } })).toThrow(
      invalid("database")
    )
    expect(() => createAgendaEngine({ database: { url: "sqlite:a.db", partitions: 4 } })).toThrow(invalid("database"))
    expect(() => createAgendaEngine({ database: { url: "postgres://host/agenda", partitions: 2.5 } })).toThrow(invalid("database"))
    const mail = { smtp: "smtp://localhost", from: "nobody" }
    expect(() => createAgendaEngine({ database: "memory", publicUrl: "https://town.example", mail })).toThrow(invalid("mail"))
  })

  it.each<[object | null | undefined, string]>([
    [undefined, "database"],
    [null, "database"],
    [{}, "database"],
    [{ database: null }, "database"],
    [{ database: 5 }, "database"],
    [{ database: {} }, "database"],
    [{ database: { sqlite: "agenda.db" } }, "database"],
    [{ database: "memory", datbase: "memory" }, "datbase"],
    [{ database: "memory", trustProxy: "false" }, "trustProxy"],
    [{ database: "memory", migrate: 0 }, "migrate"],
    [{ database: "memory", images: "folder" }, "images"],
    [{ database: "memory", images: { bucket: "https://host.example/images" } }, "images"],
    [{ database: "memory", publicUrl: "https://host.example", mail: { smtp: "smtp://secret@host.example" } }, "mail"],
    [{ database: "memory", publicUrl: "https://host.example", mail: { send: "a mail" } }, "mail"],
    ...[
      { smtp: "https://secret@host.example", from: "a@host.example" },
      { smtp: "smtp://host.example:99999", from: "a@host.example" },
      { smtp: "smtp://%zz@host.example", from: "a@host.example" },
      { smtp: "", from: "a@host.example" },
      { smtp: "smtp://host.example", from: "Town" },
      { folder: "mail", from: "" },
      { folder: "", from: "a@host.example" }
    ].map((mail): [object, string] => [{ database: "memory", publicUrl: "https://host.example", mail }, "mail"]),
    ...[
      { nominatim: { userAgent: "" } },
      { nominatim: { userAgent: "Café" } },
      { nominatim: { userAgent: "town", url: "ftp://host.example" } },
      { nominatim: { userAgent: "town", url: "https://host.example:99999" } },
      { nominatim: { userAgent: "town", interval: "Infinity" } },
      { nominatim: { userAgent: "town", timeout: Number.POSITIVE_INFINITY } },
      { addressBase: { url: "host.example" } },
      { addressBase: { userAgent: "\n" } },
      { addressBase: { score_min: Number.NaN } },
      { addressBase: { score_min: 50 } },
      { addressBase: {}, nominatim: { userAgent: "town", url: "https://host.example?q=1" } },
      { find: () => null, interval_ms: Number.POSITIVE_INFINITY }
    ].map((geocoder): [object, string] => [{ database: "memory", geocoder }, "geocoder"]),
    ...["https://host.example/images?x=1", "ftp://host.example/images", "https://host example/images"].map((bucket): [object, string] => [
      { database: "memory", images: { bucket, region: "r", accessKeyId: "i", secretAccessKey: "secret" } },
      "images"
    ]),
    [
      { database: "memory", images: { bucket: "https://host.example/images", region: "", accessKeyId: "i", secretAccessKey: "s" } },
      "images"
    ],
    ...["sqlite:", "sqlite:a\0b", "postgres://", "postgres://host:99999/name", "postgres:host/name", " memory"]
      .flatMap((database): ReadonlyArray<[object, string]> => [[{ database }, "database"], [{ database: { url: database } }, "database"]]),
    [{ database: "memory", auth: { auth: () => null, headers: ["not a header"] } }, "auth"],
    [{ database: "memory", geocoder: {} }, "geocoder"],
    [{ database: "memory", auth: { membershipOf: () => null } }, "auth"],
    [{ database: "memory", basePath: null }, "basePath"],
    [{ database: "memory", publicUrl: new URL("https://host.example") }, "publicUrl"],
    [{ database: "memory", limits: 5 }, "limits"],
    [{ database: "memory", http: null }, "http"],
    [{ database: "mysql://user:secret@host/name" }, "database"],
    [{ database: { pool: {} } }, "database"],
    [{ database: { sqlite: { name: "agenda.db" } } }, "database"],
    [{ database: "memory", geocoder: { find: async () => null, other: 1 } }, "geocoder"],
    [{ database: "memory", imageStore: { put: async () => {} } }, "imageStore"],
    [{ database: "memory", limits: { nope: 1 } }, "limits.nope"],
    [{ database: "memory", limits: { __proto__: null, constructor: 1 } }, "limits.constructor"],
    [{ database: "memory", limits: { slots_max: 0 } }, "limits.slots_max"],
    [{ database: "memory", limits: { slots_max: 1.5 } }, "limits.slots_max"],
    [{ database: "memory", limits: { slots_max: "5" } }, "limits.slots_max"],
    [{ database: "memory", limits: { slots_max: null } }, "limits.slots_max"],
    [{ database: "memory", limits: { slots_max: Number.NaN } }, "limits.slots_max"],
    [{ database: "memory", http: { nope: 1 } }, "http.nope"],
    [{ database: "memory", http: { publicUrl: "https://host.example" } }, "http.publicUrl"],
    [{ database: "memory", http: { pagesTimezone: "Mars/X" } }, "http.pagesTimezone"],
    [{ database: "memory", http: { pagesTheme: "body{color:red}" } }, "http.pagesTheme"],
    [
      { database: "memory", http: { site: { name: null, url: "javascript:alert(1)", imprintUrl: null, accessibilityUrl: null } } },
      "http.site"
    ],
    [{ database: "memory", http: { pages: "no" } }, "http.pages"],
    [{ database: "memory", http: { corsOrigins: "https://host.example" } }, "http.corsOrigins"],
    [{ database: "memory", http: { corsOrigins: ["https://host.example/path"] } }, "http.corsOrigins"],
    [{ database: "memory", http: { embedOrigins: [5] } }, "http.embedOrigins"],
    [{ database: "memory", http: { imagesUrl: "images" } }, "http.imagesUrl"],
    [{ database: "memory", http: { body_bytes_max: -1 } }, "http.body_bytes_max"],
    [{ database: "memory", http: { ready_seconds: 0 } }, "http.ready_seconds"],
    [{ database: { url: "memory", nope: 1 } }, "database"],
    [{ database: "memory", images: { folder: "images", nope: 1 } }, "images"],
    [{ database: "memory", images: { folder: "" } }, "images"],
    [{ database: "memory", geocoder: { nominatim: { agent: "town.example" } } }, "geocoder"],
    [{ database: "memory", geocoder: { find: () => null, interval_ms: -1 } }, "geocoder"],
    [{ database: "memory", auth: { auth: () => null, membership: () => null } }, "auth"],
    [{ database: "memory", auth: { auth: () => null, directory: { find: () => null } } }, "auth"]
  ])("of JavaScript are checked: %j", (options, option) => {
    const created = () => Reflect.apply(createAgendaEngine, undefined, [options])
    expect(created).toThrow(expect.objectContaining({ _tag: "InvalidOption", option }))
    expect(created).not.toThrow(/secret@/)
  })

  it("are all named in one error", () => {
    const created = () =>
      Reflect.apply(createAgendaEngine, undefined, [
        {
          database: "mysql://user:secret@host/name",
          limits: { nope: 1, slots_max: 0 },
          http: { pagesTimezone: "Mars/X" },
          mail: 5,
          datbase: 1
        }
      ])
    const named = ["datbase", "database", "mail", "limits.nope", "limits.slots_max", "http.pagesTimezone", "publicUrl"]
    expect(created).toThrow(expect.objectContaining({
      option: "datbase",
      others: named.slice(1).map((option) => expect.objectContaining({ option }))
    }))
    for (const option of named) expect(created).toThrow(`${option}: `)
    expect(created).not.toThrow(/secret/)
  })

  it("that are undefined have their defaults, in nested options too", async () => {
    const engine = createAgendaEngine({
      database: "memory",
      migrate: undefined,
      images: undefined,
      mail: undefined,
      geocoder: { nominatim: { userAgent: "town.example", url: undefined, interval: undefined, timeout: undefined } },
      auth: {
        auth: async () => null,
        membershipOf: undefined,
        agendasOf: undefined,
        membersOf: undefined,
        directory: undefined,
        headers: undefined,
        engineCredentials: undefined
      },
      publicUrl: undefined,
      basePath: undefined,
      trustProxy: undefined,
      limits: { slots_max: undefined },
      http: { pages: undefined, pagesTheme: undefined, embedOrigins: undefined }
    })
    await engine.ready()
    await engine.close()
  })

  it("take objects of the host whose methods are those of a class", async () => {
    const asked: Array<string> = []
    class Host {
      readonly #name = "host"
      note(what: string) {
        asked.push(`${this.#name} ${what}`)
      }
      async send() {
        this.note("send")
      }
      async find() {
        this.note("find")
        return null
      }
      async findByEmail() {
        return null
      }
      async put() {
        this.note("put")
      }
      async get() {
        return null
      }
      async remove() {}
      debug() {}
      info() {
        this.note("info")
      }
      warn() {}
      error() {}
    }
    const host = new Host()
    const services = { mail: host, geocoder: host, imageStore: host, logger: host, auth: { auth: async () => null, directory: host } }
    const engine = createAgendaEngine({ database: "memory", publicUrl: "https://host.example", http: { accessLog: true }, ...services })
    const { token, uid } = await agendaIn(engine)
    const post = (path: string, content: object) =>
      engine.handler(
        new Request(`https://host.example/v2/agendas/${uid}/${path}`, {
          method: "POST",
          headers: { "access-token": token, "content-type": "application/json" },
          body: JSON.stringify(content)
        })
      )
    expect((await post("members/invite", { role: "contributor", emails: ["guest@example.org"] })).status).toBe(200)
    expect((await post("locations", { name: "Hall", address: "1 Main Street", countryCode: "FR" })).status).toBe(200)
    await expect.poll(() => [...new Set(asked)].toSorted(), { timeout: 20_000 }).toEqual(["host find", "host info", "host send"])
    await engine.close()
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
  it("under load answers each request with 200 or 503, and keeps what it answered 200 to", () =>
    inFolder(async (folder) => {
      const database = { url: `sqlite:${join(folder, "agenda.db")}` }
      const engine = createAgendaEngine({ database })
      const { token, uid } = await agendaIn(engine)
      const statuses: Array<number> = []
      await listening(createServer(engine.node), async (origin) => {
        const headers = { "access-token": token, "content-type": "application/json" }
        const events = `${origin}/v2/agendas/${uid}/events`
        const closed: Array<Promise<void>> = []
        await Promise.all(Array.from({ length: 60 }, async () => {
          const { status } = await fetch(events, { method: "POST", headers, body: JSON.stringify(body) })
          statuses.push(status)
          if (statuses.length === 5) closed.push(engine.close())
        }))
        await Promise.all(closed)
        expect((await fetch(events, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(503)
      })
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      const again = createAgendaEngine({ database })
      const listed = await again.handler(
        new Request(`https://host.example/v2/agendas/${uid}/events?size=0`, { headers: { "access-token": token } })
      )
      expect(await listed.json()).toMatchObject({ total: statuses.filter((status) => status === 200).length })
      await again.close()
    }))

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
