import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody } from "../../../../test/world/bodies.js"
import { agendas, make, type World } from "../../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`
const other = `/v2/agendas/${agendas.other}`

/** The summer of the body's slots: Paris is at +02:00, New York at -04:00, Tokyo at +09:00. */
const zones = { paris: "Europe/Paris", newYork: "America/New_York", tokyo: "Asia/Tokyo" } as const

const clientOf = ({ credentials, send }: World) => {
  const call = (path: string, method: string, body?: object) =>
    Effect.map(
      send(path, {
        method,
        headers: path.startsWith(main) ? credentials.moderatorToken : credentials.strangerToken,
        ...(body === undefined ? {} : { body })
      }),
      (answer) => {
        expect(answer.status, answer.text).toBe(200)
        return answer
      }
    )
  const uidOf = (body: unknown, member: string): number => Number(at(body, member, "uid"))
  return {
    call,
    locationIn: (timezone: string | null) =>
      Effect.map(call(`${main}/locations`, "POST", { ...locationBody, timezone }), ({ body }) => uidOf(body, "location")),
    eventAt: (locationUid: number, more: object = {}, agenda = main) =>
      Effect.map(
        call(`${agenda}/events`, "POST", { ...eventBody, locationUid, state: 2, ...more }),
        ({ body }) => `${agenda}/events/${uidOf(body, "event")}`
      ),
    shown: (path: string) => Effect.map(call(path, "GET"), ({ body }) => at(body, "event")),
    zoneOf: (path: string) => Effect.map(call(path, "GET"), ({ body }) => at(body, "event", "timezone"))
  }
}

const listed = (agenda: string, path: string) => `${agenda}/events?uid=${path.split("/").at(-1) ?? ""}`

const following = Effect.fnUntraced(function*(world: World) {
  const { call, eventAt, locationIn, shown, zoneOf } = clientOf(world)
  const sets = Effect.gen(function*() {
    const { uid } = yield* Effect.flatMap(LocationSets, (all) => all.create({ title: "Halls" }))
    const all = yield* Agendas
    for (const agenda of [agendas.main, agendas.other]) yield* all.update(agenda, { locationSetUid: uid })
  })
  yield* world.within(sets)
  const hall = yield* locationIn(zones.paris)
  const plain = yield* eventAt(hall)
  const own = yield* eventAt(hall, { timezone: zones.tokyo })
  const abroad = yield* eventAt(hall, {}, other)
  const begin = "2025-07-01T19:00:00+02:00"
  expect(yield* shown(plain)).toMatchObject({ timezone: zones.paris, timings: [{ begin }, {}] })
  const before = yield* shown(plain)
  for (const path of [plain, abroad]) yield* call(listed(path.startsWith(main) ? main : other, path), "GET")

  // The correction of a location is seen at once, in lists that were cached too, and moves neither updatedAt nor the
  // version.
  yield* call(`${main}/locations/${hall}`, "PATCH", { timezone: zones.tokyo })
  const moved = {
    timezone: zones.tokyo,
    timings: [{ begin: "2025-07-02T02:00:00+09:00" }, { begin: "2025-07-03T02:00:00+09:00" }],
    dateRange: { en: "2 and 3 July" },
    updatedAt: at(before, "updatedAt")
  }
  expect(yield* shown(plain)).toMatchObject(moved)
  expect(yield* zoneOf(abroad)).toBe(zones.tokyo)
  for (const [agenda, path] of [[main, plain], [other, abroad]] as const) {
    const { body } = yield* call(listed(agenda, path), "GET")
    expect(at(body, "events", 0)).toMatchObject({
      firstTiming: { begin: "2025-07-02T02:00:00+09:00" },
      dateRange: { en: "2 and 3 July" }
    })
  }
  const calendar = yield* call(`${plain}/structured-data`, "GET")
  expect(calendar.text).toContain("2025-07-02T02:00:00+09:00")

  // An event with a zone of its own keeps it, when its location has had the same for a while too.
  yield* call(`${main}/locations/${hall}`, "PATCH", { timezone: zones.newYork })
  expect([yield* zoneOf(plain), yield* zoneOf(own)]).toEqual([zones.newYork, zones.tokyo])

  // A whole event that was read and sent back, alone or with another location, has named no zone.
  const whole = Object(yield* shown(plain))
  const back = yield* call(plain, "POST", whole)
  expect(at(back.body, "event", "updatedAt")).toBe(at(whole, "updatedAt"))
  const paris = yield* locationIn(zones.paris)
  yield* call(plain, "POST", { ...whole, locationUid: paris })
  expect(yield* shown(plain)).toMatchObject({ timezone: zones.paris, timings: [{ begin }, {}], dateRange: { en: "1 and 2 July" } })
  yield* call(plain, "PATCH", { locationUid: hall })
  expect(yield* zoneOf(plain)).toBe(zones.newYork)
  yield* call(own, "PATCH", { locationUid: paris })
  expect(yield* zoneOf(own)).toBe(zones.tokyo)

  // Null takes the zone of its own away; a location without a zone has Paris's.
  yield* call(own, "PATCH", { timezone: null })
  expect(yield* zoneOf(own)).toBe(zones.paris)
  yield* call(`${main}/locations/${hall}`, "PATCH", { timezone: null })
  expect(yield* zoneOf(plain)).toBe(zones.paris)
  yield* call(plain, "PATCH", { timezone: zones.tokyo })
  yield* call(`${main}/locations/${hall}`, "PATCH", { timezone: zones.newYork })
  expect([yield* zoneOf(plain), yield* zoneOf(abroad)]).toEqual([zones.tokyo, zones.newYork])
})

describe("the time zone of an event", () => {
  it.scopedLive("follows its location until a write sets another, in every agenda and on every store", () =>
    Effect.gen(function*() {
      const url = yield* postgres.freshSchema
      for (const stores of [MemoryStores.layer, SqliteStores.layer({ filename: ":memory:" }), PostgresStores.layer({ url })]) {
        yield* Effect.scoped(Effect.flatMap(make(stores), following))
      }
    }), 120_000)
})
