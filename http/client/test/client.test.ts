import {
  createAgendaClient,
  type Event,
  type EventItem,
  type KeptEvent,
  ProblemError,
  type RemovedEvent,
  type ViewedEvent
} from "@agenda-engine/client"
import { readFileSync } from "node:fs"
import { describe, expect, expectTypeOf, it } from "vitest"
import { body } from "../../engine/test/listening.js"
import { fiveCalls } from "../examples/fiveCalls.js"
import { encodeQuery } from "../src/encodeRequest.js"
import { inTown } from "./inTown.js"

const settled = async (calls: ReadonlyArray<Promise<unknown>>): Promise<ReadonlyArray<unknown>> =>
  (await Promise.allSettled(calls)).map((result) =>
    result.status === "fulfilled" ? "fulfilled" : result.reason instanceof ProblemError ? result.reason.kind : result.reason
  )

describe("README.md", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

  it("shows examples/fiveCalls.ts unchanged", () => {
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(new URL("../examples/fiveCalls.ts", import.meta.url), "utf8")}\`\`\``)
  })

  it("has five calls that work", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      expect(await fiveCalls(url, secretKey, agendaUid, { ...body, attendanceMode: 2, state: 2 })).toEqual({
        places: 200,
        titles: ["Concert!"],
        refused: ["title: required"]
      })
    }))
})

describe("a client", () => {
  it("iterates every page of a list once, and the pages of other lists", () =>
    inTown(async ({ agendaUid, key, secretKey, url }) => {
      const writer = createAgendaClient({ url: `${url}/`, secretKey })
      for (const en of ["a", "b", "c", "d", "e"]) {
        await writer.createEvent({ agendaUid, body: { ...body, attendanceMode: 2, state: 2, title: { en } } })
        await writer.createLocation({ agendaUid, body: { name: en, address: "1 quay", countryCode: "FR" } })
      }
      const requested: Array<string> = []
      const reader = createAgendaClient({
        url,
        key,
        fetch: (address, init) => {
          requested.push(address)
          return fetch(address, init)
        }
      })
      const titles: Array<string | undefined> = []
      for await (const event of reader.listEvents({ agendaUid, query: { size: 2, sort: "updatedAt.asc" } })) titles.push(event.title.en)
      expect(titles).toEqual(["a", "b", "c", "d", "e"])
      expect(requested).toHaveLength(3)
      const names: Array<string> = []
      for await (const location of reader.listLocations({ agendaUid, query: { size: 2, from: 1, sort: "name.asc" } })) {
        names.push(location.name)
      }
      expect(names).toEqual(["b", "c", "d", "e"])
      for await (const event of reader.listEvents({ agendaUid, query: { size: 2 } })) {
        expect(event.uid).toBeGreaterThan(0)
        break
      }
      expect(requested).toHaveLength(6)
      expect((await reader.listEvents({ agendaUid, query: { size: 2 } })).events).toHaveLength(2)
    }))

  it("types events by the query, and the server answers so", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      const client = createAgendaClient<{ readonly places?: number }>({ url, secretKey })
      await client.createEvent({ agendaUid, body: { ...body, attendanceMode: 2, state: 2, places: 12 } })
      const [item] = (await client.listEvents({ agendaUid })).events
      expectTypeOf(item).toEqualTypeOf<EventItem<{ readonly places?: number }> | undefined>()
      expect(item).not.toHaveProperty("longDescription")
      const [whole] = (await client.listEvents({ agendaUid, query: { detailed: true } })).events
      expectTypeOf(whole).toEqualTypeOf<Event<{ readonly places?: number }> | undefined>()
      expect(whole).toMatchObject({ places: 12, longDescription: {} })
      const [english] = (await client.listEvents({ agendaUid, query: { monolingual: "en" } })).events
      expectTypeOf(english).toEqualTypeOf<ViewedEvent<{ readonly places?: number }> | RemovedEvent | undefined>()
      expect(english).toMatchObject({ title: "Concert" })
      expect((await client.listEvents({ agendaUid, query: { places: { gte: 13 } } })).total).toBe(0)
      expect((await client.listEvents({ agendaUid, query: { places: [12, 13], featured: false, state: [2, 1] } })).total).toBe(1)
      const across = await client.listPublicEvents()
      expectTypeOf(across.events).toEqualTypeOf<ReadonlyArray<EventItem>>()
    }))

  it("lists removed events", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      const client = createAgendaClient({ url, secretKey })
      const { event } = await client.createEvent({ agendaUid, body: { ...body, attendanceMode: 2, state: 2 } })
      await client.createEvent({ agendaUid, body: { ...body, attendanceMode: 2, state: 2, title: { en: "Encore" } } })
      await client.deleteEvent({ agendaUid, eventUid: event.uid })
      const { events: [gone, ...others] } = await client.listEvents({ agendaUid, query: { removed: null, sort: "updatedAt.desc" } })
      expectTypeOf(gone).toEqualTypeOf<KeptEvent | RemovedEvent | undefined>()
      expect(gone).toMatchObject({ uid: event.uid, removed: true })
      expect(others).toMatchObject([{ title: { en: "Encore" }, longDescription: {}, removed: false }])
      expect((await client.listEvents({ agendaUid, query: { removed: true } })).total).toBe(1)
      expect((await client.listEvents({ agendaUid, query: { removed: false } })).total).toBe(1)
    }))

  it("replays a retry, and refuses a change of another version", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      const client = createAgendaClient({ url, secretKey })
      const request = { agendaUid, body: { ...body, attendanceMode: 2, title: "Concert" }, lang: "en", idempotencyKey: "once" } as const
      const first = await client.createEvent(request)
      const retry = await client.createEvent(request).withResponse()
      expect(retry.body.event).toEqual(first.event)
      expect(retry.response.headers.get("idempotency-replayed")).toBe("true")
      const { uid: eventUid } = first.event
      const { response } = await client.getEvent({ agendaUid, eventUid }).withResponse()
      const ifMatch = response.headers.get("etag") ?? ""
      await client.patchEvent({ agendaUid, eventUid, ifMatch, body: { featured: true } })
      expect(await settled([client.patchEvent({ agendaUid, eventUid, ifMatch, body: { featured: false } })])).toEqual([
        "precondition-failed"
      ])
    }))

  it("rejects with the problem of the server, and with what a proxy answers", () =>
    inTown(async ({ agendaUid, key, url }) => {
      const reader = createAgendaClient({ url, key })
      const failure: unknown = await reader.listEvents({ agendaUid, query: { size: 301, from: -1 } }).then(
        () => null,
        (error) => error
      )
      expect(failure).toMatchObject({ name: "ProblemError", kind: "parameters", status: 400 })
      const faults = failure instanceof ProblemError ? failure.errors.map(({ field }) => field) : []
      expect(faults.toSorted()).toEqual(["from", "size"])
      const away = createAgendaClient({ url, key, fetch: async () => new Response("<h1>Bad gateway</h1>", { status: 502 }) })
      const gone = createAgendaClient({ url, key, fetch: async () => Promise.reject(new TypeError("fetch failed")) })
      expect(
        await settled([
          reader.getEvent({ agendaUid, eventUid: 1 }),
          reader.createEvent({ agendaUid, body: { ...body, attendanceMode: 2 } }),
          createAgendaClient({ url }).searchAgendas(),
          away.searchAgendas(),
          gone.searchAgendas()
        ])
      ).toEqual(["not-found", "unauthorized", "unauthorized", "unknown", new TypeError("fetch failed")])
      const aborted = reader.searchAgendas({ signal: AbortSignal.abort() })
      await expect(aborted).rejects.toMatchObject({ name: "AbortError" })
      await expect(away.searchAgendas().withResponse()).rejects.toBeInstanceOf(ProblemError)
    }))

  it("requests an access token once, and another one when it has expired", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      const sent: Array<string> = []
      let isExpired = false
      const client = createAgendaClient({
        url,
        secretKey,
        fetch: async (address, init) => {
          const path = new URL(address).pathname
          sent.push(path)
          if (path === "/v2/requestAccessToken") isExpired = false
          return isExpired ? new Response(null, { status: 401 }) : fetch(address, init)
        }
      })
      await Promise.all([client.getAgenda({ agendaUid }), client.listMembers({ agendaUid })])
      expect(sent.filter((path) => path === "/v2/requestAccessToken")).toHaveLength(1)
      isExpired = true
      expect((await client.getAgenda({ agendaUid })).uid).toBe(agendaUid)
      expect(sent.slice(-3)).toEqual([`/v2/agendas/${agendaUid}`, "/v2/requestAccessToken", `/v2/agendas/${agendaUid}`])
      const { access_token } = await createAgendaClient({ url }).requestAccessToken({ body: { code: secretKey } })
      const other = createAgendaClient({ url, accessToken: async () => access_token })
      expect((await other.listMembers({ agendaUid })).items).toMatchObject([{ role: "administrator" }])
      expect(await settled([createAgendaClient({ url, secretKey: "none" }).searchAgendas()])).toEqual(["unauthorized"])
    }))

  it("sends paths that need escapes, and reads exports as text and as bytes", () =>
    inTown(async ({ agendaUid, secretKey, url }) => {
      const client = createAgendaClient({ url, secretKey })
      const ext = { agendaUid, key: "erp", value: "a/b ?é" }
      const draft = { ...body, attendanceMode: 2, state: 2 } as const
      const { event } = await client.upsertEvent({ ...ext, body: draft })
      expect((await client.getEventByExtId(ext)).event.uid).toBe(event.uid)
      expect(await client.exportCsv({ agendaUid })).toContain("Concert")
      expect(await client.exportCalendar({ agendaUid })).toContain("BEGIN:VCALENDAR")
      expect(await client.exportRss({ agendaUid })).toContain("<rss")
      const workbook = await client.exportXlsx({ agendaUid })
      expect(await workbook.slice(0, 2).text()).toBe("PK")
      const form = { agendaUid, body: draft, files: { image: new Blob(["GIF89a"], { type: "image/gif" }) } }
      expect(await settled([client.createEvent(form)])).toEqual(["validation"])
    }))

  it("encodes lists, ranges and boxes of a query", () => {
    expect(decodeURIComponent(encodeQuery({
      search: ["a b", "c"],
      uid: 3,
      featured: true,
      timings: { gte: "2030-01-01", lte: undefined },
      geo: { northEast: { lat: 1, lng: 2 } },
      updatedAt: [{ gte: "2030" }, { lte: "2029" }],
      removed: null,
      absent: undefined
    }))).toBe(
      "?search[]=a+b&search[]=c&uid=3&featured=1&timings[gte]=2030-01-01&geo[northEast][lat]=1&geo[northEast][lng]=2&updatedAt[0][gte]=2030&updatedAt[1][lte]=2029&removed=null"
    )
    expect(encodeQuery({})).toBe("")
  })
})
