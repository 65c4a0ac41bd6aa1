import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { availabilities } from "@agenda-engine/core/domain/Ticketing"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { expect, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onlineBody } from "../world/bodies.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, at, make, type World, worldNow } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const hour = 3_600_000
const day = 24 * hour

const begins = { aaaaa: worldNow + 2 * day, bbbbb: worldNow + 4 * day, ccccc: worldNow + 6 * day }
const syncedAt = formatUtc(worldNow)

const body = {
  ...onlineBody,
  timings: Object.entries(begins).map(([id, begin]) => ({ id, begin: formatUtc(begin), end: formatUtc(begin + hour) }))
}

/** What two providers say: sales that begin and end at instants of no whole second, beside one another and at the begin of a slot. */
const rows = {
  aaaaa: {
    mapado: { syncedAt, onSaleFrom: formatUtc(worldNow + hour + 250), onSaleThrough: formatUtc(begins.aaaaa - hour - 1) },
    weezevent: { syncedAt, status: "soldOut" }
  },
  bbbbb: {
    mapado: {
      syncedAt,
      onSaleFrom: formatUtc(worldNow + day),
      onSaleThrough: formatUtc(begins.bbbbb - 1),
      remaining: 2,
      lowStockThreshold: 5
    }
  },
  ccccc: { weezevent: { syncedAt, remaining: 0, onSaleThrough: formatUtc(begins.ccccc - 12 * hour) } }
}

/** Everything that happens to the event as time passes: when, its status from then on, how many slots can be booked, and of how many. */
const expected = [
  [worldNow, "mixed", 0, 3],
  [worldNow + hour + 250, "available", 1, 3],
  [worldNow + day, "available", 2, 3],
  [begins.aaaaa - hour, "limited", 1, 3],
  [begins.aaaaa, "limited", 1, 2],
  [begins.bbbbb, "soldOut", 0, 1],
  [begins.ccccc - 12 * hour + 1, "salesClosed", 0, 1],
  [begins.ccccc, "unknown", 0, 0]
]

/** What is shown of the event's tickets now, the same wherever it is asked. */
const look = ({ credentials, send }: World, uid: string) =>
  Effect.gen(function*() {
    const read = (path: string) => send(path, { headers: credentials.ownerless })
    const single = yield* read(`${events}/${uid}`)
    const shown = at(single.body, "event", "offersAggregate", "availability")
    const status = String(at(shown, "status"))
    const others = availabilities.filter((one) => one !== status).map((one) => `availability[]=${one}`).join("&")
    const list = yield* read(`${events}?uid[]=${uid}&availability[]=${status}&aggregations=availabilities`)
    const bookable = yield* read(`${events}?uid[]=${uid}&bookable=1&size=0`)
    const elsewhere = yield* read(`${events}?uid[]=${uid}&${others}&size=0`)
    expect(at(list.body, "events", 0, "offersAggregate", "availability"), list.text).toEqual(shown)
    expect(at(list.body, "aggregations", "availabilities")).toEqual([{ key: status, eventCount: 1 }])
    expect(at(elsewhere.body, "total")).toBe(0)
    expect(at(bookable.body, "total")).toBe(status === "available" || status === "limited" ? 1 : 0)
    return shown
  })

/** Until when a single read announces that what is shown stays, epoch milliseconds; null: for ever. */
const announced = ({ credentials, send }: World, uid: string, shown: unknown) =>
  Effect.map(send(`${events}/${uid}?explain=1`, { headers: credentials.moderatorSecret }), ({ body, text }) => {
    const whole = at(body, "explain", "availability")
    const { nextAvailable, occurrencesAvailable, occurrencesTotal, status } = Object(whole)
    expect({ status, occurrencesAvailable, occurrencesTotal, nextAvailable }, text).toEqual(shown)
    const changesAt = at(whole, "changesAt")
    return typeof changesAt === "string" ? DateTime.unsafeMake(changesAt).epochMillis : null
  })

/**
 * Declares the test that lets time pass over an event with tickets, from each change that a read announces to the next, with no write in
 * between: until then nothing changes, to the millisecond, wherever it is read.
 */
export const travelInTime = (on: string, stores: Layer.Layer<Stores, StoreError>): void => {
  const clock = { now: worldNow }
  const travelling = Layer.scoped(TestWorld, make(stores, { now: () => clock.now }))
  layer(travelling, { excludeTestServices: true })(`tickets on ${on}`, (it) => {
    it.effect("change exactly when it is announced, with no write in between", () =>
      Effect.gen(function*() {
        const world = yield* TestWorld
        const { credentials, send } = world
        const made = yield* send(events, { method: "POST", body: { ...body, state: 2 }, headers: credentials.moderatorToken })
        const uid = String(at(made.body, "event", "uid"))
        const patched = yield* send(`${events}/${uid}/availability`, {
          method: "PATCH",
          body: rows,
          headers: credentials.moderatorToken
        })
        expect(patched.status, patched.text).toBe(200)
        const polled = `${events}?uid[]=${uid}&includeFields[]=uid&includeFields[]=offersAggregate`
        const seen: Array<unknown> = []
        for (let instant: number | null = clock.now; instant !== null;) {
          clock.now = instant
          const shown = yield* look(world, uid)
          seen.push([instant, at(shown, "status"), at(shown, "occurrencesAvailable"), at(shown, "occurrencesTotal")])
          const { headers: { etag = "" } } = yield* send(polled, { headers: credentials.ownerless })
          const poll = send(polled, { headers: { ...credentials.ownerless, "if-none-match": etag } })
          const next: number | null = yield* announced(world, uid, shown)
          clock.now = next === null ? instant + 365 * day : next - 1
          expect(yield* look(world, uid)).toEqual(shown)
          expect((yield* poll).status).toBe(304)
          expect(yield* announced(world, uid, shown)).toBe(next)
          if (next !== null) clock.now = next
          expect((yield* poll).status).toBe(next === null ? 304 : 200)
          instant = next
        }
        expect(seen).toEqual(expected)
      }))
  })
}
