import { describe, expect, it } from "@effect/vitest"
import { aggregateAt } from "../../src/derive/aggregateAt.js"
import { aggregatePricing } from "../../src/derive/aggregatePricing.js"
import { availabilityIntervals } from "../../src/derive/availabilityIntervals.js"
import { effectiveOffers } from "../../src/derive/effectiveOffers.js"
import { explainTickets } from "../../src/derive/explainTickets.js"
import { pricingRuleOf } from "../../src/derive/pricingOf.js"
import { rowStatusAt } from "../../src/derive/rowStatusAt.js"
import { slotStatusAt } from "../../src/derive/slotStatusAt.js"
import type { AvailabilityRow, AvailabilityRows } from "../../src/domain/AvailabilityRow.js"
import { exponentOf } from "../../src/domain/currencies.js"
import type { OffersEntry, Tier } from "../../src/domain/Offers.js"
import { type Availability, type SlotStatus, slotStatuses } from "../../src/domain/Ticketing.js"
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

const saying = (status: SlotStatus): AvailabilityRow => row({ status })

describe("the status of a slot", () => {
  const ranked = ["available", "limited", "notYetOnSale", "soldOut", "salesClosed", "unknown"] as const

  it.each(ranked.flatMap((better, place) => ranked.slice(place).map((worse) => [better, worse] as const)))(
    "is the better for a buyer of %s and %s",
    (better, worse) => {
      expect(slotStatusAt({ a: saying(better), b: saying(worse) }, noon)).toBe(better)
      expect(slotStatusAt({ a: saying(worse), b: saying(better) }, noon)).toBe(better)
    }
  )

  it("is unknown without a row", () => {
    expect(slotStatusAt({}, noon)).toBe("unknown")
  })
})

describe("the aggregate", () => {
  const day = (date: number) => slotOf(`2026-06-0${date}T12:00:00Z`, `2026-06-0${date}T13:00:00Z`)
  const slotsOf = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `slot${place}`, ...day(place + 2) }))
  const rowsOf = (statuses: ReadonlyArray<SlotStatus | null>): AvailabilityRows =>
    Object.fromEntries(statuses.flatMap((status, place) => status === null ? [] : [[`slot${place}`, { mapado: saying(status) }]]))

  it.each<[ReadonlyArray<SlotStatus | null>, Availability, number]>([
    [["available", "soldOut", "unknown"], "available", 1],
    [["limited", "available"], "available", 2],
    [["limited", "soldOut"], "limited", 1],
    [["limited", "limited"], "limited", 2],
    [["limited", "unknown"], "limited", 1],
    [["soldOut", "soldOut"], "soldOut", 0],
    [["notYetOnSale", "notYetOnSale"], "notYetOnSale", 0],
    [["salesClosed", "salesClosed"], "salesClosed", 0],
    [["soldOut", "salesClosed"], "mixed", 0],
    [["soldOut", "notYetOnSale", "salesClosed"], "mixed", 0],
    [["soldOut", "unknown"], "unknown", 0],
    [["soldOut", null], "unknown", 0],
    [[null, null], "unknown", 0]
  ])("of %j is %s", (statuses, status, bookable) => {
    expect(aggregateAt(slotsOf(statuses.length), rowsOf(statuses), noon)).toMatchObject({
      status,
      occurrencesAvailable: bookable,
      occurrencesTotal: statuses.length
    })
  })

  it("leaves a slot out from the instant at which it begins", () => {
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

  it("takes the next that can be booked from among all providers, past slots that cannot", () => {
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

  it("changes with each of several providers, to the millisecond", () => {
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

  it("knows every status of a slot", () => {
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

  it("comes from the event's entries, whatever overrides say", () => {
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
