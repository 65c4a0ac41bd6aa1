import { type AgendaClient, createAgendaClient, type EventDraft } from "@agenda-engine/client"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { calendarHost } from "../examples/calendarHost.js"
import { followChanges } from "../examples/followChanges.js"
import { importEvents } from "../examples/importEvents.js"
import { issueKeys } from "../examples/issueKeys.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { listening } from "./listening.js"

const draft: EventDraft = {
  title: { en: "Concert" },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  state: 2,
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
}

const withClient = async (test: (client: AgendaClient, agendaUid: number, reader: AgendaClient) => Promise<void>) => {
  const engine = createAgendaEngine({ database: "memory" })
  try {
    await listening(engine.node, async (url) => {
      const { agendaUid, publicKey, secretKey } = await issueKeys(engine)
      await test(createAgendaClient({ url, secretKey }), agendaUid, createAgendaClient({ url, key: publicKey }))
    })
  } finally {
    await engine.close()
  }
}

describe("the examples of guides", () => {
  it("start a host with the engine under a path", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agenda-engine-guide-"))
    const { engine, server } = await calendarHost(`sqlite:${join(folder, "agenda.db")}`)
    try {
      if (!server.listening) await once(server, "listening")
      const address = server.address()
      const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
      expect(await (await fetch(`${origin}/hello`)).text()).toBe("hello")
      const { agendaUid, publicKey } = await issueKeys(engine)
      const client = createAgendaClient({ url: `${origin}/calendar`, key: publicKey })
      expect((await client.listEvents({ agendaUid })).events).toEqual([])
    } finally {
      server.closeAllConnections()
      server.close()
      await engine.close()
      rmSync(folder, { recursive: true })
    }
  })

  it("issue keys of a moderator and of pages", () =>
    withClient(async (client, agendaUid, reader) => {
      expect((await client.listMembers({ agendaUid })).items).toHaveLength(2)
      expect((await reader.getAgenda({ agendaUid })).title).toBe("Town")
      await expect(reader.listMembers({ agendaUid })).rejects.toMatchObject({ kind: "forbidden" })
    }))

  it("import events again without doubles, and report what was refused", () =>
    withClient(async (client, agendaUid) => {
      const source = [{ id: "a", draft }, { id: "b", draft: { ...draft, timings: [] } }, { id: "c/1", draft }]
      const refused = [{ id: "b", faults: [expect.stringMatching(/^timings: /)] }]
      expect(await importEvents(client, agendaUid, source)).toEqual(refused)
      expect(await importEvents(client, agendaUid, source)).toEqual(refused)
      expect((await client.listEvents({ agendaUid })).total).toBe(2)
    }))

  it("follow changes and removals from where they ended", () =>
    withClient(async (client, agendaUid) => {
      const seen: Array<string | number> = []
      const handler = {
        changed: async ({ title }: { readonly title: { readonly en?: string } }) => void seen.push(title.en ?? ""),
        removed: async (eventUid: number) => void seen.push(eventUid)
      }
      await importEvents(client, agendaUid, [{ id: "a", draft }, { id: "b", draft: { ...draft, title: { en: "Encore" } } }])
      const next = await followChanges(client, agendaUid, "2020-01-01", handler)
      expect(seen).toEqual(["Concert", "Encore"])
      const { event: { uid } } = await client.getEventByExtId({ agendaUid, key: "tickets", value: "a" })
      await client.deleteEvent({ agendaUid, eventUid: uid })
      await followChanges(client, agendaUid, next, handler)
      expect(seen.at(-1)).toBe(uid)
    }))
})
