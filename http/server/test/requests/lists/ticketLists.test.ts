import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { indexEvent } from "@agenda-engine/core/derive/indexing/indexEvent"
import type { AvailabilityRow, AvailabilityRows } from "@agenda-engine/core/domain/ticketing/AvailabilityRow"
import type { OffersEntry } from "@agenda-engine/core/domain/ticketing/Offers"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { eventOf, recordOf } from "@agenda-engine/core/services/event/EventRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, make, type World, worldNow } from "../../world/World.js"
import { again, main, minute, write } from "./polledWorld.js"

type Events = Context.Tag.Service<EventStore>

const instant = (passed: number): string => formatUtc(worldNow + passed)
const entry = (...prices: ReadonlyArray<number>): OffersEntry => ({
  provider: "mapado",
  currency: "EUR",
  tiers: prices.map((priceCents) => ({ label: { fr: "Plein" }, priceCents, offerType: "standard" }))
})

/** The events of these tests: what they sell, what is said of their one slot, and when that changed, in minutes. */
const sold: ReadonlyArray<{
  readonly offers: ReadonlyArray<OffersEntry>
  readonly row?: Omit<AvailabilityRow, "syncedAt">
  readonly changed?: number
}> = [
  { offers: [entry(0)], row: { remaining: 3, onSaleThrough: instant(10 * minute) }, changed: -3 },
  { offers: [entry(1_200), { ...entry(900), provider: "weezevent" }], row: { remaining: 3, onSaleFrom: instant(5 * minute) }, changed: -1 },
  { offers: [entry(0, 500)], row: { remaining: 0 }, changed: -1 },
  { offers: [entry()] },
  { offers: [] }
]

/** Puts tickets on an event as a write does. */
const sell = (events: Events, uid: number, { changed, offers, row }: (typeof sold)[number]) =>
  Effect.gen(function*() {
    const record = yield* events.find(agendas.main, { _tag: "Uid", uid })
    if (record === null) return yield* Effect.die("the event is there")
    const event = { ...(yield* eventOf(record)), offers }
    const slot = event.timings[0].id
    const rows: AvailabilityRows = row === undefined ? {} : { [slot]: { mapado: { syncedAt: instant(-minute), ...row } } }
    const stored = recordOf(event, {
      ...record,
      availability: JSON.stringify(rows),
      availabilityUpdatedAt: changed === undefined ? null : worldNow + changed * minute
    })
    yield* events.put(stored, indexEvent(event, [], rows))
  })

/** A world with these events, named `1`, `2` and so on in their titles, and a clock that can be put on. */
const ticketWorld = Effect.gen(function*() {
  const clock = { now: worldNow }
  const stores = yield* Layer.build(MemoryStores.layer)
  const world = yield* make(Layer.succeedContext(stores), { now: () => clock.now })
  const bodyAt = (index: number) => {
    const day = `2025-06-${20 + index}`
    return { ...onlineBody, title: { fr: String(index + 1) }, timings: [{ begin: `${day}T19:00:00Z`, end: `${day}T20:00:00Z` }] }
  }
  const made = yield* Effect.forEach(sold, () => write(world, `${main}/events`, "POST", bodyAt(0)))
  // Events that are alike in all that orders them come by uid.
  const uids = made.map(({ body }) => Number(at(body, "event", "uid"))).toSorted((a, b) => a - b)
  for (const [index, tickets] of sold.entries()) {
    const uid = uids[index] ?? 0
    yield* write(world, `${main}/events/${uid}`, "PATCH", bodyAt(index))
    yield* sell(Context.get(stores, EventStore), uid, tickets)
  }
  return { ...world, clock }
})

const titles = (answer: Answer): ReadonlyArray<unknown> => {
  expect(answer.status, answer.text).toBe(200)
  const events = at(answer.body, "events")
  return Array.isArray(events) ? events.map((event) => Number(at(event, "title", "fr"))) : []
}

const list = (world: World, query: string) => world.send(`${main}/events?${query}`, { headers: world.credentials.ownerless })
const counts = (world: World, query: string, facet: string) =>
  Effect.map(list(world, `size=0&${query}`), ({ body, status, text }) => {
    expect(status, text).toBe(200)
    return at(body, "aggregations", facet)
  })
const bucket = (key: string, eventCount: number) => ({ key, eventCount })

describe("lists of events with tickets", () => {
  it.live("are filtered, counted and sorted by their tickets", () =>
    Effect.gen(function*() {
      const world = yield* ticketWorld
      const found: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
        ["availability=available", [1]],
        ["availability=soldOut&availability=unknown", [3, 4]],
        ["availability[]=mixed", []],
        ["bookable=1", [1]],
        ["bookable=0", [2, 3, 4, 5]],
        ["bookable=0&bookable=1", [1, 2, 3, 4, 5]],
        ["pricing=free", [1]],
        ["pricing=paid&pricing=mixed", [2, 3]],
        ["pricing=unknown", [4]],
        ["bookable=0&pricing=paid", [2]],
        [`availabilityUpdatedAt[gte]=${instant(-minute)}`, [2, 3]],
        [`availabilityUpdatedAt[lte]=${instant(-minute - 1)}`, [1]],
        ["aggs[0][t]=availabilities&aggs[0][m]=none&availability=none", [5]],
        ["aggs[0][t]=pricings&aggs[0][m]=none&pricing=none&pricing=free", [1, 5]],
        ["sort=availabilityUpdatedAt.asc", [1, 2, 3, 4, 5]],
        ["sort=availabilityUpdatedAt.desc", [3, 2, 1, 5, 4]],
        [`sort=availabilityUpdatedAt.asc&availabilityUpdatedAt.gte=${instant(-minute)}`, [2, 3]],
        ["sort[]=availabilityUpdatedAt.desc&sort[]=timings.asc&bookable=0", [2, 3, 4, 5]]
      ]
      for (const [query, expected] of found) {
        const answer = yield* list(world, query)
        expect(titles(answer), query).toEqual(expected)
        expect(at(answer.body, "total"), query).toBe(expected.length)
      }
      expect(yield* counts(world, "aggs=availabilities", "availabilities")).toEqual([
        bucket("available", 1),
        bucket("notYetOnSale", 1),
        bucket("soldOut", 1),
        bucket("unknown", 1)
      ])
      expect(yield* counts(world, "aggs[0][t]=availabilities&aggs[0][m]=none&bookable=0&pricing=paid", "availabilities"))
        .toEqual([bucket("notYetOnSale", 1)])
      expect(yield* counts(world, "aggs[0][t]=pricings&aggs[0][m]=none", "pricings")).toEqual([
        bucket("free", 1),
        bucket("mixed", 1),
        bucket("none", 1),
        bucket("paid", 1),
        bucket("unknown", 1)
      ])
    }).pipe(Effect.scoped))

  it.live("can be followed to the end by the change of availability, and show it", () =>
    Effect.gen(function*() {
      const world = yield* ticketWorld
      for (const [direction, expected] of [["asc", [1, 2, 3, 4, 5]], ["desc", [3, 2, 1, 5, 4]]] as const) {
        const path = `includeSort=1&size=1&sort=availabilityUpdatedAt.${direction}`
        const seen: Array<unknown> = []
        const values: Array<unknown> = []
        for (let cursor: string | null = ""; cursor !== null;) {
          const page: Answer = yield* list(world, path + cursor)
          seen.push(...titles(page))
          values.push(at(page.body, "events", 0, "sort", 0))
          const after = at(page.body, "after")
          expect(Array.isArray(after) ? after.length : 2).toBe(2)
          cursor = Array.isArray(after) ? after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("") : null
        }
        expect(seen).toEqual(expected)
        expect(values).toEqual(expected.map((title) => {
          const { changed } = sold[title - 1] ?? {}
          return { key: "availabilityUpdatedAt", value: changed === undefined ? null : instant(changed * minute) }
        }))
      }
    }).pipe(Effect.scoped))

  it.live("change by time alone at the exact instant, and are never served stale", () =>
    Effect.gen(function*() {
      const world = yield* ticketWorld
      const turns: ReadonlyArray<readonly [passed: number, bookable: ReadonlyArray<number>]> = [
        [0, [1]],
        [5 * minute - 1, [1]],
        [5 * minute, [1, 2]],
        [10 * minute, [1, 2]],
        [10 * minute + 1, [2]],
        [20 * minute, [2]]
      ]
      const path = `${main}/events?bookable=1&includeFields=title`
      let before = yield* world.send(path, { headers: world.credentials.ownerless })
      for (const [passed, expected] of turns) {
        world.clock.now = worldNow + passed
        for (const _ of [1, 2]) {
          const changed = JSON.stringify(titles(before)) !== JSON.stringify(expected)
          const conditional = yield* again(world, path, before)
          expect(conditional.status, String(passed)).toBe(changed ? 200 : conditional.status)
          const plain = yield* world.send(path, { headers: world.credentials.ownerless })
          expect(titles(plain), String(passed)).toEqual(expected)
          if (changed) expect(titles(conditional), String(passed)).toEqual(expected)
          before = plain
        }
        expect((yield* again(world, path, before)).status, String(passed)).toBe(304)
        expect(yield* counts(world, "aggs=availabilities&bookable=1", "availabilities"), String(passed))
          .toEqual([bucket("available", expected.length)])
      }
    }).pipe(Effect.scoped))
})
