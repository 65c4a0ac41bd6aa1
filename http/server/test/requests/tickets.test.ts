import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type CredentialName } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const row = {
  syncedAt: "2025-06-15T15:00:00Z",
  onSaleThrough: "2025-06-30T12:00:00+02:00",
  remaining: 3,
  lowStockThreshold: 5,
  sourceRef: "r1",
  status: "available"
}

/** An event with a row of availability for its first slot; answers its uid, slug and external identifier as paths. */
const make = (name: string) =>
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    const headers = credentials.moderatorToken
    const made = yield* send(`${events}/ext/n/${name}`, { method: "PUT", body: { ...onlineBody, state: 2 }, headers })
    const uid = String(at(made.body, "event", "uid"))
    const slot = String(at(made.body, "event", "timings", 0, "id"))
    const patched = yield* send(`${events}/${uid}/availability`, { method: "PATCH", body: { [slot]: { mapado: row } }, headers })
    expect(patched.status, patched.text).toBe(200)
    return [`${events}/${uid}`, `${events}/slug/${String(at(made.body, "event", "slug"))}`, `${events}/ext/n/${name}`] as const
  })

const readAs = (name: CredentialName, path: string) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, name === "none" ? {} : { headers: credentials[name] }))

const shownRow = { provider: "mapado", status: "limited", onSaleThrough: row.onSaleThrough, sourceRef: "r1", syncedAt: row.syncedAt }

const heldRow = { ...shownRow, remaining: 3, lowStockThreshold: 5, reportedStatus: "available" }

describe("an event with availability", () => {
  it.layer(TestWorld.layer())((it) => {
    it.effect("shows public data to all, and every fact to tokens and secret keys of moderators", () =>
      Effect.gen(function*() {
        const [path] = yield* make("facts")
        for (const name of ["ownerless", "contributorToken", "moderatorKey"] as const) {
          expect(at((yield* readAs(name, path)).body, "event", "timings", 0, "availability"), name).toEqual([shownRow])
        }
        for (const name of ["moderatorToken", "moderatorSecret", "administratorToken"] as const) {
          expect(at((yield* readAs(name, path)).body, "event", "timings", 0, "availability"), name).toEqual([heldRow])
        }
        expect(at((yield* readAs("ownerless", path)).body, "event", "timings", 1, "availability")).toBeUndefined()
      }))

    it.effect("has the aggregate in lists, and all of it in detailed lists", () =>
      Effect.gen(function*() {
        const [path] = yield* make("lists")
        const uid = path.split("/").at(-1)
        const aggregate = {
          pricing: "unknown",
          availability: { status: "limited", occurrencesAvailable: 1, occurrencesTotal: 2, nextAvailable: "2025-07-01T19:00:00+02:00" }
        }
        const item = at((yield* readAs("ownerless", `${events}?uid[]=${uid}`)).body, "events", 0)
        expect(at(item, "offersAggregate")).toEqual(aggregate)
        for (const name of ["timings", "offers", "availabilityUpdatedAt"]) expect(at(item, name), name).toBeUndefined()
        const detailed = at((yield* readAs("ownerless", `${events}?uid[]=${uid}&detailed=1`)).body, "events", 0)
        expect(detailed).toEqual(at((yield* readAs("ownerless", path)).body, "event"))
        expect(at(detailed, "timings", 0, "availability")).toEqual([shownRow])
        expect(at(detailed, "availabilityUpdatedAt")).toBe("2025-06-15T15:06:40.000Z")
      }))

    it.effect("is explained to moderators and administrators by each identifier, and to nobody else", () =>
      Effect.gen(function*() {
        const paths = yield* make("explained")
        for (const path of paths) {
          for (const name of ["moderatorToken", "moderatorSecret", "administratorToken"] as const) {
            const { body } = yield* readAs(name, `${path}?explain=1`)
            expect(at(body, "explain", "availability"), path).toMatchObject({
              status: "limited",
              rule: "anyLimited",
              until: "2025-06-30T10:00:00.001Z"
            })
            expect(at(body, "explain", "slots", 0, "availability")).toEqual([{
              provider: "mapado",
              status: "limited",
              rule: "lowStock",
              facts: { remaining: 3, lowStockThreshold: 5, status: "available" },
              until: "2025-06-30T10:00:00.001Z"
            }])
          }
          for (const name of ["ownerless", "contributorToken", "moderatorKey", "strangerToken"] as const) {
            expectProblem(
              yield* readAs(name, `${path}?explain=1`),
              403,
              "forbidden",
              "only moderators and administrators are given reasons"
            )
          }
          expect(Object.keys(Object((yield* readAs("moderatorToken", path)).body))).toEqual(["success", "event"])
        }
        expectProblem(yield* readAs("moderatorToken", `${paths[0]}?explain=why`), 400, "parameters", "parameters are invalid")
      }))

    it.effect("is explained as of each request", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const [path] = yield* make("anew")
        const first = yield* readAs("moderatorToken", `${path}?explain=1`)
        const headers = { ...credentials.moderatorToken, "if-none-match": first.headers.etag ?? "" }
        for (const _ of [1, 2, 3]) expect((yield* send(`${path}?explain=1`, { headers })).status).toBe(304)
        const slot = String(at(first.body, "event", "timings", 0, "id"))
        const sold = { [slot]: { mapado: { ...row, remaining: 0 } } }
        yield* send(`${path}/availability`, { method: "PATCH", body: sold, headers: credentials.moderatorToken })
        const then = yield* send(`${path}?explain=1`, { headers })
        expect(then.status).toBe(200)
        expect(at(then.body, "explain", "slots", 0, "rule")).toBe("bestForBuyer")
        expect(at(then.body, "explain", "slots", 0, "availability", 0, "rule")).toBe("soldOut")
      }))
  })
})
