import express from "express"
import type { RequestListener, Server } from "node:http"
import { describe, expect, it } from "vitest"
import { expressOn } from "../examples/onExpress.js"
import { fastifyOn } from "../examples/onFastify.js"
import { honoOn } from "../examples/onHono.js"
import { routesOn } from "../examples/onNext.js"
import { serverOn } from "../examples/onNode.js"
import { type AgendaEngine, createAgendaEngine } from "../src/createAgendaEngine.js"
import { agendaIn, body, listenerOf, listening } from "./listening.js"

/** How a host mounts an engine, and where. */
interface Mounting {
  readonly name: string
  readonly path: string
  readonly basePath?: string
  readonly host: (engine: AgendaEngine) => RequestListener | Server | Promise<Server>
}

const isMethod = (name: string): name is keyof ReturnType<typeof routesOn> => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(name)

const mountings: ReadonlyArray<Mounting> = [
  { name: "node:http at the root", path: "", host: serverOn },
  { name: "Express behind express.json() under a path", path: "/calendar", host: expressOn },
  { name: "Express at the root", path: "", host: (engine) => express().use(engine.node) },
  {
    name: "Express behind every parser at the root",
    path: "",
    host: (engine) => express().use(express.json(), express.urlencoded({ extended: true }), engine.node)
  },
  {
    name: "Express behind express.raw()",
    path: "/calendar",
    host: (engine) => express().use(express.raw({ type: "*/*" })).use("/calendar", engine.node)
  },
  {
    name: "Fastify under a path",
    path: "/calendar",
    basePath: "/calendar",
    host: async (engine) => {
      const app = fastifyOn(engine)
      await app.ready()
      return app.server
    }
  },
  {
    name: "Hono under a path",
    path: "/calendar",
    basePath: "/calendar",
    host: (engine) => listenerOf(honoOn(engine).fetch)
  },
  {
    name: "Next route handlers",
    path: "/calendar",
    basePath: "/calendar",
    host: (engine) => {
      const routes = routesOn(engine)
      return listenerOf((request) => isMethod(request.method) ? routes[request.method](request) : new Response(null, { status: 405 }))
    }
  }
]

describe.each(mountings)("$name", ({ basePath, host, path }) => {
  const inside = async (options: { readonly publicUrl?: string }, test: (engine: AgendaEngine, origin: string) => Promise<void>) => {
    const common = { database: "memory", basePath } as const
    const engine = createAgendaEngine(options.publicUrl === undefined ? common : { ...common, publicUrl: options.publicUrl })
    try {
      await listening(await host(engine), (origin) => test(engine, origin))
    } finally {
      await engine.close()
    }
  }

  it("writes, lists and reads, with links to its own address", () =>
    inside({}, async (engine, origin) => {
      const { token, uid } = await agendaIn(engine)
      const events = `${origin}${path}/v2/agendas/${uid}/events`
      const headers = { "access-token": token, "content-type": "application/json" }
      const made = await fetch(events, { method: "POST", headers, body: JSON.stringify(body) })
      expect(made.status, await made.clone().text()).toBe(200)
      const location = made.headers.get("location") ?? ""
      expect(location).toMatch(new RegExp(`^${events}/\\d+$`))
      expect(await (await fetch(events, { headers })).json()).toMatchObject({ total: 1 })
      expect((await fetch(location, { method: "HEAD", headers })).status).toBe(200)
      const invalid = await fetch(events, { method: "POST", headers, body: JSON.stringify({ title: 1 }) })
      expect([invalid.status, (await invalid.json()).type]).toEqual([400, `${origin}${path}/problems/validation`])
      const form = new URLSearchParams({ data: JSON.stringify(body) })
      expect((await fetch(events, { method: "POST", headers: { "access-token": token }, body: form })).status).toBe(200)
      expect((await fetch(location, { method: "DELETE", headers })).status).toBe(200)
    }))

  it("with publicUrl, begins links with it", () =>
    inside({ publicUrl: "https://town.example/calendar" }, async (engine, origin) => {
      const { token, uid } = await agendaIn(engine)
      const headers = { "access-token": token, "content-type": "application/json" }
      const made = await fetch(`${origin}${path}/v2/agendas/${uid}/events`, { method: "POST", headers, body: JSON.stringify(body) })
      expect(made.headers.get("location")).toMatch(/^https:\/\/town\.example\/calendar\/v2\/agendas\/\d+\/events\/\d+$/)
    }))
})

it("refuses a body that is too large before it is read", async () => {
  const engine = createAgendaEngine({ database: "memory", http: { body_bytes_max: 1_000 } })
  const { token, uid } = await agendaIn(engine)
  await listening(serverOn(engine), async (origin) => {
    const headers = { "access-token": token, "content-type": "application/json" }
    const large = JSON.stringify({ ...body, description: { en: "x".repeat(500_000) } })
    const refused = await fetch(`${origin}/v2/agendas/${uid}/events`, { method: "POST", headers, body: large })
    expect(refused.status).toBe(413)
  })
  await engine.close()
})

it("leaves paths that are no route to the host, where it has a next handler", async () => {
  const engine = createAgendaEngine({ database: "memory" })
  await listening(expressOn(engine), async (origin) => {
    expect(await (await fetch(`${origin}/hello`)).text()).toBe("hello")
    expect(await (await fetch(`${origin}/calendar/nothing`)).text()).toContain("Cannot GET")
    expect((await fetch(`${origin}/calendar/health/ready`)).status).toBe(200)
  })
  await engine.close()
})
