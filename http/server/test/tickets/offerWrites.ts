import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import type { TestWorld } from "../world/TestWorld.js"
import { bodyWith, each, events, make, read, send, slotOn, write } from "./ticketed.js"

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
  })
}
