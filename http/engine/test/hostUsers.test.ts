import express from "express"
import { describe, expect, it } from "vitest"
import { engineFor } from "../examples/withUsers.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { nodeRequestOf } from "../src/nodeRequest.js"
import { agendaIn, body, listening } from "./listening.js"

const bearer = (user: string) => ({ authorization: `Bearer ${user}`, "content-type": "application/json" })

/** The user that a request names, who administers the agenda `7`. */
const auth = async (request: Request) => {
  const [, userId] = /^Bearer (\w+)$/.exec(request.headers.get("authorization") ?? "") ?? []
  return userId === undefined ? null : { userId, roles: userId === "ada" ? { "7": "administrator" as const } : {} }
}

describe("auth", () => {
  it("lets users of the host write what their roles allow, beside keys of the engine", async () => {
    const engine = createAgendaEngine({ database: "memory", auth })
    await engine.services.agendas.create({ uid: 7, title: "Square" })
    const { token, uid } = await agendaIn(engine)
    await listening(engine.node, async (origin) => {
      const post = (agenda: number, headers: Record<string, string>) =>
        fetch(`${origin}/v2/agendas/${agenda}/events`, { method: "POST", headers, body: JSON.stringify(body) }).then(({ status }) => status)
      expect(await post(7, bearer("ada"))).toBe(200)
      expect(await post(7, bearer("bob"))).toBe(403)
      expect(await post(uid, bearer("ada"))).toBe(403)
      expect(await post(uid, { "access-token": token, "content-type": "application/json" })).toBe(200)
    })
    await engine.close()
  })

  it("knows the sessions of a host by their cookie, until they end", async () => {
    const sessions = new Map([["s=1", Number.MAX_SAFE_INTEGER], ["s=2", 1]])
    const engine = engineFor(async (cookie) => {
      const expiresAt = sessions.get(cookie ?? "")
      return expiresAt === undefined ? null : { userId: "ada", name: "Ada", expiresAt }
    })
    const { uid } = await engine.services.agendas.create({ title: "Square" })
    const read = async (cookie: string) =>
      (await engine.handler(new Request(`https://host.example/v2/agendas/${uid}`, { headers: { cookie } }))).status
    expect(await Promise.all(["s=1", "s=2", "s=3"].map(read))).toEqual([200, 401, 401])
    await engine.close()
  })

  it("with the other options of hostUsers, refuses keys and asks the host for memberships", async () => {
    const asked: Array<readonly [string, number]> = []
    const engine = createAgendaEngine({
      database: "memory",
      auth: {
        auth: async (request) => ({ userId: request.headers.get("x-user") ?? "nobody" }),
        headers: ["x-user"],
        engineCredentials: false,
        membershipOf: async (userId, agendaUid) => {
          asked.push([userId, agendaUid])
          return userId === "ada" ? "moderator" : null
        }
      }
    })
    const { token, uid } = await agendaIn(engine)
    const post = (headers: Record<string, string>) =>
      engine.handler(
        new Request(`https://host.example/v2/agendas/${uid}/events`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body)
        })
      )
    expect((await post({ "x-user": "ada" })).status).toBe(200)
    expect((await post({ "x-user": "bob", "access-token": token })).status).toBe(403)
    expect(asked).toContainEqual(["ada", uid])
    await engine.close()
  })

  it("sees what the middleware of a host knows of a request", async () => {
    const users = new WeakMap<object, string>()
    const engine = createAgendaEngine({
      database: "memory",
      auth: async (request) => {
        const userId = users.get(nodeRequestOf(request) ?? {})
        return userId === undefined ? null : { userId, roles: { "*": "administrator" } }
      }
    })
    await engine.services.agendas.create({ uid: 7, title: "Square" })
    const app = express().use(
      (request, _response, next) => {
        if (request.get("x-session") === "s1") users.set(request, "ada")
        next()
      },
      express.json(),
      engine.node
    )
    await listening(app, async (origin) => {
      const post = (session: string) =>
        fetch(`${origin}/v2/agendas/7/events`, {
          method: "POST",
          headers: { "x-session": session, "content-type": "application/json" },
          body: JSON.stringify(body)
        }).then(({ status }) => status)
      expect(await post("s1")).toBe(200)
      expect(await post("s2")).toBe(401)
    })
    expect(nodeRequestOf(new Request("https://host.example"))).toBeUndefined()
    await engine.close()
  })
})
