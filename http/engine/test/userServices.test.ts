import { rawBody } from "@agenda-engine/core/contract/RawBody"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAsUser } from "../examples/createAsUser.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { body } from "./listening.js"

const forbidden = expect.objectContaining({ _tag: "Forbidden" })

describe("the services of a user of the host", () => {
  it("do what the user may do, as the account that requests have", async () => {
    const engine = createAgendaEngine({
      database: "memory",
      auth: async (request) => {
        const userId = request.headers.get("cookie")
        return userId === null ? null : { userId, roles: userId === "ada" ? { "*": "administrator" } : {} }
      }
    })
    const { uid } = await engine.services.agendas.create({ title: "Town" })
    const ada = engine.as({ userId: "ada", name: "Ada", roles: { [uid]: "administrator" } })
    const { event } = await ada.events.create(uid, body)
    expect(await ada.events.get(uid, { _tag: "Uid", uid: event.uid })).toMatchObject({ event: { title: body.title } })
    expect(await ada.events.list(uid, EventQuery.make({}))).toMatchObject({ total: 1 })
    const streamed: Array<number> = []
    for await (const each of ada.events.stream({ _tag: "Uid", uid }, EventQuery.make({}))) streamed.push(each.uid)
    expect(streamed).toEqual([event.uid])
    expect(await ada.agendas.getOwn({ _tag: "Uid", uid }, { detailed: false })).toMatchObject({ title: "Town", me: { member: {} } })
    expect(await ada.agendas.sources(uid)).toEqual([])
    expect(await ada.members.agendasOf({ limit: 10 })).toMatchObject({ items: [{ uid, title: "Town" }] })
    expect(await ada.events.listPublic(EventQuery.make({}))).toMatchObject({ total: 1, events: [{ uid: event.uid }] })
    expect(await ada.agendas.get(uid, { detailed: false })).toMatchObject({ title: "Town" })
    const hall = { name: "Hall", address: "1 Main Street", city: "Paris", countryCode: "FR", latitude: 48.85, longitude: 2.35 }
    expect(await ada.locations.create(uid, rawBody(hall))).toMatchObject({ location: { name: "Hall" } })
    const response = await engine.handler(
      new Request(`https://host.example/v2/agendas/${uid}/events/${event.uid}?detailed=1`, { headers: { cookie: "ada" } })
    )
    expect(response.status).toBe(200)
    await ada.events.patch(uid, { _tag: "Uid", uid: event.uid }, { title: { en: "Other" } })
    await ada.events.remove(uid, { _tag: "Uid", uid: event.uid })
    expect(await ada.events.list(uid, EventQuery.make({}))).toMatchObject({ total: 0 })
    const faulty = engine.as(JSON.parse('{"userId":"","roles":{"1":"boss"},"expiresAt":"soon"}'))
    const expected = "a text of 1 to 255 characters without control characters, or a whole number, is expected"
    await expect(faulty.events.list(uid, EventQuery.make({}))).rejects.toMatchObject({
      issues: [
        { field: "user.userId", message: expected },
        { field: "user.roles", message: "roles by the uid of an agenda or * are expected" },
        { field: "user.expiresAt" }
      ]
    })
    expect(await engine.services.users.list()).toHaveLength(1)
    await engine.close()
  })

  it("are refused as requests are, with typed errors", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    const { uid } = await engine.services.agendas.create({ title: "Town", private: true })
    const agenda = { _tag: "Uid", uid } as const
    const bob = engine.as(7)
    await expect(bob.events.create(uid, body)).rejects.toEqual(forbidden)
    await expect(bob.events.list(uid, EventQuery.make({}))).rejects.toEqual(forbidden)
    const streamed = async () => {
      for await (const { uid } of bob.events.stream(agenda, EventQuery.make({}))) expect(uid).toBe(0)
    }
    await expect(streamed()).rejects.toEqual(forbidden)
    await expect(bob.locations.create(uid, rawBody({ name: "Hall" }))).rejects.toEqual(forbidden)
    await expect(bob.members.page(uid, { limit: 10 })).rejects.toEqual(forbidden)
    await expect(bob.events.list(1, EventQuery.make({}))).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(engine.as({ userId: "7", expiresAt: 1 }).events.list(uid, EventQuery.make({}))).rejects.toMatchObject({
      _tag: "Unauthorized"
    })
    for (const userId of ["", "a\u0000b", 1.5]) {
      await expect(engine.as(userId).events.list(uid, EventQuery.make({}))).rejects.toMatchObject({ _tag: "Invalid" })
    }
    expect(await engine.services.users.list()).toHaveLength(1)
    await engine.close()
  })
})

describe("the example of a user's event", () => {
  it("is shown in the guide unchanged", () => {
    const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")
    expect(read("../../../docs/guides/host-users.md")).toContain(`\`\`\`ts\n${read("../examples/createAsUser.ts")}\`\`\``)
  })

  it.each(["memory", "sqlite"])("creates, changes and removes with the rights that the host answers, on %s", async (store) => {
    const folder = mkdtempSync(join(tmpdir(), "agenda-engine-users-"))
    const engine = createAgendaEngine({
      database: store === "memory" ? "memory" : `sqlite:${join(folder, "agenda.db")}`,
      auth: {
        // No request names a user here, so these roles must not count.
        auth: async () => ({ userId: "bob", roles: { "*": "administrator" } }),
        membershipOf: async (userId) => userId === "ada" ? "moderator" : null,
        directory: {
          find: async (userId) => userId === "ada" ? { userId, name: "Ada Lovelace" } : null,
          findByEmail: async () => null
        }
      }
    })
    try {
      const { uid } = await engine.services.agendas.create({ title: "Town" })
      const eventUid = await createAsUser(engine, "ada", uid, body)
      const event = { _tag: "Uid", uid: eventUid } as const
      const ada = engine.as("ada").events
      const bob = engine.as("bob").events
      await expect(createAsUser(engine, "bob", uid, body)).rejects.toEqual(forbidden)
      await expect(bob.patch(uid, event, { title: { en: "Taken" } })).rejects.toEqual(forbidden)
      await expect(bob.remove(uid, event)).rejects.toEqual(forbidden)
      expect(await ada.patch(uid, event, { title: { en: "Other" } })).toMatchObject({ event: { title: { en: "Other" } } })
      expect((await engine.services.users.list()).map(({ name }) => name)).toContain("Ada Lovelace")
      await ada.remove(uid, event)
      await expect(ada.get(uid, event)).rejects.toMatchObject({ _tag: "NotFound" })
    } finally {
      await engine.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe("agendas", () => {
  it.each(["memory", "sqlite::memory:"] as const)("have settings and fields as values, whatever answers them, on %s", async (database) => {
    const { close, services: { agendas } } = createAgendaEngine({ database })
    const field = { field: "level", fieldType: "text", label: { en: "Level" } }
    const settings = { search: { synonyms: [["gig", "concert"]] } }
    const created = await agendas.create({ title: "Town", schema: { fields: [field] }, settings })
    expect(created).toMatchObject({ title: "Town", settings, fields: [{ field: "level" }] })
    expect(created).not.toHaveProperty("titleFolded")
    expect(await agendas.list()).toEqual([created])
    expect(await agendas.update(created.uid, { title: "City" })).toMatchObject({ title: "City", settings, fields: [{ field: "level" }] })
    expect(await agendas.restore({ uid: created.uid + 1, title: "Other" })).toMatchObject({
      outcome: "created",
      agenda: { settings: {}, fields: [] }
    })
    await close()
  })
})
