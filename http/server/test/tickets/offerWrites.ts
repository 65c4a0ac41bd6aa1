import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import type { TestWorld } from "../world/TestWorld.js"
import { bodyWith, each, entry, events, faultsOf, make, read, send, slotOn, tier, write } from "./ticketed.js"

const offers = [
  {
    provider: "mapado",
    currency: "EUR",
    pricing: "mixed",
    tiers: [
      {
        label: { fr: "Prévente", en: "Early bird" },
        priceCents: 1_250,
        sourceRef: "t-1",
        offerType: "standard",
        saleStart: "2025-05-01T10:00:00+02:00",
        saleEnd: "2025-06-01T10:00:00.500+02:00"
      },
      { label: { fr: "Soutien" }, minAmountCents: 500, offerType: "donation" },
      { label: { fr: "Membres" }, offerType: "membership" }
    ],
    source: { ref: "m-1", url: "https://mapado.example/e/1" },
    syncedAt: "2025-06-15T15:00:00+02:00"
  },
  { provider: "weezevent", currency: "JPY", pricing: "free", tiers: [{ label: { fr: "Libre" }, priceCents: 0, offerType: "standard" }] },
  { provider: "billetweb", currency: "KWD", pricing: "unknown", tiers: [] }
]

const overrides = [
  { provider: "mapado", tiers: [{ label: { fr: "Dernier jour" }, priceCents: 900, offerType: "standard" }] },
  { provider: "weezevent", bookingUrl: "https://weezevent.example/last" }
]

const timings = [{ id: "aaaaa", ...slotOn("01") }, { id: "bbbbb", ...slotOn("02") }]

const whole = { offers, timings: timings.map((slot) => slot.id === "bbbbb" ? { ...slot, offers: overrides } : slot) }

/** The same with nothing said that follows from the rest. */
const brief = {
  ...whole,
  offers: offers.map((one) => ({
    ...one,
    pricing: undefined,
    tiers: one.tiers.map((each) => each.offerType === "standard" ? { ...each, offerType: undefined } : each)
  }))
}

const overridesIn = (event: unknown) => each(at(event, "timings"), (slot) => at(slot, "offers"))

const expectWhole = (written: unknown, path: string) =>
  Effect.gen(function*() {
    const event = yield* read(path)
    for (const shown of [written, event]) {
      expect(at(shown, "offers"), path).toEqual(offers)
      expect(overridesIn(shown), path).toEqual([undefined, overrides])
    }
    const uid = String(at(event, "uid"))
    const list = at((yield* send("GET", `${events}?uid[]=${uid}`)).body, "events", 0)
    expect(at(list, "offers")).toEqual(offers)
    expect(at(list, "offersAggregate")).toEqual(at(event, "offersAggregate"))
    expect(at(list, "offersAggregate", "pricing")).toBe("mixed")
    expect(at(list, "timings")).toBeUndefined()
    expect(at((yield* send("GET", `${events}?uid[]=${uid}&pricing=mixed`)).body, "total")).toBe(1)
  })

/** What holds of the offers of bodies, wherever they are kept (service.md, Offers; wire.md §2, §8). */
export const offerWrites: { readonly [says: string]: Effect.Effect<void, unknown, TestWorld> } = {
  "are read as they were written, by every route": Effect.gen(function*() {
    for (const [method, path] of [["POST", ""], ["PUT", "/ext/made/1"], ["POST", "/ext/made/2"]] as const) {
      const made = yield* write(method, `${events}${path}`, bodyWith(path === "" ? brief : whole))
      yield* expectWhole(at(made.body, "event"), path === "" ? `${events}/${String(at(made.body, "event", "uid"))}` : `${events}${path}`)
    }
    const bare = yield* make({ timings, extIds: [{ key: "bare", value: "1" }] })
    const paths = [bare, `${events}/ext/bare/1`]
    for (const [index, method] of ["PUT", "POST", "PATCH"].entries()) {
      for (const path of paths) {
        const { body } = yield* write(method, path, method === "PATCH" ? whole : bodyWith(index === 0 ? whole : brief))
        yield* expectWhole(at(body, "event"), path)
        yield* write("PATCH", path, { offers: [] })
        const event = yield* read(path)
        expect([at(event, "offers"), at(event, "offersAggregate"), overridesIn(event)]).toEqual([undefined, undefined, [
          undefined,
          undefined
        ]])
      }
    }
  }),

  "are left alone where they are not named, merged by provider in part, and taken away by nothing": Effect.gen(function*() {
    const extIds = [{ key: "kept", value: "1" }]
    const path = yield* make({ ...whole, extIds })
    const plain = { timings }
    for (const [method, at_] of [["PUT", path], ["POST", `${events}/ext/kept/1`], ["PATCH", path]] as const) {
      const before = at(yield* read(path), "updatedAt")
      const { body } = yield* write(method, at_, bodyWith(plain))
      yield* expectWhole(at(body, "event"), path)
      expect(at(yield* read(path), "updatedAt")).toBe(before)
    }
    const providers = Effect.map(read(path), (event) => each(at(event, "offers"), (one) => at(one, "provider")))
    const price = Effect.map(read(path), (event) => at(event, "offers", 0, "tiers", 0, "priceCents"))
    yield* write("PATCH", path, { offers: [entry("mapado", 2_000), { provider: "billetweb", tiers: null }] })
    expect([yield* providers, yield* price]).toEqual([["mapado", "weezevent"], 2_000])
    yield* write("PATCH", `${events}/ext/kept/1`, { offers: { eventbrite: entry("eventbrite", 0), weezevent: null } })
    expect(yield* providers).toEqual(["mapado", "eventbrite"])
    // The overrides of a provider are gone with its entry, and do not come back with it.
    yield* write("PATCH", path, { offers: [entry("weezevent", 100)] })
    expect(overridesIn(yield* read(path))).toEqual([undefined, [overrides[0]]])
    yield* write("PUT", `${events}/ext/kept/1`, bodyWith({ ...plain, offers: [entry("weezevent", 300)] }))
    expect([yield* providers, overridesIn(yield* read(path))]).toEqual([["weezevent"], [undefined, undefined]])
    yield* write("PUT", path, bodyWith({ ...plain, offers: null }))
    expect(at(yield* read(path), "offers")).toBeUndefined()
  }),

  "of one slot replace those it had whole, and go with none": Effect.gen(function*() {
    const path = yield* make(whole)
    const written = (offers: unknown) => [timings[0], { ...timings[1], offers }]
    const shown = Effect.map(read(path), (event) => overridesIn(event)[1])
    const one = { provider: "weezevent", tiers: [tier(0), tier(500)], bookingUrl: "https://weezevent.example/b" }
    yield* write("PATCH", path, { timings: written([one]) })
    expect(yield* shown).toEqual([one])
    yield* write("PUT", path, bodyWith({ timings: written([{ provider: "mapado", tiers: [] }]) }))
    expect(yield* shown).toEqual([{ provider: "mapado", tiers: [] }])
    yield* write("PATCH", path, { timings })
    expect(yield* shown).toEqual([{ provider: "mapado", tiers: [] }])
    yield* write("PATCH", path, { timings: written([]) })
    expect(yield* shown).toBeUndefined()
    expect(at(yield* read(path), "offers")).toEqual(offers)
  }),

  "are refused with every fault at its path, and nothing is written": Effect.gen(function*() {
    const good = { timings, offers: [entry("mapado", 1_800)], extIds: [{ key: "refused", value: "1" }] }
    const path = yield* make(good)
    const before = yield* send("GET", path)
    const faulty = {
      offers: [
        { provider: "mapado", currency: "EURO", tiers: [], source: { url: "mapado.example" }, syncedAt: "2025-06-15T15:00:00" },
        {
          provider: "weezevent",
          currency: "EUR",
          pricing: "free",
          tiers: [tier(0), { ...tier(100), minAmountCents: 50 }, { label: "Plein" }, tier(-1), { ...tier(1.5), offerType: "gift" }]
        },
        { provider: "mapado", currency: "EUR" },
        {
          provider: "nobody",
          currency: "EUR",
          pricing: "paid",
          tiers: [{ label: {}, saleStart: "2025-07-01T00:00Z", saleEnd: "2025-06-01T00:00Z" }]
        }
      ],
      timings: [
        { ...timings[0], offers: [{ provider: "mapado" }, { provider: "eventbrite", bookingUrl: "https://e.example" }] },
        {
          ...timings[1],
          offers: [{ provider: "weezevent", bookingUrl: "x" }, { provider: "weezevent", tiers: [tier(1), { ...tier(1), priceCents: "1" }] }]
        }
      ]
    }
    const faults = [
      "currency.invalid offers[0].currency",
      "url.invalid offers[0].source.url",
      "offset.required offers[0].syncedAt",
      "range offers[1].tiers[1].minAmountCents",
      "type.invalid offers[1].tiers[2].label",
      "range offers[1].tiers[3].priceCents",
      "integer.invalid offers[1].tiers[4].priceCents",
      "enum.invalid offers[1].tiers[4].offerType",
      "duplicate offers[2].provider",
      "required offers[2].tiers",
      "provider.unknown offers[3].provider",
      "required offers[3].tiers[0].label",
      "range offers[3].tiers[0].saleEnd",
      "required timings[0].offers[0]",
      "provider.unknown timings[0].offers[1].provider",
      "url.invalid timings[1].offers[0].bookingUrl",
      "duplicate timings[1].offers[1].provider",
      "type.invalid timings[1].offers[1].tiers[1].priceCents"
    ]
    const extPath = `${events}/ext/refused/1`
    for (
      const [method, at_] of [
        ["POST", events],
        ["PUT", `${events}/ext/refused/2`],
        ["PUT", path],
        ["POST", path],
        ["PATCH", path],
        ["PUT", extPath],
        ["PATCH", extPath]
      ] as const
    ) {
      const refused = yield* send(method, at_, method === "PATCH" ? faulty : bodyWith(faulty))
      expect(refused.status, `${method} ${at_}`).toBe(400)
      expect(faultsOf(refused).toSorted(), `${method} ${at_}`).toEqual(faults.toSorted())
    }
    const mismatch = yield* send("PATCH", path, { offers: [{ ...entry("mapado", 0), pricing: "paid" }] })
    expect(at(mismatch.body, "errors")).toMatchObject([{ code: "pricing.mismatch", field: "offers[0].pricing", info: { pricing: "free" } }])
    const after = yield* send("GET", path)
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag])
    expect((yield* send("GET", `${events}/ext/refused/2`)).status).toBe(404)
  })
}
