import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Members } from "@agenda-engine/core/services/Members"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Call, make, type World } from "../../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

/** Sends the headers of a write at once and its body after a while, so that the server has to decide without it. */
const sendLate = (port: number, path: string, { body, headers = {}, method = "GET" }: Call): Effect.Effect<number> =>
  Effect.async((resume) => {
    const text = JSON.stringify(body)
    const request = Http.request({
      host: "127.0.0.1",
      port,
      path,
      method,
      agent: false,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers }
    }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    request.on("error", (error) => resume(Effect.die(error)))
    request.flushHeaders()
    const timer = setTimeout(() => request.end(text), 50)
    return Effect.sync(() => {
      clearTimeout(timer)
      request.destroy()
    })
  })

/**
 * Each write, and what it answers to a user who is no member: to an event that is published, to one that is not, and to
 * none.
 */
const writes = [
  ["POST", "/events", "", 403],
  ["PUT", "/events/ext/desk/", "", 403],
  ["POST", "/events/ext/desk/", "", 403],
  ["PUT", "/events/", "", "named"],
  ["POST", "/events/", "", "named"],
  ["PATCH", "/events/", "", "named"],
  ["DELETE", "/events/", "", "named"],
  ["PATCH", "/events/ext/desk/", "", "named"],
  ["DELETE", "/events/ext/desk/", "", "named"],
  ["PATCH", "/events/", "/availability", "named"],
  ["PATCH", "/events/ext/desk/", "/availability", "named"]
] as const

const locationWrites = [
  ["POST", "/locations", "", 403],
  ["PUT", "/locations/ext/desk/", "", 403],
  ["POST", "/locations/", "", "named"],
  ["PATCH", "/locations/", "", "named"],
  ["DELETE", "/locations/", "", "named"],
  ["PATCH", "/locations/ext/desk/", "", "named"],
  ["DELETE", "/locations/ext/desk/", "", "named"]
] as const

const conditions: ReadonlyArray<Readonly<Record<string, string>>> = [{}, { "if-match": '"0"' }]

const isRefusedAlike = ({ credentials, port, send }: World) =>
  Effect.gen(function*() {
    const made = (path: string, body: object) =>
      Effect.map(send(`${main}${path}`, { method: "POST", body, headers: credentials.moderatorToken }), (answer) => {
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      })
    const eventUid = (state: number) =>
      Effect.map(
        made("/events", { ...onlineBody, state, extIds: [{ key: "desk", value: `s${state}` }] }),
        (body) => String(at(body, "event", "uid"))
      )
    const locationUid = String(at(yield* made("/locations", { ...locationBody, extIds: [{ key: "desk", value: "l" }] }), "location", "uid"))
    const events = [[yield* eventUid(2), "s2", 403], [yield* eventUid(0), "s0", 404], ["999", "none", 404], ["x", "none", 404]] as const
    const locations = [[locationUid, "l", 403], ["999", "none", 404], ["x", "none", 404]] as const
    const cases = [
      ...writes.flatMap((write) => events.map((target) => [...write, ...target] as const)),
      ...locationWrites.flatMap((write) => locations.map((target) => [...write, ...target] as const))
    ]
    let attempt = 0
    for (const [method, prefix, suffix, rule, uid, extId, named] of cases) {
      const target = prefix.endsWith("/ext/desk/") ? extId : prefix.endsWith("/") ? uid : ""
      const path = `${main}${prefix}${target}${suffix}`
      const expected = rule === "named" ? named : rule
      for (const condition of conditions) {
        const retry = { "idempotency-key": `attempt-${attempt++}` }
        for (const more of [{}, retry]) {
          const headers = { ...credentials.strangerToken, ...condition, ...more }
          for (const body of [{}, onlineBody]) {
            const call = { method, body, headers }
            const statuses = [(yield* send(path, call)).status, yield* sendLate(port, path, call)]
            expect(statuses, `${method} ${path} ${JSON.stringify({ ...condition, ...more })}`).toEqual([expected, expected])
          }
        }
      }
    }
  })

describe("a write of a user who is not a member", () => {
  it.live(
    "is 403 when the event or location is readable and 404 when it is not, whatever the body",
    () =>
      Effect.gen(function*() {
        const url = yield* postgres.freshSchema
        for (const stores of [MemoryStores.layer, SqliteStores.layer({ filename: ":memory:" }), PostgresStores.layer({ url })]) {
          yield* Effect.scoped(Effect.flatMap(make(stores), isRefusedAlike))
        }
      }).pipe(Effect.scoped),
    180_000
  )
})

describe("a retry of a write", () => {
  it.live("is authorized again, and does not get the stored response once the membership is gone", () =>
    Effect.gen(function*() {
      const { credentials, port, send, uids, within } = yield* make(MemoryStores.layer)
      const headers = { ...credentials.contributorToken, "idempotency-key": "once" }
      const call = { method: "POST", body: onlineBody, headers }
      const path = `${main}/events`
      expect((yield* send(path, call)).status).toBe(200)
      expect((yield* send(path, call)).headers["idempotency-replayed"]).toBe("true")
      yield* within(Effect.flatMap(Members, (members) => members.remove(agendas.main, uids.contributor)))
      expect([(yield* send(path, call)).status, yield* sendLate(port, path, call)]).toEqual([403, 403])
    }).pipe(Effect.scoped))
})
