import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { availabilities } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { expect, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { graphIn } from "../world/graphIn.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, make, type World, worldNow } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const begins = { aaaaa: worldNow + 2 * day, bbbbb: worldNow + 4 * day, ccccc: worldNow + 6 * day }
const syncedAt = formatUtc(worldNow)

const offersOf = (provider: string) => ({
  provider,
  currency: "EUR",
  tiers: [{ label: { fr: "Plein" }, priceCents: 1_800, offerType: "standard" }]
})

const body = {
  ...onlineBody,
  state: 2,
  slug: "travelled",
  offers: [offersOf("mapado"), offersOf("weezevent")],
  timings: Object.entries(begins).map(([id, begin]) => ({ id, begin: formatUtc(begin), end: formatUtc(begin + hour) }))
}

/**
 * What two providers say: sales that begin and end at instants of no whole second, beside one another, at the begin of
 * a slot and after it.
 */
const rows = {
  aaaaa: {
    mapado: { syncedAt, onSaleFrom: formatUtc(worldNow + hour + 250), onSaleThrough: formatUtc(begins.aaaaa - hour - 1) },
    weezevent: { syncedAt, status: "soldOut", onSaleThrough: formatUtc(begins.aaaaa + 30 * minute) }
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

/**
 * Everything that happens to the event as time passes: when, its status from then on, how many slots can be booked, of
 * how many, and what structured data says of each slot.
 */
const expected = [
  [worldNow, "mixed", 0, 3, ["PreSale", "PreSale", "SoldOut"]],
  [worldNow + hour + 250, "available", 1, 3, ["InStock", "PreSale", "SoldOut"]],
  [worldNow + day, "available", 2, 3, ["InStock", "LimitedAvailability", "SoldOut"]],
  [begins.aaaaa - hour, "limited", 1, 3, ["SoldOut", "LimitedAvailability", "SoldOut"]],
  [begins.aaaaa, "limited", 1, 2, ["SoldOut", "LimitedAvailability", "SoldOut"]],
  [begins.aaaaa + 30 * minute + 1, "limited", 1, 2, ["OutOfStock", "LimitedAvailability", "SoldOut"]],
  [begins.bbbbb, "soldOut", 0, 1, ["OutOfStock", "OutOfStock", "SoldOut"]],
  [begins.ccccc - 12 * hour + 1, "salesClosed", 0, 1, ["OutOfStock", "OutOfStock", "OutOfStock"]],
  [begins.ccccc, "unknown", 0, 0, ["OutOfStock", "OutOfStock", "OutOfStock"]]
] as const

/** How the page of the agenda says where an event stands; that nothing is known it does not say. */
const words: { readonly [status: string]: string } = {
  available: "Tickets available",
  limited: "Few tickets left",
  soldOut: "Sold out",
  salesClosed: "Sales are closed",
  mixed: "See dates"
}

/** What structured data says of the tickets of each slot, in order of time. */
const saidIn = (graph: unknown): ReadonlyArray<unknown> =>
  [0, 1, 2].map((index) => String(at(graph, "@graph", index, "offers", 0, "availability")).replace("https://schema.org/", ""))

/** What is shown of the event's tickets now, the same wherever it is asked: as a whole, and of each slot. */
const look = ({ credentials, send }: World, uid: string) =>
  Effect.gen(function*() {
    const read = (path: string) => send(path, { headers: credentials.ownerless })
    const single = yield* read(`${events}/${uid}`)
    const whole = at(single.body, "event", "offersAggregate", "availability")
    const status = String(at(whole, "status"))
    const others = availabilities.filter((one) => one !== status).map((one) => `availability[]=${one}`).join("&")
    const { bookable, elsewhere, graph, list } = yield* Effect.all({
      list: read(`${events}?uid[]=${uid}&availability[]=${status}&aggregations=availabilities`),
      bookable: read(`${events}?uid[]=${uid}&bookable=1&size=0`),
      elsewhere: read(`${events}?uid[]=${uid}&${others}&size=0`),
      graph: read(`${events}/${uid}/structured-data`)
    }, { concurrency: 4 })
    expect(at(list.body, "events", 0, "offersAggregate", "availability"), list.text).toEqual(whole)
    expect(at(list.body, "aggregations", "availabilities")).toEqual([{ key: status, eventCount: 1 }])
    expect(at(elsewhere.body, "total")).toBe(0)
    expect(at(bookable.body, "total")).toBe(status === "available" || status === "limited" ? 1 : 0)
    return { whole, slots: saidIn(graph.body) }
  })

/**
 * What people see of it now: the page of the agenda says where the event stands, that of the event what search engines
 * read of its slots.
 */
const lookAtPages = ({ send }: World, status: string, slots: ReadonlyArray<unknown>) =>
  Effect.gen(function*() {
    const agenda = yield* send("/agendas/town-agenda?lang=en")
    expect(agenda.status, agenda.text).toBe(200)
    const said = Object.entries(words).flatMap(([status, word]) => agenda.text.includes(`>${word}</span>`) ? [status] : [])
    expect(said, agenda.text).toEqual(status in words ? [status] : [])
    expect(saidIn(graphIn((yield* send("/agendas/town-agenda/events/travelled")).text))).toEqual(slots)
  })

const instantIn = (value: unknown): number | null => typeof value === "string" ? DateTime.unsafeMake(value).epochMillis : null

const first = (instants: ReadonlyArray<number | null>): number | null =>
  instants.reduce((least, instant) => instant === null || least !== null && least < instant ? least : instant, null)

/**
 * Until when a single read announces that the whole, and each slot, stays as it is shown, epoch milliseconds; null: for
 * ever.
 */
const announced = ({ credentials, send }: World, uid: string, shown: unknown) =>
  Effect.map(send(`${events}/${uid}?explain=1`, { headers: credentials.moderatorSecret }), ({ body, text }) => {
    const whole = at(body, "explain", "availability")
    const { nextAvailable, occurrencesAvailable, occurrencesTotal, status } = Object(whole)
    expect({ status, occurrencesAvailable, occurrencesTotal, nextAvailable }, text).toEqual(shown)
    return {
      whole: instantIn(at(whole, "changesAt")),
      slots: [0, 1, 2].map((index) => instantIn(at(body, "explain", "slots", index, "until")))
    }
  })

/**
 * Declares the test that lets time pass over an event with tickets, from each change that a read announces to the next,
 * with no write in between: until then nothing changes, to the millisecond, wherever it is read.
 */
export const travelInTime = (on: string, stores: Layer.Layer<Stores, StoreError>): void => {
  const travelling = Layer.scoped(
    TestWorld,
    Effect.gen(function*() {
      const clock = yield* TestClock.testClock()
      yield* TestClock.setTime(worldNow)
      return yield* make(stores, { now: () => clock.unsafeCurrentTimeMillis() })
    })
  )
  layer(travelling)(`the tickets of an event on ${on}`, (it) => {
    it.effect("change exactly at the announced instant, without a write", () =>
      Effect.gen(function*() {
        const world = yield* TestWorld
        const { credentials, send } = world
        const made = yield* send(events, { method: "POST", body, headers: credentials.moderatorToken })
        const uid = String(at(made.body, "event", "uid"))
        const patched = yield* send(`${events}/${uid}/availability`, {
          method: "PATCH",
          body: rows,
          headers: credentials.moderatorToken
        })
        expect(patched.status, patched.text).toBe(200)

        const listed = `?uid[]=${uid}&includeFields[]=uid&includeFields[]=`
        const polled = [`${listed}offersAggregate`, `${listed}timings&detailed=1`, `/${uid}/structured-data`]
        /**
         * Asks whether anything is new since these tags: of the whole, of the slots, and of what search engines read.
         */
        const poll = (tags: ReadonlyArray<string>) =>
          Effect.forEach(
            polled,
            (path, index) => send(`${events}${path}`, { headers: { ...credentials.ownerless, "if-none-match": tags[index] ?? "" } }),
            { concurrency: 3 }
          )

        const seen: Array<unknown> = []
        for (let instant: number | null = worldNow; instant !== null;) {
          yield* TestClock.setTime(instant)
          const shown = yield* look(world, uid)
          const { occurrencesAvailable, occurrencesTotal, status } = Object(shown.whole)
          yield* lookAtPages(world, status, shown.slots)
          seen.push([instant, status, occurrencesAvailable, occurrencesTotal, shown.slots])
          const tags = (yield* poll([])).map(({ headers }) => String(headers.etag))
          const announcement = yield* announced(world, uid, shown.whole)
          const next: number | null = first([announcement.whole, ...announcement.slots])

          yield* TestClock.setTime(next === null ? instant + 365 * day : next - 1)
          if (next !== null) expect(yield* look(world, uid)).toEqual(shown)
          expect((yield* poll(tags)).map(({ status }) => status)).toEqual([304, 304, 304])
          expect(yield* announced(world, uid, shown.whole)).toEqual(announcement)

          if (next !== null) {
            yield* TestClock.setTime(next)
            const turnsWhole = announcement.whole === next
            const turnsSlot = announcement.slots.includes(next)
            expect((yield* poll(tags)).map(({ status }) => status === 200)).toEqual([turnsWhole, turnsSlot, turnsSlot])
          }
          instant = next
        }
        expect(seen).toEqual(expected)
      }))
  })
}
