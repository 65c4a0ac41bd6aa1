import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { GeocodingError } from "../../../src/ports/geocoding/Geocoder.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Users } from "../../../src/services/Users.js"
import { Asked, create, findPlace, geocode, geocodingEngine, hall } from "./geocodedWorld.js"

const makeAgendas = Effect.gen(function*() {
  const { uid: ownerUid } = yield* (yield* Users).create({ name: "Owner", email: "owner@example.org" })
  const agendas = yield* Agendas
  return yield* Effect.forEach(
    ["A", "B", "C"],
    (title) => Effect.map(agendas.create({ title, ownerUid }), ({ uid }) => ({ _tag: "Uid", uid }) as const)
  )
})

const addressOf = (agenda: string, place: number): string => `${place} rue ${agenda}`

/** Geocodes what is due, for so many seconds, and returns the addresses that were asked for meanwhile. */
const askedIn = (seconds: number) =>
  Effect.gen(function*() {
    const asked = yield* Asked
    const before = (yield* asked.addresses).length
    const running = yield* Effect.fork(geocode)
    for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(running)
    return (yield* asked.addresses).slice(before)
  })

it.scoped("agendas take turns, however many places one of them has written first", () =>
  Effect.gen(function*() {
    const [a, b, c] = yield* makeAgendas
    if (a === undefined || b === undefined || c === undefined) return
    yield* Effect.forEach(
      Array.from({ length: 60 }, (_, place) => place),
      (place) => create(a, { ...hall, address: addressOf("A", place) })
    )
    yield* TestClock.adjust("1 second")
    for (const place of [0, 1]) yield* create(b, { ...hall, address: addressOf("B", place) })
    yield* TestClock.adjust("1 second")
    yield* create(c, { ...hall, address: addressOf("C", 0) })
    const asked = yield* askedIn(8)
    expect(asked.slice(0, 6).map((address) => address.at(-1)).join("")).toBe("ABCABA")
  }).pipe(Effect.provide(geocodingEngine)))

it.scoped("an address that fails is asked for again later, and does not keep others waiting", () =>
  Effect.gen(function*() {
    const [a] = yield* makeAgendas
    if (a === undefined) return
    const asked = yield* Asked
    yield* Effect.forEach(["bad", hall.address, "bad too", "2 rue de la Mer"], (address) => create(a, { ...hall, address }))
    yield* asked.answer((address) =>
      address.address.startsWith("bad")
        ? new GeocodingError({ reason: "temporary", message: "500", retryAfter_ms: null })
        : findPlace(address)
    )
    expect((yield* askedIn(6)).toSorted((one, other) => one < other ? -1 : 1)).toEqual([
      "1 place du Marché",
      "2 rue de la Mer",
      "bad",
      "bad too"
    ])
    yield* asked.answer(() => Effect.succeed(null))
    yield* TestClock.adjust("5 minutes")
    expect([...yield* askedIn(6)].toSorted((one, other) => one < other ? -1 : 1)).toEqual(["bad", "bad too"])
  }).pipe(Effect.provide(geocodingEngine)))

it.scoped("all requests pause when several after one another fail", () =>
  Effect.gen(function*() {
    const [a] = yield* makeAgendas
    if (a === undefined) return
    yield* Effect.forEach(
      Array.from({ length: 10 }, (_, place) => place),
      (place) => create(a, { ...hall, address: addressOf("A", place) })
    )
    const down = new GeocodingError({ reason: "temporary", message: "down", retryAfter_ms: null })
    yield* (yield* Asked).answer(() => down)
    expect(yield* askedIn(30)).toHaveLength(3)
  }).pipe(Effect.provide(geocodingEngine)))
