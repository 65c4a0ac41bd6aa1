import { createAgendaClient, type Event, type EventDraft, type EventPatch, ProblemError } from "@agenda-engine/client"
import type * as Http from "node:http"
import { describe, expect, it } from "vitest"
import { listening } from "../../engine/test/listening.js"
import { routes } from "../src/generated/routes.gen.js"

const sender = (respond: (address: string, init: RequestInit, sent: number) => Response) => {
  const sent: Array<readonly [address: string, init: RequestInit]> = []
  return {
    sent,
    fetch: async (address: string, init: RequestInit) => respond(address, init, sent.push([address, init]))
  }
}

const found = () => Response.json({ success: true, total: 0, agendas: [], after: null })
const busy = (after: string, status = 503) => new Response(null, { status, headers: { "retry-after": after } })

describe("a parameter of a path", () => {
  const { fetch, sent } = sender(found)
  const methods = Object.entries(createAgendaClient({ url: "http://agenda.example", key: "k", fetch }))

  it.each(methods.flatMap(([name, call]) => {
    const row = Object.entries(routes).find(([operation]) => operation === name)?.[1]
    const names = [...(row?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter)
    return names.map((parameter) => ({ name, parameter, names, call }))
  }))("$parameter of $name is never a dot segment, empty or absent", async ({ call, names, parameter }) => {
    const complete = Object.fromEntries(names.map((each) => [each, "1"]))
    for (const value of [".", "..", "", undefined, null]) {
      await expect(Reflect.apply(call, null, [{ ...complete, [parameter]: value }])).rejects.toThrow(`${parameter}: `)
    }
    expect(sent).toEqual([])
  })
})

describe("a member that is undefined", () => {
  interface Hall {
    readonly places?: number
    readonly stage: string
  }
  /** Whether a member may be undefined. */
  type Lenient<Value, Name extends keyof Value> = undefined extends Value[Name] ? "optional" : "required"

  it("is left out of bodies, forms, queries and headers", async () => {
    const { fetch, sent } = sender(found)
    const client = createAgendaClient<Hall>({ url: "http://agenda.example", accessToken: "t", fetch })
    const timings = [{ begin: "2030-06-21T20:00:00Z", end: "2030-06-21T22:00:00Z", id: undefined }]
    const body = {
      title: { en: "Jazz", fr: undefined },
      description: { en: "Brass" },
      conditions: undefined,
      timings,
      stage: "left"
    } as const
    const request = { agendaUid: 1, lang: undefined, idempotencyKey: undefined, signal: undefined, files: { image: undefined } }
    await client.createEvent({ ...request, body: { ...body, places: undefined } })
    const patch: EventPatch<Hall> = { title: undefined, places: undefined, stage: undefined, state: 2 }
    await client.patchEvent({ agendaUid: 1, eventUid: 2, ifMatch: undefined, body: patch })
    await client.listEvents({
      agendaUid: 1,
      query: { search: undefined, timings: { gte: undefined }, detailed: undefined, places: undefined }
    })
    await client.listEvents({ agendaUid: 1, query: undefined })
    const [created, patched, ...listed] = sent
    const form = created?.[1].body
    const data = form instanceof FormData ? form.get("data") : null
    if (!(form instanceof FormData) || typeof data !== "string") throw new Error("no form with data")
    expect(form.has("image")).toBe(false)
    const kept = {
      title: { en: "Jazz" },
      description: body.description,
      timings: [{ begin: body.timings[0]?.begin, end: body.timings[0]?.end }]
    }
    expect(JSON.parse(data)).toEqual({ ...kept, stage: "left" })
    expect(patched?.[1].body).toBe('{"state":2}')
    expect(new Headers(patched?.[1].headers).has("if-match")).toBe(false)
    expect(listed.map(([address]) => address)).toEqual(Array(2).fill("http://agenda.example/v2/agendas/1/events"))
  })

  it("is none that a body needs or an answer has", () => {
    const draft: [Lenient<EventDraft<Hall>, "title">, Lenient<EventDraft<Hall>, "stage">, Lenient<EventDraft<Hall>, "places">] = [
      "required",
      "required",
      "optional"
    ]
    const read: Lenient<Required<Event>, "title"> = "required"
    expect([...draft, read]).toEqual(["required", "required", "optional", "required"])
  })
})

describe("a redirect", () => {
  it("is not followed, and names its target", async () => {
    const asked: Array<Http.IncomingHttpHeaders> = []
    await listening((request, response) => {
      asked.push(request.headers)
      response.end("{}")
    }, async (other) => {
      for (const status of [301, 302, 303, 307, 308]) {
        await listening((_, response) => response.writeHead(status, { location: `${other}/v2/agendas` }).end(), async (url) => {
          for (const credential of [{ key: "k" }, { accessToken: "t" }, { secretKey: "s" }]) {
            await expect(createAgendaClient({ url, ...credential }).searchAgendas()).rejects.toThrow(other)
          }
        })
      }
    })
    expect(asked).toEqual([])
  })
})

describe("a function that has an access token", () => {
  it("is called again once after 401, and the request is not repeated with the same token", async () => {
    for (const [tokens, outcome, requests] of [[["old", "new"], 200, 2], [["old", "old"], 401, 1], [["old", "bad"], 401, 2]] as const) {
      const { fetch, sent } = sender((_, { headers }) =>
        new Headers(headers).get("access-token") === "new" ? found() : new Response(null, { status: 401 })
      )
      const left: Array<string> = [...tokens]
      const client = createAgendaClient({ url: "http://agenda.example", accessToken: () => left.shift() ?? "none", fetch })
      const status = await client.searchAgendas().then(() => 200, (error) => error instanceof ProblemError ? error.status : error)
      expect([tokens, status, sent.length, left]).toEqual([tokens, outcome, requests, []])
    }
  })
})

describe("a request that is refused for now", () => {
  const url = "http://agenda.example"
  const body = { title: { en: "a" }, description: { en: "b" }, timings: [], attendanceMode: 2 } as const

  it("is sent again after Retry-After, as many times as the option retry says", async () => {
    for (const status of [429, 503]) {
      const { fetch, sent } = sender((_address, _init, count) => count < 3 ? busy("0", status) : found())
      await createAgendaClient({ url, fetch, retry: 2 }).searchAgendas()
      expect(sent).toHaveLength(3)
      const impatient = sender((_address, _init, count) => count < 3 ? busy("0", status) : found())
      await expect(createAgendaClient({ url, fetch: impatient.fetch, retry: 1 }).searchAgendas()).rejects.toMatchObject({ status })
      const never = sender(() => busy("0", status))
      await expect(createAgendaClient({ url, fetch: never.fetch }).searchAgendas()).rejects.toMatchObject({ status })
      expect(never.sent).toHaveLength(1)
    }
  })

  it("is not sent again without seconds in Retry-After, with many of them, or when it may have been executed", async () => {
    for (const after of ["", "soon", "61", "Wed, 21 Oct 2015 07:28:00 GMT"]) {
      const { fetch, sent } = sender(() => busy(after))
      await expect(createAgendaClient({ url, fetch, retry: 3 }).searchAgendas()).rejects.toMatchObject({ status: 503 })
      expect(sent).toHaveLength(1)
    }
    const writes = sender(() => busy("0"))
    const client = createAgendaClient({ url, fetch: writes.fetch, retry: 1 })
    await expect(client.createEvent({ agendaUid: 1, body })).rejects.toMatchObject({ status: 503 })
    await expect(client.patchEvent({ agendaUid: 1, eventUid: 2, body: { featured: true } })).rejects.toMatchObject({ status: 503 })
    expect(writes.sent).toHaveLength(2)
    await expect(client.createEvent({ agendaUid: 1, body, idempotencyKey: "a" })).rejects.toMatchObject({ status: 503 })
    await expect(client.deleteEvent({ agendaUid: 1, eventUid: 2 })).rejects.toMatchObject({ status: 503 })
    expect(writes.sent).toHaveLength(6)
  })

  it("is cancelled while it waits", async () => {
    const { fetch, sent } = sender(() => busy("60"))
    const controller = new AbortController()
    const call = createAgendaClient({ url, fetch, retry: 1 }).searchAgendas({ signal: controller.signal })
    await new Promise((resolve) => void setImmediate(resolve))
    controller.abort(new Error("cancelled"))
    await expect(call).rejects.toThrow("cancelled")
    expect(sent).toHaveLength(1)
  })
})
