import { type AgendaEngine, createAgendaEngine } from "@agenda-engine/engine"
import { expect, it } from "vitest"
import { listening } from "../../engine/test/listening.js"
import { createAgendaClient } from "../src/createAgendaClient.js"
import { type AgendaMirror, mirrorAgenda, UnreadableAnswer } from "../src/mirror.js"

const agendaUid = 7

const schema = {
  fields: [
    { field: "teaser", fieldType: "html", label: { en: "Teaser" } },
    { field: "level", fieldType: "radio", label: { en: "Level" }, options: [{ id: 1, value: "easy", label: { en: "Easy" } }] }
  ]
}

/** What a reader asks for, below the agenda. */
const queries = [
  "?detailed=1",
  "/schema",
  "/locations?detailed=1",
  "/events?detailed=1",
  "/events?removed=null&sort=updatedAt.asc",
  "/events?search=river&sort=score",
  "/events?level=1&aggregations[]=keywords&aggregations[]=cities&size=0",
  "/events/key/erp/1"
]

const slot = (day: string) => ({ begin: `${day}T19:00:00+02:00`, end: `${day}T21:00:00+02:00` })

const body = (title: string, more: object = {}) => ({
  title: { en: title },
  description: { en: "On the river" },
  longDescription: { en: "Bring a **boat**, see https://example.org" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  state: 2,
  timings: [slot("2030-06-21"), slot("2030-06-22")],
  ...more
} as const)

const offers = [{
  provider: "mapado",
  currency: "EUR",
  tiers: [{ label: { en: "All" }, priceCents: 900 }],
  source: { url: "https://tickets.example" }
}]

const hall = { name: "Hall", address: "1 rue", adminLevel4: "Lyon", countryCode: "FR", latitude: 45.76, longitude: 4.84 }

/** A private agenda, with the keys of its administrator and of a reader. */
const townIn = async ({ services: { agendas, keys, users } }: AgendaEngine) => {
  const { uid: ownerUid } = await users.create({ name: "Ada", email: "ada@example.org" })
  await agendas.restore({ uid: agendaUid, title: "Town", ownerUid, schema, private: true })
  const kept = { agendaUids: null, operations: null, expiresAt: null }
  const { key: secretKey } = await keys.create({ ...kept, ownerUid, kind: "secret" })
  const { key } = await keys.create({ ...kept, ownerUid: null, agendaUids: [agendaUid], kind: "agenda" })
  return { secretKey, key }
}

const textOf = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer
  return `${response.status} ${await response.text()}`
}

/** The queries that the mirror answers otherwise than the server. */
const differing = async (mirror: AgendaMirror, url: string, headers: { readonly key?: string }) => {
  const pairs = await Promise.all(queries.map(async (query) => {
    const address = `${url}/v2/agendas/${agendaUid}${query}`
    return { query, mirror: await textOf(mirror.fetch(address)), server: await textOf(fetch(address, { headers })) }
  }))
  return pairs.filter((pair) => pair.mirror !== pair.server)
}

const inStep = (mirror: AgendaMirror, url: string, headers: { readonly key?: string } = {}) =>
  expect.poll(() => differing(mirror, url, headers), { timeout: 45_000 }).toEqual([])

const withEngine = async (anonymousReads: boolean, test: (engine: AgendaEngine) => Promise<void>) => {
  const engine = createAgendaEngine({ anonymousReads, database: "memory" })
  try {
    await test(engine)
  } finally {
    await engine.close()
  }
}

it(
  "a mirror answers as the server does to a reader, follows its changes, and answers while it cannot be reached",
  () =>
    withEngine(false, (engine) =>
      listening(engine.node, async (url) => {
        const { key, secretKey } = await townIn(engine)
        const client = createAgendaClient({ url, secretKey })
        const { location: { uid: locationUid } } = await client.createLocation({ agendaUid, body: hall })
        const { location: spare } = await client.createLocation({ agendaUid, body: { ...hall, name: "Spare" } })
        const there = { locationUid, attendanceMode: 1, onlineAccessLink: null } as const
        const create = async (title: string, more: object = {}) => (await client.createEvent({ agendaUid, body: body(title, more) })).event
        const concert = await create("Concert", {
          ...there,
          level: 1,
          teaser: "<p>On <b>boats</b></p>",
          extIds: [{ key: "erp", value: "1" }]
        })
        const talk = await create("Talk", { extIds: [{ key: "erp", value: "2" }], offers })
        const draft = await create("Draft", { state: 1 })
        await client.deleteEvent({ agendaUid, eventUid: (await create("Gone")).uid })

        const stop = new AbortController()
        let isOnline = true
        const mirror = await mirrorAgenda({
          url,
          key,
          agendaUid,
          signal: stop.signal,
          fetch: (address, init) => isOnline ? fetch(address, init) : Promise.reject(new TypeError("offline"))
        })
        expect(await differing(mirror, url, { key })).toEqual([])
        const { events } = await mirror.client.listEvents({ agendaUid, query: { search: "boat" } })
        expect(new Set(events.map(({ title }) => title.en))).toEqual(new Set(["Concert", "Talk"]))

        const patch = (eventUid: number, changed: object) => client.patchEvent({ agendaUid, eventUid, body: changed })
        await patch(draft.uid, { state: 2 })
        const sale = { mapado: { syncedAt: "2026-01-01T00:00:00Z", remaining: 0 } }
        await client.patchAvailability({ agendaUid, eventUid: talk.uid, body: { [talk.timings[0]?.id ?? ""]: sale } })
        await inStep(mirror, url, { key })

        isOnline = false
        await patch(concert.uid, { extIds: [{ key: "erp", value: null }], title: { en: "Recital" } })
        await patch(talk.uid, { extIds: [{ key: "erp", value: "1" }] })
        await patch(concert.uid, { extIds: [{ key: "erp", value: "2" }] })
        await client.patchLocation({ agendaUid, locationUid, body: { name: "Old hall", timezone: "Indian/Reunion" } })
        await client.deleteLocation({ agendaUid, locationUid: spare.uid })
        await client.deleteEvent({ agendaUid, eventUid: draft.uid })
        await patch((await create("Encore", there)).uid, { state: 1 })
        expect((await mirror.client.listEvents({ agendaUid })).total).toBe(3)
        isOnline = true
        await inStep(mirror, url, { key })

        await engine.services.agendas.update(agendaUid, { title: "Village", schema: { fields: schema.fields.slice(1) } })
        await inStep(mirror, url, { key })
        await expect.poll(() => mirror.state().upToDate, { timeout: 45_000 }).toBe(true)
        await expect(mirror.client.deleteEvent({ agendaUid, eventUid: talk.uid })).rejects.toMatchObject({ status: 401 })

        stop.abort("enough")
        await expect(mirror.ended).rejects.toBe("enough")
      })),
  200_000
)

/** A response whose connection breaks in the middle of its body. */
const cutOff = (response: Response): Response => {
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.error(new TypeError("terminated"))
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(new TextEncoder().encode("{"))
  return new Response(new ReadableStream({ start, pull }, { highWaterMark: 1 }), response)
}

it(
  "a mirror begins anew when its cursor has expired, also through broken connections, and drops what is no longer there",
  () =>
    withEngine(true, (first) =>
      withEngine(true, async (second) => {
        const fill = (engine: AgendaEngine, titles: ReadonlyArray<string>) =>
          listening(engine.node, async (url) => {
            const client = createAgendaClient({ url, secretKey: (await townIn(engine)).secretKey })
            await engine.services.agendas.update(agendaUid, { private: false })
            const { location: { uid: locationUid } } = await client.createLocation({ agendaUid, body: hall })
            const there = { locationUid, attendanceMode: 1, onlineAccessLink: null } as const
            for (const title of titles) await client.createEvent({ agendaUid, body: body(title, there) })
          })
        await fill(first, ["Concert", "Talk"])
        await fill(second, ["Encore"])
        let current = first
        await listening((request, response) => current.node(request, response), async (url) => {
          const broken = new Set<string>()
          const stop = new AbortController()
          const mirror = await mirrorAgenda({
            url,
            agendaUid,
            signal: stop.signal,
            fetch: async (address, init) => {
              const response = await fetch(address, init)
              const { pathname } = new URL(address)
              if (current === first || broken.has(pathname)) return response
              broken.add(pathname)
              return cutOff(response)
            }
          })
          expect(await differing(mirror, url, {})).toEqual([])
          current = second
          await first.close()
          await inStep(mirror, url)
          expect((await mirror.client.listEvents({ agendaUid })).total).toBe(1)
          expect(broken.size).toBe(4)
          stop.abort()
          await expect(mirror.ended).rejects.toBe(stop.signal.reason)
        })
      })),
  200_000
)

it("a mirror is refused as its reads are, and says which answer it cannot read", () =>
  withEngine(false, (engine) =>
    listening(engine.node, async (url) => {
      const { key } = await townIn(engine)
      await expect(mirrorAgenda({ url, key: "unknown", agendaUid })).rejects.toMatchObject({ name: "ProblemError", status: 403 })
      await expect(mirrorAgenda({ url, key, agendaUid: 8 })).rejects.toMatchObject({ kind: "not-found" })
      const newer = async (address: string, init: RequestInit) => {
        const response = await fetch(address, init)
        return address.includes("detailed") ? Response.json({ ...await response.json(), settings: null }) : response
      }
      const refused = mirrorAgenda({ url, key, agendaUid, fetch: newer })
      await expect(refused).rejects.toBeInstanceOf(UnreadableAnswer)
      await expect(refused).rejects.toThrow(/the agenda is not of the form that this version reads.*settings/s)
    })))
