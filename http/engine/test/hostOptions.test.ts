import { Agendas } from "@agenda-engine/core/services/Agendas"
import type * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import type { EngineOptions } from "../src/EngineOptions.js"
import { agendaIn, body, listening } from "./listening.js"

const memory = { database: "memory" } as const

const get = (path: string, headers: { readonly [name: string]: string } = {}): Request =>
  new Request(`https://host.example${path}`, { headers })

type Ask = (path: string, headers?: { readonly [name: string]: string }) => Promise<Response>

/** Runs a test with an engine that has a published event in a public and a private agenda. */
const withAgendas = async (
  options: Partial<EngineOptions>,
  test: (ask: Ask, agenda: { readonly uid: number; readonly slug: string; readonly token: string }, hidden: number) => Promise<void>
) => {
  const engine = createAgendaEngine({ ...memory, ...options })
  try {
    const { token, uid } = await agendaIn(engine)
    const agenda = (await engine.services.agendas.list()).find((each) => each.uid === uid)
    const hidden = await engine.services.agendas.create({ title: "Hidden", private: true })
    const created = await engine.handler(
      new Request(`https://host.example/v2/agendas/${uid}/events`, {
        method: "POST",
        headers: { "access-token": token, "content-type": "application/json" },
        body: JSON.stringify({ ...body, state: 2 })
      })
    )
    expect(created.status).toBe(200)
    await test((path, headers) => engine.handler(get(path, headers)), { uid, token, slug: agenda?.slug ?? "" }, hidden.uid)
  } finally {
    await engine.close()
  }
}

describe("routes", () => {
  const paths = (uid: number, slug: string) => ({
    docs: ["/docs", "/docs/"],
    embed: [`/embed/agendas/${slug}`, "/embed/widgets.js"],
    suggest: [`/agendas/${slug}/suggest?q=con`, `/v2/agendas/${uid}/suggest?q=con`, "/v2/agendas/suggest?q=town"],
    pages: [`/agendas/${slug}`, `/agendas/${slug}/events.ics`, `/agendas/${slug}/events.v2.csv`]
  })

  it.each(["docs", "embed", "suggest", "pages"] as const)(
    "%s can be left out",
    (name) =>
      withAgendas({ routes: { [name]: false } }, async (ask, { slug, token, uid }) => {
        const headers = { "access-token": token }
        for (const [set, each] of Object.entries(paths(uid, slug))) {
          const gone = set === name || (name === "pages" && set === "embed")
          for (const path of each) {
            if (name === "pages" && path.startsWith("/agendas")) continue
            expect([path, (await ask(path, headers)).status]).toEqual([path, gone ? 404 : 200])
          }
        }
        if (name === "pages") { for (const path of paths(uid, slug).pages) expect((await ask(path)).status).toBe(404) }
        const unknown = await (await ask("/v2/nothing")).json()
        const left = await (await ask(paths(uid, slug)[name][0] ?? "", headers)).json()
        expect({ ...left, instance: null }).toEqual({ ...unknown, instance: null })
        const document: unknown = await (await ask("/openapi.json")).json()
        expect(JSON.stringify(document).includes('/suggest"')).toBe(name !== "suggest")
      })
  )

  it("of the start page are served beside those of Express", async () => {
    const engine = createAgendaEngine({ ...memory, http: { startPage: true } })
    await listening((request, response) => engine.node(request, response, () => void response.writeHead(418).end()), async (origin) => {
      expect((await fetch(origin)).status).toBe(200)
    })
    await engine.close()
  })

  it("that are left out go to the next handler of Express", async () => {
    const engine = createAgendaEngine({ ...memory, routes: { docs: false } })
    await listening((request, response) => engine.node(request, response, () => void response.writeHead(418).end()), async (origin) => {
      expect((await fetch(`${origin}/docs`)).status).toBe(418)
      expect((await fetch(`${origin}/openapi.json`)).status).toBe(200)
    })
    await engine.close()
  })
})

describe("anonymousReads", () => {
  const reads = (uid: number) => [
    "/v2/agendas",
    "/v2/events",
    `/v2/agendas/${uid}`,
    `/v2/agendas/${uid}/settings`,
    `/v2/agendas/${uid}/events`,
    `/v2/agendas/${uid}/locations`,
    `/v2/agendas/${uid}/suggest?q=con`,
    `/v2/agendas/${uid}/events.v2.json`
  ]

  it("is off by default", () =>
    withAgendas({}, async (ask, { uid }) => {
      for (const path of reads(uid)) expect([path, (await ask(path)).status]).toEqual([path, expect.toSatisfy((status) => status !== 200)])
    }))

  it("shows public agendas, and neither private ones nor members", () =>
    withAgendas({ anonymousReads: true }, async (ask, { uid }, hidden) => {
      const served = reads(uid).filter((path) => !path.includes(".v2."))
      for (const path of served) expect([path, (await ask(path)).status]).toEqual([path, 200])
      for (const path of reads(hidden).filter((path) => path.includes(String(hidden)))) {
        expect([path, (await ask(path)).status]).toEqual([path, 404])
      }
      expect(await (await ask(`/v2/agendas/${uid}/events`)).json()).toMatchObject({ total: 1 })
      expect(JSON.stringify(await (await ask("/v2/agendas")).json())).not.toContain("Hidden")
      expect((await ask(`/v2/agendas/${uid}/members`)).status).toBe(401)
      expect((await ask("/v2/me/agendas")).status).toBe(401)
      expect((await ask(`/v2/agendas/${uid}/events`, { key: "unknown" })).status).toBe(403)
      expect((await ask(`/v2/agendas/${uid}/events`, { "access-token": "unknown" })).status).toBe(401)
    }))

  it("is said by the OpenAPI document, of the reads that need no credential", () =>
    withAgendas({ anonymousReads: true }, async (ask, { uid }) => {
      const { paths }: OpenApi.OpenAPISpec = await (await ask("/openapi.json")).json()
      const reads = Object.entries(paths).flatMap(([path, { get }]) => get === undefined ? [] : [{ path, security: get.security }])
      expect(reads.length).toBeGreaterThan(20)
      for (const { path, security } of reads) {
        const { status } = await ask(path.replace("{agendaUid}", String(uid)).replaceAll(/\{\w+\}/g, "1"))
        expect([path, security.some((scheme) => Object.keys(scheme).length === 0)]).toEqual([path, status !== 401])
      }
    }))

  it("does not let anybody write", async () => {
    const engine = createAgendaEngine({ ...memory, anonymousReads: true })
    const { uid } = await agendaIn(engine)
    const request = new Request(`https://host.example/v2/agendas/${uid}/events`, { method: "POST", body: JSON.stringify(body) })
    expect((await engine.handler(request)).status).toBe(401)
    await engine.close()
  })
})

describe("templates", () => {
  it("have slots in pages, and in embeds only the head", () =>
    withAgendas({
      templates: {
        head: '<meta name="theme-color" content="#b00020">',
        header: ({ lang }) => `<p id="host-header">Town (${lang})</p>`,
        footer: '<p id="host-footer">Imprint</p>',
        style: "#host-header{color:red}",
        policy: { "img-src": "*" }
      }
    }, async (ask, { slug }) => {
      for (const path of [`/agendas/${slug}?lang=en`, "/agendas/none?lang=en"]) {
        const response = await ask(path)
        const page = await response.text()
        expect(page).toMatch(/theme-color[^]*<\/head>[^]*host-header">Town \(en\)[^]*<main [^]*host-footer[^]*<\/body>/)
        expect(page).toContain("#host-header{color:red}</style>")
        expect(response.headers.get("content-security-policy")).toContain("img-src *")
      }
      const embed = await (await ask(`/embed/agendas/${slug}`)).text()
      expect(embed).toContain("theme-color")
      expect(embed).not.toMatch(/<p id="host-/)
    }))
})

describe("logger", () => {
  const warned = async (logger: NonNullable<EngineOptions["logger"]>) => {
    const engine = createAgendaEngine({ database: "sqlite:/nowhere/none/agenda.db", logger })
    await engine.handler(get("/v2/agendas"))
    await engine.close()
  }
  const methods = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })

  it("of the form of console gets text and fields, also while there is no database", async () => {
    const logger = methods()
    await warned(logger)
    expect(logger.error).toHaveBeenCalledWith("the store cannot be reached", expect.objectContaining({ err: expect.any(Error) }))
  })

  it("of the form of pino gets fields and text", async () => {
    const logger = { ...methods(), child: () => logger }
    await warned(logger)
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }), "the store cannot be reached")
  })

  it("may be one of Effect, and gets the log of requests", async () => {
    const messages: Array<string> = []
    const engine = createAgendaEngine({
      ...memory,
      http: { accessLog: true },
      logger: Logger.make(({ message }) => void messages.push(String(message)))
    })
    await engine.handler(get("/v2/nothing"))
    await engine.close()
    expect(messages).not.toEqual([])
  })
})

describe("layer", () => {
  class Greeting extends Context.Tag("Greeting")<Greeting, { readonly count: Effect.Effect<number> }>() {}

  it("uses the services of the engine, and is at hand in run", async () => {
    const layer = Layer.effect(
      Greeting,
      Effect.map(Agendas, ({ list }) => ({ count: Effect.orDie(Effect.map(list, (all) => all.length)) }))
    )
    const engine = createAgendaEngine({ ...memory, layer })
    await engine.services.agendas.create({ title: "Town" })
    expect(await engine.run(Effect.flatMap(Greeting, ({ count }) => count))).toBe(1)
    await engine.close()
  })

  it("that fails is the rejection of ready", async () => {
    const engine = createAgendaEngine({ ...memory, layer: Layer.fail(new Error("no greeting")) })
    await expect(engine.ready()).rejects.toThrow("no greeting")
    await engine.close()
  })
})

describe("imageStore", () => {
  it("takes the place of images", async () => {
    const files = new Map<string, Uint8Array>()
    const engine = createAgendaEngine({
      ...memory,
      imageStore: {
        put: async (name, bytes) => void files.set(name, bytes),
        get: async (name) => files.get(name) ?? null,
        remove: async (name) => void files.delete(name)
      }
    })
    const { default: sharp } = await import("sharp")
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } }).png().toBuffer()
    const { token, uid } = await agendaIn(engine)
    const form = new FormData()
    form.append("data", JSON.stringify(body))
    form.append("image", new Blob([image], { type: "image/png" }), "a.png")
    const request = new Request(`https://host.example/v2/agendas/${uid}/events`, {
      method: "POST",
      headers: { "access-token": token },
      body: form
    })
    expect((await engine.handler(request)).status).toBe(200)
    expect(files.size).toBeGreaterThan(0)
    await engine.close()
  })

  it("is refused beside images", () => {
    const store = { put: async () => {}, get: async () => null, remove: async () => {} }
    expect(() => createAgendaEngine({ ...memory, images: "memory", imageStore: store })).toThrow(
      expect.objectContaining({ _tag: "InvalidOption", option: "imageStore" })
    )
  })
})

describe("work beside requests", () => {
  it("is done by runDue where background is false", async () => {
    const sent: Array<string> = []
    const engine = createAgendaEngine({
      ...memory,
      background: false,
      publicUrl: "https://host.example",
      limits: { invitationsAtOnce_max: 1 },
      mail: { send: async ({ to }) => void sent.push(to) },
      geocoder: { find: async () => ({ latitude: 48.85, longitude: 2.35 }) }
    })
    const { token, uid } = await agendaIn(engine)
    const location = { name: "Hall", address: "1 Main Street", city: "Paris", countryCode: "FR" }
    const post = async (path: string, content: object) =>
      engine.handler(
        new Request(`https://host.example/v2/agendas/${uid}/${path}`, {
          method: "POST",
          headers: { "access-token": token, "content-type": "application/json" },
          body: JSON.stringify(content)
        })
      )
    expect((await post("locations", location)).status).toBe(200)
    const emails = ["a@example.org", "b@example.org", "c@example.org"]
    expect((await post("members/invite", { role: "contributor", emails })).status).toBe(200)
    expect(sent).toHaveLength(1)
    expect(await engine.runDue()).toEqual({ mails: 2, deliveries: 0, locations: 1, images: 0 })
    expect(sent.toSorted()).toEqual(emails)
    expect(await engine.runDue()).toEqual({ mails: 0, deliveries: 0, locations: 0, images: 0 })
    await engine.close()
  })
})
