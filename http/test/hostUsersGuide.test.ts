import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Users } from "@agenda-engine/core/services/Users"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { readFileSync } from "node:fs"
import { createAs } from "../examples/hostUsers/asUser.js"
import { appoint, directoryIn, follow, type UserRow } from "../examples/hostUsers/directory.js"
import { handlerFor } from "../examples/hostUsers/sessions.js"
import { membershipsIn, type TeamTable } from "../examples/hostUsers/teams.js"
import { hostUsers } from "../src/identity/IdentityProvider.js"
import * as WebHandler from "../src/WebHandler.js"
import { testImages } from "./world/testImages.js"

const engine = Layer.merge(
  Engine.layer.pipe(
    Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
  ),
  Logger.remove(Logger.defaultLogger)
)

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const draft = {
  title: { en: "Talk" },
  description: { en: "A talk" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/talk",
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
} as const

const agenda = Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 1, title: "Summer in town" }))

const later = 4_102_444_800_000

const identify = async (request: Request) => {
  const userId = request.headers.get("x-user")
  return userId === null ? null : { userId }
}

describe("docs/guides/host-users.md", () => {
  it.each(["sessions", "teams", "directory", "asUser"])("shows http/examples/hostUsers/%s.ts unchanged", (name) => {
    expect(read("docs/guides/host-users.md")).toContain(`\`\`\`ts\n${read(`http/examples/hostUsers/${name}.ts`)}\`\`\``)
  })

  it("lets users with a session call, and staff write everywhere", async () => {
    const sessions = new Map([["ada", true], ["bob", false]])
    const { dispose, handler, run } = handlerFor(engine, {
      find: async (headers) => {
        const id = headers.get("cookie") ?? ""
        const isStaff = sessions.get(id)
        return isStaff === undefined ? null : { user: { id, name: id, email: `${id}@example.org`, isStaff }, expiresAt: later }
      }
    })
    await run(agenda)
    const create = async (cookie: string) => {
      const headers = { cookie, "content-type": "application/json", "origin": "https://host.example" }
      const { status } = await handler(
        new Request("https://host.example/v2/agendas/1/events", { method: "POST", headers, body: JSON.stringify(draft) })
      )
      return status
    }
    expect([await create("ada"), await create("bob"), await create("eve")]).toEqual([200, 403, 401])
    await dispose()
  })

  it("asks the host for memberships, agendas and members", async () => {
    const team: TeamTable = [
      { userId: "ada", agendaUid: 1, role: "administrator", name: "Ada" },
      { userId: "bob", agendaUid: 1, role: "contributor", name: "Bob" }
    ]
    const users = hostUsers({ auth: identify, headers: ["x-user"], ...membershipsIn(async () => team) })
    const { dispose, handler, run } = WebHandler.make(Layer.provideMerge(engine, users))
    await run(agenda)
    const get = async (path: string, user: string) => {
      const response = await handler(new Request(`https://host.example${path}`, { headers: { "x-user": user } }))
      const { items = [] }: { readonly items?: ReadonlyArray<unknown> } = await response.json()
      return { status: response.status, items }
    }
    expect((await get("/v2/me/agendas", "bob")).items).toMatchObject([{ uid: 1, member: { role: "contributor" } }])
    expect((await get("/v2/agendas/1/members", "ada")).items).toMatchObject([{ name: "Ada" }, { name: "Bob" }])
    expect((await get("/v2/agendas/1/members", "bob")).status).toBe(403)
    await dispose()
  })

  it("asks the directory of the host, and acts as its users", async () => {
    const rows: Array<UserRow> = [{ id: "u-1", name: "Ada", email: "ada@example.org" }]
    const users = hostUsers({ auth: identify, headers: ["x-user"], directory: directoryIn(async () => rows) })
    const { dispose, run } = WebHandler.make(Layer.provideMerge(engine, users))
    await run(agenda)
    await expect(run(createAs("u-1", 1, draft))).rejects.toMatchObject({ _tag: "Forbidden" })
    const member = await run(appoint(1, "Ada@Example.org"))
    expect(member).toMatchObject({ role: "moderator", name: "Ada", email: "ada@example.org" })
    const { event } = await run(createAs("u-1", 1, draft))
    expect(event.title).toEqual({ en: "Talk" })
    rows[0] = { id: "u-1", name: "Countess", email: "ada@example.org" }
    await run(follow("u-1"))
    expect(await run(Effect.flatMap(Users, (accounts) => accounts.findByHostId("u-1")))).toMatchObject({
      uid: member.userUid,
      name: "Countess"
    })
    await dispose()
  })
})
