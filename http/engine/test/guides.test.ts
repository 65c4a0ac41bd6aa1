import { type AgendaClient, createAgendaClient, type EventDraft } from "@agenda-engine/client"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeRecordingTracer } from "../../test/world/RecordingTracer.js"
import { calendarHost } from "../examples/calendarHost.js"
import { mirrorAgenda, type TitleTable } from "../examples/changes/mirrorAgenda.js"
import { importEvents } from "../examples/importEvents.js"
import { issueKeys } from "../examples/issueKeys.js"
import { AgendaCount, ownServices } from "../examples/ownServices.js"
import { type Receiver, webhookApp } from "../examples/receive/webhookApp.js"
import { scheduledEngine } from "../examples/scheduledEngine.js"
import { townPages } from "../examples/townPages.js"
import { createAgendaEngine, operator } from "../src/createAgendaEngine.js"
import { agendaIn, body, listening } from "./listening.js"

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

  it(
    "mirror an agenda from where they ended, withdrawn and removed events included",
    () =>
      withClient(async (client, agendaUid, reader) => {
        const table: TitleTable = { rows: new Map([[7, "gone"]]), cursor: undefined }
        const shows = (...titles: ReadonlyArray<string>) =>
          expect.poll(() => [...table.rows.values()].toSorted(), { timeout: 10_000 }).toEqual(titles)
        /** Mirrors while the test runs. */
        const mirroring = async (test: () => Promise<void>) => {
          const stop = new AbortController()
          const mirror = mirrorAgenda(reader, agendaUid, table, stop.signal)
          await test()
          stop.abort("enough")
          await expect(mirror).rejects.toBe("enough")
        }
        await importEvents(client, agendaUid, [{ id: "a", draft }])
        await mirroring(() => shows("Concert"))
        const { event: { uid } } = await client.createEvent({ agendaUid, body: { ...draft, title: { en: "Encore" } } })
        const { event: hidden } = await client.createEvent({ agendaUid, body: { ...draft, title: { en: "Draft" }, state: 0 } })
        await mirroring(async () => {
          await shows("Concert", "Encore")
          await client.patchEvent({ agendaUid, eventUid: uid, body: { state: 0 } })
          await shows("Concert")
          await client.patchEvent({ agendaUid, eventUid: hidden.uid, body: { state: 2 } })
          await shows("Concert", "Draft")
        })
        // The cursor of a moderator is none that a reader of published events can follow.
        table.cursor = (await client.listChanges({ agendaUid, query: { after: "now" } })).next
        table.rows.set(8, "gone")
        await client.patchEvent({ agendaUid, eventUid: hidden.uid, body: { title: { en: "Shown" } } })
        await mirroring(() => shows("Concert", "Shown"))
      }),
    30_000
  )

  it("follow single changes, each with the cursor to store", () =>
    withClient(async (client, agendaUid, reader) => {
      await importEvents(client, agendaUid, [{ id: "a", draft }, { id: "b", draft }])
      const followed: Array<readonly [kind: string, next: string | null]> = []
      for await (const { kind, next } of reader.changes({ agendaUid })) {
        if (followed.push([kind, next]) === 3) break
      }
      expect(followed.map(([kind]) => kind)).toEqual(["agenda.updated", "event.published", "event.published"])
    }))

  it("receive a webhook with its signature, and refuse a forged one", async () => {
    const agendas = createAgendaEngine({ database: "memory", background: false, webhooks: { privateAddresses: true } })
    const { uid } = await agendas.services.agendas.create({ title: "Town" })
    const seen: Array<unknown> = []
    let secret = ""
    const receiver: Receiver = {
      isHandled: async () => false,
      handle: async (id, { kind }) => void seen.push([id.split(":")[0], kind])
    }
    await listening((request, response) => webhookApp(secret, receiver)(request, response), async (url) => {
      const managing = await agendas.services.access.authorize(operator, { _tag: "Uid", uid }, "members:write")
      const made = await agendas.services.webhooks.create(managing, { url: `${url}/agenda-hook` })
      secret = made.secret
      await agendas.services.agendas.update(uid, { title: "The town" })
      expect(await agendas.runDue()).toMatchObject({ deliveries: 1 })
      expect(seen).toEqual([[String(uid), "agenda.updated"]])
      secret = `whsec_${Buffer.from("another secret of 32 characters!").toString("base64")}`
      await agendas.services.agendas.update(uid, { title: "Our town" })
      expect(await agendas.runDue()).toMatchObject({ deliveries: 0 })
      expect(await agendas.services.webhooks.deliveries(managing, made.webhook.id)).toMatchObject([{ status: 400 }, { status: 204 }])
    })
    await agendas.close()
  })

  it("show pages of the town, and public agendas without a credential", async () => {
    const engine = townPages("memory")
    const ask = (path: string) => engine.handler(new Request(`https://inside.example/calendar${path}`))
    const { uid } = await engine.services.agendas.create({ title: "Town", slug: "town" })
    const page = await (await ask("/agendas/town?lang=fr")).text()
    expect(page).toMatch(/theme-color[^]*class="town">Ville<[^]*town\.example\/imprint/)
    const statuses = ["/docs", "/embed/agendas/town", `/v2/agendas/${uid}`].map(async (path) => (await ask(path)).status)
    expect(await Promise.all(statuses)).toEqual([404, 404, 200])
    await engine.close()
  })

  it("log each request, trace it, and do what is due when asked", async () => {
    const lines: Array<string> = []
    const write = (text: unknown) => void lines.push(String(text))
    const { take, tracer } = Effect.runSync(makeRecordingTracer)
    const logger = { debug: write, info: write, warn: write, error: write }
    const { engine, everyMinute } = scheduledEngine("memory", { logger, tracer })
    await engine.ready()
    await engine.handler(new Request("https://host.example/v2/nothing"))
    expect(lines).toEqual([expect.stringContaining("request")])
    expect(take().map(({ name }) => name)).toContain("GET")
    expect(await everyMinute()).toEqual({ mails: 0, deliveries: 0, locations: 0, images: 0 })
    await engine.close()
  })

  it("send mails, find coordinates and keep images by services of the host", async () => {
    const sent: Array<string> = []
    const files = new Map<string, Uint8Array>()
    const engine = ownServices({
      files,
      sendMail: async (to) => void sent.push(to),
      findAddress: async () => ({ latitude: 45.76, longitude: 4.84 })
    })
    const { token, uid } = await agendaIn(engine)
    const post = (path: string, content: string | FormData) =>
      engine.handler(
        new Request(`https://town.example/v2/agendas/${uid}/${path}`, {
          method: "POST",
          headers: { "access-token": token, ...(typeof content === "string" ? { "content-type": "application/json" } : {}) },
          body: content
        })
      )
    await post("members/invite", JSON.stringify({ role: "contributor", emails: ["guest@example.org"] }))
    expect(sent).toEqual(["guest@example.org"])
    await post("locations", JSON.stringify({ name: "Hall", address: "1 Main Street", countryCode: "FR" }))
    const locations = `https://town.example/v2/agendas/${uid}/locations`
    const listed = async () => (await engine.handler(new Request(locations, { headers: { "access-token": token } }))).text()
    await expect.poll(listed, { timeout: 20_000 }).toContain("45.76")
    const form = new FormData()
    form.append("data", JSON.stringify(body))
    const { default: sharp } = await import("sharp")
    form.append(
      "image",
      new Blob([await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } }).png().toBuffer()]),
      "a.png"
    )
    expect((await post("events", form)).status).toBe(200)
    expect(files.size).toBe(3)
    expect(await engine.run(Effect.flatten(AgendaCount))).toBe(1)
    await engine.close()
  })
})
