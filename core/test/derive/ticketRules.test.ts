import { instant } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { availabilityRow } from "@agenda-engine/conformance/testing/TicketArbitraries"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { aggregateAt, type AggregateRule } from "../../src/derive/availability/aggregateAt.js"
import { availabilityIntervals } from "../../src/derive/availability/availabilityIntervals.js"
import { explainTickets } from "../../src/derive/availability/explainTickets.js"
import { aggregatePricing, effectiveOffers, pricingRuleOf } from "../../src/derive/availability/pricing.js"
import { rowStatusAt, sameSale } from "../../src/derive/availability/rowStatusAt.js"
import { slotStatusAt } from "../../src/derive/availability/slotStatusAt.js"
import { bookingUrlOf } from "../../src/derive/structured/structuredOffers.js"
import type { AvailabilityRow, AvailabilityRows } from "../../src/domain/ticketing/AvailabilityRow.js"
import { exponentOf } from "../../src/domain/ticketing/currency.js"
import type { OffersEntry, OffersOverride, Tier } from "../../src/domain/ticketing/Offers.js"
import { type Availability, type SlotStatus, slotStatuses } from "../../src/domain/ticketing/Ticketing.js"
import { instantOf, slotOf } from "../instantOf.js"

type Facts = Partial<AvailabilityRow>

const row = (facts: Facts): AvailabilityRow => ({ syncedAt: "2026-01-01T00:00:00Z", ...facts })

const noon = instantOf("2026-06-01T12:00:00Z")
const atNoon = "2026-06-01T14:00:00.000+02:00"
const past = "2026-05-01T00:00:00Z"
const future = "2026-07-01T00:00:00Z"

describe("the status of a row", () => {
  it.each<[string, Facts, [before: string, then: string, after: string]]>([
    ["onSaleFrom", { onSaleFrom: atNoon }, ["notYetOnSale beforeSale", "available onSale", "available onSale"]],
    ["onSaleThrough", { onSaleThrough: atNoon }, ["available onSale", "available onSale", "salesClosed afterSale"]],
    ["a sale of one instant", { onSaleFrom: atNoon, onSaleThrough: atNoon }, [
      "notYetOnSale beforeSale",
      "available onSale",
      "salesClosed afterSale"
    ]],
    ["onSaleFrom, closed", { onSaleFrom: atNoon, closedBySource: true }, [
      "notYetOnSale beforeSale",
      "salesClosed closed",
      "salesClosed closed"
    ]],
    ["onSaleFrom, reported sold out", { onSaleFrom: atNoon, status: "soldOut" }, [
      "notYetOnSale beforeSale",
      "soldOut soldOut",
      "soldOut soldOut"
    ]],
    ["onSaleFrom, reported not yet on sale", { onSaleFrom: atNoon, status: "notYetOnSale" }, [
      "notYetOnSale beforeSale",
      "available onSale",
      "available onSale"
    ]],
    ["onSaleThrough, none left", { onSaleThrough: atNoon, remaining: 0 }, ["soldOut soldOut", "soldOut soldOut", "salesClosed afterSale"]],
    ["onSaleThrough, few left", { onSaleThrough: atNoon, remaining: 2, lowStockThreshold: 2 }, [
      "limited lowStock",
      "limited lowStock",
      "salesClosed afterSale"
    ]]
  ])("turns with %s", (_label, facts, expected) => {
    const shown = [noon - 1, noon, noon + 1].map((now) => {
      const { rule, status } = rowStatusAt(row(facts), now)
      return `${status} ${rule}`
    })
    expect(shown).toEqual(expected)
  })

  it.each<[Facts, SlotStatus, string]>([
    [{}, "unknown", "nothingKnown"],
    [{ sourceRef: "s1" }, "unknown", "nothingKnown"],
    [{ lowStockThreshold: 5 }, "unknown", "nothingKnown"],
    [{ status: "unknown" }, "unknown", "nothingKnown"],
    [{ status: "unknown", onSaleFrom: past }, "available", "onSale"],
    [{ status: "unknown", remaining: 1 }, "available", "onSale"],
    [{ status: "unknown", closedBySource: false }, "available", "onSale"],
    [{ status: "unknown", onSaleThrough: future }, "available", "onSale"],
    [{ status: "available" }, "available", "onSale"],
    [{ closedBySource: false }, "available", "onSale"],
    [{ closedBySource: true }, "salesClosed", "closed"],
    [{ status: "salesClosed" }, "salesClosed", "closed"],
    [{ closedBySource: true, remaining: 0 }, "salesClosed", "closed"],
    [{ status: "salesClosed", remaining: 100 }, "salesClosed", "closed"],
    [{ remaining: 0 }, "soldOut", "soldOut"],
    [{ remaining: 0, lowStockThreshold: 0 }, "soldOut", "soldOut"],
    [{ remaining: 0, status: "available" }, "soldOut", "soldOut"],
    [{ status: "soldOut", remaining: 100 }, "soldOut", "soldOut"],
    [{ remaining: 1 }, "available", "onSale"],
    [{ remaining: 4, lowStockThreshold: 5 }, "limited", "lowStock"],
    [{ remaining: 5, lowStockThreshold: 5 }, "limited", "lowStock"],
    [{ remaining: 6, lowStockThreshold: 5 }, "available", "onSale"],
    [{ remaining: 6, lowStockThreshold: 5, status: "limited" }, "limited", "lowStock"],
    [{ status: "limited" }, "limited", "lowStock"],
    [{ status: "notYetOnSale" }, "notYetOnSale", "awaited"],
    [{ status: "notYetOnSale", onSaleThrough: future }, "notYetOnSale", "awaited"],
    [{ status: "notYetOnSale", onSaleFrom: past }, "available", "onSale"],
    [{ status: "notYetOnSale", remaining: 0 }, "soldOut", "soldOut"],
    [{ onSaleFrom: future, onSaleThrough: future, closedBySource: true, remaining: 0 }, "notYetOnSale", "beforeSale"],
    [{ onSaleFrom: past, onSaleThrough: past, remaining: 0, status: "available" }, "salesClosed", "afterSale"]
  ])("of %j is %s by %s", (facts, status, rule) => {
    expect(rowStatusAt(row(facts), noon)).toEqual({ status, rule })
  })
})

describe("rows of the same sale", () => {
  it("rows with equal sales have equal statuses at every instant", () => {
    const pairs = FastCheck.tuple(availabilityRow, availabilityRow).map(([one, { lowStockThreshold, remaining, status }]) =>
      [one, {
        ...one,
        syncedAt: "2025-01-01T00:00:00Z",
        ...(lowStockThreshold === undefined ? {} : { lowStockThreshold }),
        ...(remaining === undefined ? {} : { remaining }),
        ...(status === undefined ? {} : { status })
      }] as const
    )
    FastCheck.assert(FastCheck.property(pairs, instant, ([one, other], now) => {
      if (sameSale(one, other)) expect(rowStatusAt(one, now)).toEqual(rowStatusAt(other, now))
    }))
  })

  it.each<[Facts, Facts, boolean]>([
    [{ remaining: 9 }, { remaining: 8, sourceRef: "s1" }, true],
    [{ remaining: 0 }, { status: "soldOut" }, true],
    [{ remaining: 1 }, { remaining: 0 }, false],
    [{ remaining: 6, lowStockThreshold: 5 }, { remaining: 5, lowStockThreshold: 5 }, false],
    [{ onSaleFrom: past, remaining: 1 }, { remaining: 1 }, false],
    [{ onSaleFrom: past }, { onSaleFrom: future }, false],
    [{ onSaleThrough: past }, { onSaleThrough: future }, false]
  ])("of %j and %j: %s", (one, other, expected) => {
    expect(sameSale(row(one), row({ ...other, syncedAt: "2026-02-01T00:00:00Z" }))).toBe(expected)
  })
})

const saying = (status: SlotStatus): AvailabilityRow => row({ status })

describe("the status of a slot", () => {
  const ranked = ["available", "limited", "notYetOnSale", "soldOut", "salesClosed", "unknown"] as const

  it.each(ranked.flatMap((better, index) => ranked.slice(index).map((worse) => [better, worse] as const)))(
    "is the better for a buyer of %s and %s",
    (better, worse) => {
      expect(slotStatusAt({ a: saying(better), b: saying(worse) }, noon)).toBe(better)
      expect(slotStatusAt({ a: saying(worse), b: saying(better) }, noon)).toBe(better)
    }
  )

  it("a slot without rows is unknown", () => {
    expect(slotStatusAt({}, noon)).toBe("unknown")
  })

  it("adding a provider never makes the status worse, in any order", () => {
    FastCheck.assert(FastCheck.property(availabilityRow, availabilityRow, instant, (one, other, now) => {
      const both = slotStatusAt({ a: one, b: other }, now)
      expect(ranked.indexOf(both)).toBe(Math.min(...[one, other].map((said) => ranked.indexOf(slotStatusAt({ a: said }, now)))))
      expect(slotStatusAt({ a: other, b: one }, now)).toBe(both)
    }))
  })
})

describe("the aggregate", () => {
  const day = (date: number) => slotOf(`2026-06-0${date}T12:00:00Z`, `2026-06-0${date}T13:00:00Z`)
  const slotsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `slot${index}`, ...day(index + 2) }))
  const rowsOf = (statuses: ReadonlyArray<SlotStatus | null>): AvailabilityRows =>
    Object.fromEntries(statuses.flatMap((status, index) => status === null ? [] : [[`slot${index}`, { mapado: saying(status) }]]))

  it.each<[ReadonlyArray<SlotStatus | null>, Availability, AggregateRule, number]>([
    [["available", "soldOut", "unknown"], "available", "anyAvailable", 1],
    [["limited", "available"], "available", "anyAvailable", 2],
    [["limited", "soldOut"], "limited", "anyLimited", 1],
    [["limited", "limited"], "limited", "anyLimited", 2],
    [["limited", "unknown"], "limited", "anyLimited", 1],
    [["soldOut", "soldOut"], "soldOut", "allEqual", 0],
    [["notYetOnSale", "notYetOnSale"], "notYetOnSale", "allEqual", 0],
    [["salesClosed", "salesClosed"], "salesClosed", "allEqual", 0],
    [["soldOut", "salesClosed"], "mixed", "mixed", 0],
    [["soldOut", "notYetOnSale"], "mixed", "mixed", 0],
    [["notYetOnSale", "salesClosed"], "mixed", "mixed", 0],
    [["soldOut", "notYetOnSale", "salesClosed"], "mixed", "mixed", 0],
    [["soldOut", "unknown"], "unknown", "anyUnknown", 0],
    [["soldOut", null], "unknown", "anyUnknown", 0],
    [[null, null], "unknown", "anyUnknown", 0],
    [[], "unknown", "noneLeft", 0]
  ])("of %j is %s by %s", (statuses, status, rule, bookable) => {
    const slots = slotsOf(statuses.length)
    const shown = { status, occurrencesAvailable: bookable, occurrencesTotal: statuses.length }
    expect(aggregateAt(slots, rowsOf(statuses), noon)).toMatchObject(shown)
    const offers = [{ provider: "mapado", currency: "EUR", tiers: [] }]
    expect(explainTickets({ offers, slotOffers: {}, slots, rows: rowsOf(statuses) }, noon).availability).toMatchObject({ ...shown, rule })
  })

  it.each<[string, Facts, ReadonlyArray<readonly [instant: number, Availability, bookable: number]>]>([
    ["onSaleFrom", { onSaleFrom: atNoon }, [[-1, "notYetOnSale", 0], [0, "available", 1], [1, "available", 1]]],
    ["onSaleThrough", { onSaleThrough: atNoon }, [[-1, "available", 1], [0, "available", 1], [1, "salesClosed", 0]]],
    ["a few left until onSaleThrough", { onSaleThrough: atNoon, remaining: 1, lowStockThreshold: 1 }, [
      [-1, "limited", 1],
      [0, "limited", 1],
      [1, "salesClosed", 0]
    ]],
    ["the begin of a slot after which none is left", { remaining: 1 }, [
      [86_399_999, "available", 1],
      [86_400_000, "unknown", 0],
      [86_400_001, "unknown", 0]
    ]]
  ])("turns with %s, in intervals too", (_label, facts, expected) => {
    const slots = slotsOf(1)
    const rows = { slot0: { mapado: row(facts) } }
    const intervals = availabilityIntervals({ slots, rows, isOffered: false })
    for (const [beside, status, occurrencesAvailable] of expected) {
      const shown = { status, occurrencesAvailable, nextAvailable: occurrencesAvailable === 0 ? null : slots[0]?.begin }
      expect(aggregateAt(slots, rows, noon + beside)).toMatchObject(shown)
      expect(intervals.find(({ from, until }) => from <= noon + beside && noon + beside < until)).toMatchObject(shown)
    }
  })

  it("a slot is excluded from the instant at which it begins", () => {
    const slots = slotsOf(2)
    const [first, second] = slots
    const shown = [-1, 0, 1].map((beside) => aggregateAt(slots, rowsOf(["available", "soldOut"]), (first?.begin ?? 0) + beside))
    const after = { status: "soldOut", occurrencesAvailable: 0, occurrencesTotal: 1, nextAvailable: null }
    expect(shown).toEqual([
      { status: "available", occurrencesAvailable: 1, occurrencesTotal: 2, nextAvailable: first?.begin },
      after,
      after
    ])
    expect(aggregateAt(slots, rowsOf(["available", "soldOut"]), second?.begin ?? 0)).toEqual({
      status: "unknown",
      occurrencesAvailable: 0,
      occurrencesTotal: 0,
      nextAvailable: null
    })
  })

  it("nextAvailable is the next bookable slot of any provider", () => {
    const slots = slotsOf(3)
    const rows = {
      slot1: { mapado: saying("soldOut"), weezevent: row({ remaining: 1, lowStockThreshold: 1 }) },
      slot2: { mapado: saying("available") }
    }
    expect(aggregateAt(slots, rows, noon)).toEqual({
      status: "available",
      occurrencesAvailable: 2,
      occurrencesTotal: 3,
      nextAvailable: slots[1]?.begin
    })
  })

  it("the aggregate changes with each provider to the millisecond", () => {
    const slots = slotsOf(1)
    const rows = { slot0: { mapado: row({ onSaleFrom: atNoon, onSaleThrough: "2026-06-01T15:00:00Z" }), weezevent: saying("soldOut") } }
    const through = instantOf("2026-06-01T15:00:00Z")
    const begin = slots[0]?.begin ?? 0
    expect(availabilityIntervals({ slots, rows, isOffered: false }).map(({ from, status }) => [from, status]).slice(1)).toEqual([
      [noon, "available"],
      [through + 1, "soldOut"],
      [begin, "unknown"]
    ])
    expect([noon - 1, noon, through, through + 1, begin - 1, begin].map((now) => aggregateAt(slots, rows, now).status)).toEqual([
      "notYetOnSale",
      "available",
      "available",
      "soldOut",
      "soldOut",
      "unknown"
    ])
  })

  it("every slot status has an aggregate", () => {
    for (const status of slotStatuses) expect(aggregateAt(slotsOf(1), rowsOf([status]), noon).status).toBe(status)
  })
})

describe("the pricing of tiers", () => {
  const tier = (offerType: Tier["offerType"], priceCents?: number): Tier => ({
    label: { fr: "Tarif" },
    offerType,
    ...(priceCents === undefined ? {} : { priceCents })
  })

  it.each<[ReadonlyArray<Tier>, string]>([
    [[], "unknown noTiers"],
    [[tier("standard", 1)], "paid allPaid"],
    [[tier("standard", 1_800), tier("membership", 500), tier("donation", 100)], "paid allPaid"],
    [[tier("donation", 1)], "paid allPaid"],
    [[tier("standard", 0)], "free allFree"],
    [[tier("standard"), tier("standard", 0)], "free allFree"],
    [[{ ...tier("standard"), minAmountCents: 500 }], "free allFree"],
    [[tier("donation")], "donation donation"],
    [[tier("donation", 0), tier("standard", 0), tier("membership")], "donation donation"],
    [[tier("standard", 0), tier("standard", 1)], "mixed otherwise"],
    [[tier("donation"), tier("standard", 1)], "mixed otherwise"],
    [[tier("membership")], "mixed otherwise"],
    [[tier("membership", 0), tier("standard")], "mixed otherwise"]
  ])("of %j is %s", (tiers, expected) => {
    const { name, pricing } = pricingRuleOf(tiers)
    expect(`${pricing} ${name}`).toBe(expected)
  })

  const entry = (provider: string, tiers: ReadonlyArray<Tier>, currency = "EUR"): OffersEntry => ({ provider, currency, tiers })

  it.each<[string, ReadonlyArray<OffersEntry>, string]>([
    ["no entry", [], "unknown"],
    ["one", [entry("a", [tier("standard", 1)])], "paid"],
    ["equal ones", [entry("a", [tier("standard", 1)]), entry("b", [tier("membership", 2)])], "paid"],
    ["different ones", [entry("a", [tier("standard", 1)]), entry("b", [])], "mixed"],
    ["mixed ones", [entry("a", [tier("membership")]), entry("b", [tier("membership")])], "mixed"]
  ])("comes together of %s", (_label, entries, pricing) => {
    expect(aggregatePricing(entries)).toBe(pricing)
  })

  it.each([["JPY", 0], ["EUR", 2], ["KWD", 3], ["CLF", 4]] as const)(
    "counts the smallest amount of %s, of %i decimals",
    (currency, exponent) => {
      expect(exponentOf(currency)).toBe(exponent)
      const offers = [entry("a", [tier("standard", 1)], currency)]
      expect(aggregatePricing(offers)).toBe("paid")
      expect(aggregatePricing(effectiveOffers(offers, [{ provider: "a", tiers: [tier("standard", 0)] }]))).toBe("free")
    }
  )

  it.each<[string, ReadonlyArray<OffersOverride>, ReadonlyArray<string>]>([
    ["nothing", [], ["paid of 2 at https://a.example/", "free of 1 at null"]],
    ["tiers, which take the place of all", [{ provider: "a", tiers: [tier("standard")] }], [
      "free of 1 at https://a.example/",
      "free of 1 at null"
    ]],
    ["no tiers at all", [{ provider: "a", tiers: [] }], ["unknown of 0 at https://a.example/", "free of 1 at null"]],
    ["a link alone", [{ provider: "a", bookingUrl: "https://a.example/1" }], ["paid of 2 at https://a.example/1", "free of 1 at null"]],
    ["one thing for each provider", [
      { provider: "b", bookingUrl: "https://b.example/1" },
      { provider: "a", tiers: [tier("donation")] }
    ], ["donation of 1 at https://a.example/", "free of 1 at https://b.example/1"]],
    ["something of a provider without an entry", [{ provider: "c", tiers: [] }], ["paid of 2 at https://a.example/", "free of 1 at null"]]
  ])("of a slot for which an override says %s", (_label, overrides, expected) => {
    const offers: ReadonlyArray<OffersEntry> = [
      { ...entry("a", [tier("standard", 1_800), tier("membership", 500)]), source: { url: "https://a.example/" } },
      entry("b", [tier("standard")])
    ]
    const effective = effectiveOffers(offers, overrides)
    expect(effective.map((offer) => `${pricingRuleOf(offer.tiers).pricing} of ${offer.tiers.length} at ${bookingUrlOf(offer)}`)).toEqual(
      expected
    )
  })

  it("aggregate pricing ignores overrides", () => {
    const offers = [entry("a", [tier("standard", 1)])]
    const slots = [{ id: "aaaaa", ...slotOf("2026-06-02T12:00:00Z", "2026-06-02T13:00:00Z") }]
    const explained = explainTickets(
      { offers, slotOffers: { aaaaa: [{ provider: "a", tiers: [tier("standard")] }] }, slots, rows: {} },
      noon
    )
    expect(explained.pricing).toMatchObject({ pricing: "paid", rule: "allEqual" })
    expect(explained.slots[0]?.offers[0]?.rule).toMatchObject({ name: "allFree", pricing: "free" })
  })
})
