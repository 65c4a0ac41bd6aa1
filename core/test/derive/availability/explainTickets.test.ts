import { instant } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { offers, overrides, slotsAndRows } from "@agenda-engine/conformance/testing/TicketArbitraries"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { aggregateAt } from "../../../src/derive/availability/aggregateAt.js"
import { explainTickets, type TicketExplanation } from "../../../src/derive/availability/explainTickets.js"
import { aggregatePricing, pricingOf } from "../../../src/derive/availability/pricing.js"
import { rowStatusAt } from "../../../src/derive/availability/rowStatusAt.js"
import { slotStatusAt } from "../../../src/derive/availability/slotStatusAt.js"
import { interval_ms_max, interval_ms_min } from "../../../src/record/AvailabilityInterval.js"

const cases = FastCheck.tuple(slotsAndRows, offers, overrides, instant).map(([{ rows, slots }, entries, own, now]) => ({
  now,
  tickets: { offers: entries, slotOffers: slots[0] === undefined ? {} : { [slots[0].id]: own }, slots, rows }
}))

/** What an explanation says, without why. */
const values = ({ availability, pricing, slots }: TicketExplanation) => ({
  pricing: pricing.pricing,
  entries: pricing.entries.map(({ rule }) => rule.pricing),
  whole: availability === null ? null : {
    status: availability.status,
    occurrencesAvailable: availability.occurrencesAvailable,
    occurrencesTotal: availability.occurrencesTotal,
    nextAvailable: availability.nextAvailable
  },
  slots: slots.map(({ rows, status }) => [status, ...rows.map((row) => row.status)])
})

describe("explainTickets", () => {
  it("statuses and prices equal the presented ones", () => {
    FastCheck.assert(FastCheck.property(cases, ({ now, tickets }) => {
      const { offers, rows, slots } = tickets
      const isTicketed = offers.length > 0 || Object.keys(rows).length > 0
      expect(values(explainTickets(tickets, now))).toEqual({
        pricing: aggregatePricing(offers),
        entries: offers.map(({ tiers }) => pricingOf(tiers)),
        whole: isTicketed ? aggregateAt(slots, rows, now) : null,
        slots: slots.map(({ id }) => {
          const said = rows[id] ?? {}
          return [slotStatusAt(said, now), ...Object.values(said).map((row) => rowStatusAt(row, now).status)]
        })
      })
    }))
  })

  it("each value changes exactly at its announced instant and not before", () => {
    FastCheck.assert(FastCheck.property(cases, ({ now, tickets }) => {
      const explained = explainTickets(tickets, now)
      const at = (instant: number) => explainTickets(tickets, instant)
      const announced = [
        { until: explained.availability?.until, of: (one: TicketExplanation) => one.availability?.status },
        { until: explained.availability?.changesAt, of: (one: TicketExplanation) => values(one).whole },
        ...explained.slots.map(({ until }, index) => ({ until, of: (one: TicketExplanation) => one.slots[index]?.status })),
        ...explained.slots.flatMap(({ rows }, index) =>
          rows.map(({ until }, row) => ({ until, of: (one: TicketExplanation) => one.slots[index]?.rows[row]?.status }))
        )
      ]
      for (const { of, until } of announced) {
        const last = until === null || until === undefined ? interval_ms_max - 1 : until - 1
        expect(of(at(last))).toEqual(of(explained))
        if (until !== null && until !== undefined) expect(of(at(until))).not.toEqual(of(explained))
      }
    }))
  })

  it("each rule lists the facts that it evaluates", () => {
    const tickets = { offers: [], slotOffers: {}, slots: [{ id: "aaaaa", begin: 100, end: 200 }] }
    const said = (facts: object, now = 0) =>
      explainTickets({ ...tickets, rows: { aaaaa: { mapado: { syncedAt: "2026-01-01T00:00:00Z", ...facts } } } }, now).slots[0]?.rows[0]
    expect(said({ onSaleFrom: "1970-01-01T00:00:00.050Z", remaining: 0 })).toEqual({
      provider: "mapado",
      status: "notYetOnSale",
      rule: "beforeSale",
      facts: { onSaleFrom: "1970-01-01T00:00:00.050Z" },
      until: 50
    })
    expect(said({ remaining: 0, status: "soldOut", sourceRef: "s" }, interval_ms_min)).toMatchObject({
      rule: "soldOut",
      facts: { remaining: 0, status: "soldOut" },
      until: null
    })
    expect(said({ remaining: 2, lowStockThreshold: 1, closedBySource: false })).toMatchObject({
      rule: "onSale",
      facts: { closedBySource: false, lowStockThreshold: 1, remaining: 2 }
    })
  })
})
