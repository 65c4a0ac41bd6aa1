import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const begin = "2025-07-01T19:00:00+02:00"
const end = "2025-07-01T22:00:00+02:00"

/** One slot of an hour on each of so many days. */
const slots = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = `${2026 + Math.floor(index / 28 / 12)}-${String(Math.floor(index / 28) % 12 + 1).padStart(2, "0")}-${
      String(index % 28 + 1).padStart(2, "0")
    }`
    return { begin: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` }
  })

interface Fault {
  readonly code: string
  readonly field: string
  readonly [more: string]: unknown
}

const rows: ReadonlyArray<readonly [string, { readonly [field: string]: unknown }, ReadonlyArray<Fault>]> = [
  ["an impossible day", { timings: [{ begin: "2025-02-30T10:00:00Z", end }] }, [{
    code: "date.invalid",
    field: "timings[0].begin",
    index: 0
  }]],
  ["an impossible hour", { timings: [{ begin, end: "2025-07-01T25:00:00Z" }] }, [{
    code: "date.invalid",
    field: "timings[0].end",
    index: 0
  }]],
  ["an impossible offset", { timings: [{ begin: "2025-07-01T19:00:00+25:00", end }] }, [{
    code: "date.invalid",
    field: "timings[0].begin",
    index: 0
  }]],
  ["a missing offset", { timings: [{ begin, end }, { begin: "2025-07-02T19:00:00", end: "2025-07-02T22:00:00" }] }, [
    { code: "offset.required", field: "timings[1].begin", index: 1 },
    { code: "offset.required", field: "timings[1].end", index: 1 }
  ]],
  ["801 slots", { timings: slots(801) }, [{ code: "tooMany", field: "timings" }]],
  ["a slot of 25 hours", { timings: [{ begin: "2025-07-01T00:00:00Z", end: "2025-07-02T01:00:00Z" }] }, [
    { code: "diffExceeded", field: "timings", index: 0 }
  ]],
  ["a slot without length", { timings: [{ begin, end: begin }] }, [{ code: "endLessThanBegin", field: "timings", index: 0 }]],
  ["slots that overlap", { timings: [{ begin, end }, { begin: "2025-07-01T20:00:00+02:00", end: "2025-07-01T23:00:00+02:00" }] }, [
    { code: "overlap", field: "timings", index: 1 }
  ]],
  ["no slots", { timings: [] }, [{ code: "required", field: "timings" }]],
  ["a long title", { title: { fr: "x".repeat(151), en: "y".repeat(151) } }, [
    { code: "string.toolong", field: "title", lang: "fr", origin: "x".repeat(151) },
    { code: "string.toolong", field: "title", lang: "en" }
  ]],
  ["no title", { title: null }, [{ code: "required", field: "title" }]],
  ["an unknown location", { attendanceMode: 1, locationUid: 999 }, [{ code: "location.unknown", field: "locationUid", origin: 999 }]],
  ["no location", { attendanceMode: 1 }, [{ code: "location.required", field: "locationUid" }]],
  ["no link", { onlineAccessLink: null }, [{ code: "link.required", field: "onlineAccessLink" }]],
  ["another kind of link", { onlineAccessLink: "javascript:alert(1)" }, [{ code: "link.invalid", field: "onlineAccessLink" }]],
  ["an unknown state", { state: 5 }, [{ code: "enum.invalid", field: "state" }]],
  ["many at once", { title: 5, timings: [{ begin: "soon", end }], attendanceMode: 9, age: { min: -1, max: 500 }, registration: 7 }, [
    { code: "type.invalid", field: "title" },
    { code: "enum.invalid", field: "attendanceMode" },
    { code: "range", field: "age.min" },
    { code: "range", field: "age.max" },
    { code: "type.invalid", field: "registration" },
    { code: "date.invalid", field: "timings[0].begin" }
  ]]
]

layer(TestWorld.layer(), { excludeTestServices: true })("bad input lists every fault and changes nothing", (it) => {
  const snapshot = Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    const query = "removed=null&state[]=2&state[]=1&state[]=0&state[]=-1&detailed=1&size=300"
    return (yield* send(`${main}/events?${query}`, { headers: credentials.moderatorKey })).text
  })

  for (const [label, fields, faults] of rows) {
    it.effect(label, () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const headers = credentials.moderatorToken
        const made = yield* send(`${main}/events/ext/bad/${encodeURIComponent(label)}`, { method: "PUT", body: onlineBody, headers })
        expect(made.status, made.text).toBe(200)
        const uid = String(at(made.body, "event", "uid"))
        const before = yield* snapshot
        const body = { ...onlineBody, ...fields }
        for (
          const [method, path, sent] of [
            ["POST", `${main}/events`, body],
            ["PUT", `${main}/events/${uid}`, body],
            ["POST", `${main}/events/${uid}`, body],
            ["PATCH", `${main}/events/${uid}`, fields],
            ["PUT", `${main}/events/ext/bad/new`, body]
          ] as const
        ) {
          const answer = yield* send(path, { method, body: sent, headers })
          if (method === "PATCH" && answer.status === 200) continue
          expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(400)
          expect(answer.body).toMatchObject({ success: false, message: "data is invalid", error: "data is invalid" })
          expect(at(answer.body, "errors"), answer.text).toEqual(
            expect.arrayContaining(faults.map((fault) => expect.objectContaining(fault)))
          )
          expect(yield* snapshot).toBe(before)
        }
      }))
  }

  it.effect("a title of 2 MB exceeds the size limit of bodies", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const before = yield* snapshot
      const headers = credentials.moderatorToken
      const large = yield* send(`${main}/events`, {
        method: "POST",
        body: { ...onlineBody, title: "x".repeat(2 * 1_024 * 1_024) },
        headers
      })
      expect(large.status).toBe(413)
      const fitting = yield* send(`${main}/events`, { method: "POST", body: { ...onlineBody, title: "x".repeat(2_000_000) }, headers })
      expect(fitting.status).toBe(400)
      expect(at(fitting.body, "errors")).toMatchObject([{ code: "string.toolong", field: "title", origin: "x".repeat(200) }])
      expect(yield* snapshot).toBe(before)
    }))
})
