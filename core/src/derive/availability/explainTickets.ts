import type { Slot } from "../../domain/event/Timing.js"
import type { AvailabilityRow, AvailabilityRows, SlotRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { OffersEntry, SlotOffers } from "../../domain/ticketing/Offers.js"
import type { AggregateAvailability, Pricing, SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { type AvailabilityInterval, interval_ms_max } from "../../record/AvailabilityInterval.js"
import { type AggregateStatus, aggregateStatus, countSlots, type SlotCounts } from "./aggregateAt.js"
import { availabilityIntervals } from "./availabilityIntervals.js"
import { aggregatePricing, type EffectiveOffer, effectiveOffers, type PricingRule, pricingRuleOf } from "./pricing.js"
import { type RowRule, type RowStatus, saleOf, statusOf, transitionsOf } from "./rowStatusAt.js"
import { bestStatus } from "./slotStatusAt.js"

/** An offer with the rule that determines its pricing. It never changes by time alone. */
export interface ExplainedOffer {
  readonly offer: EffectiveOffer
  readonly rule: PricingRule
}

/** The status of a slot for one provider, with the rule that determines it. */
export interface ExplainedRow extends RowStatus {
  readonly provider: string
  /** The facts of the row that the rule evaluates. */
  readonly facts: Partial<AvailabilityRow>
  /** Next change of the status by time alone, epoch milliseconds; null when it never changes. */
  readonly until: number | null
}

/** The status of a slot with its rule: `bestForBuyer` of its providers, or `noRow` when it has no row. */
export interface ExplainedSlot {
  readonly slot: Slot
  /** Whether the slot counts towards the aggregate: it has not begun. */
  readonly counts: boolean
  readonly status: SlotStatus
  readonly rule: "bestForBuyer" | "noRow"
  readonly until: number | null
  readonly rows: ReadonlyArray<ExplainedRow>
  /** The offers of the slot. */
  readonly offers: ReadonlyArray<ExplainedOffer>
}

/** Explains the ticket statuses and prices of an event at an instant (wire.md §8). Instants are epoch milliseconds. */
export interface TicketExplanation {
  readonly at: number
  readonly pricing: {
    readonly pricing: Pricing
    /** The pricings of all entries are equal, they differ, or there is no entry. */
    readonly rule: "allEqual" | "mixed" | "noEntry"
    readonly entries: ReadonlyArray<ExplainedOffer>
  }
  /** Null without offers entries and availability rows. */
  readonly availability:
    | AggregateAvailability & AggregateStatus & {
      readonly facts: SlotCounts
      /** Next change of the status by time alone; null when it never changes. */
      readonly until: number | null
      /** Next change of any aggregate value by time alone; null when none ever changes. */
      readonly changesAt: number | null
    }
    | null
  readonly slots: ReadonlyArray<ExplainedSlot>
}

/** The data that the tickets of an event are derived from. */
export interface Tickets {
  readonly offers: ReadonlyArray<OffersEntry>
  readonly slotOffers: SlotOffers
  /** In chronological order. */
  readonly slots: ReadonlyArray<Slot>
  readonly rows: AvailabilityRows
}

const explainOffer = (offer: EffectiveOffer): ExplainedOffer => ({ offer, rule: pricingRuleOf(offer.tiers) })

const saleFacts = ["onSaleFrom", "onSaleThrough", "closedBySource", "remaining", "lowStockThreshold", "status"] as const

/** The facts that each rule evaluates. */
const factsOf: { readonly [R in RowRule]: ReadonlyArray<(typeof saleFacts)[number]> } = {
  beforeSale: ["onSaleFrom"],
  afterSale: ["onSaleThrough"],
  closed: ["closedBySource", "status"],
  soldOut: ["remaining", "status"],
  lowStock: ["remaining", "lowStockThreshold", "status"],
  awaited: ["status"],
  nothingKnown: ["status"],
  onSale: saleFacts
}

const pick = (row: AvailabilityRow, names: ReadonlyArray<(typeof saleFacts)[number]>): Partial<AvailabilityRow> =>
  names.reduce<Partial<AvailabilityRow>>((picked, name) => row[name] === undefined ? picked : { ...picked, [name]: row[name] }, {})

/**
 * The earliest of these instants after now at which the value differs from the current one; null when there is none.
 */
const firstChange = (instants: ReadonlyArray<number>, now: number, valueAt: (instant: number) => SlotStatus): number | null => {
  const value = valueAt(now)
  const changes = instants.filter((instant) => instant > now && valueAt(instant) !== value)
  return changes.length === 0 ? null : Math.min(...changes)
}

const explainRows = (rows: SlotRows, now: number): ReadonlyArray<ExplainedRow> =>
  Object.entries(rows).map(([provider, row]) => {
    const sale = saleOf(row)
    const { rule, status } = statusOf(sale, now)
    const until = firstChange(transitionsOf(sale), now, (instant) => statusOf(sale, instant).status)
    return { provider, status, rule, facts: pick(row, factsOf[rule]), until }
  })

const explainSlot = (slot: Slot, { offers, rows, slotOffers }: Tickets, now: number): ExplainedSlot => {
  const slotRows = rows[slot.id] ?? {}
  const sales = Object.values(slotRows).map(saleOf)
  return {
    slot,
    counts: slot.begin > now,
    status: bestStatus(sales, now),
    rule: sales.length === 0 ? "noRow" : "bestForBuyer",
    until: firstChange(sales.flatMap(transitionsOf), now, (instant) => bestStatus(sales, instant)),
    rows: explainRows(slotRows, now),
    offers: effectiveOffers(offers, slotOffers[slot.id] ?? []).map(explainOffer)
  }
}

const endOf = (interval: AvailabilityInterval | undefined): number | null =>
  interval === undefined || interval.until === interval_ms_max ? null : interval.until

const isAlike = (a: AggregateAvailability, b: AggregateAvailability): boolean =>
  a.status === b.status && a.occurrencesAvailable === b.occurrencesAvailable && a.occurrencesTotal === b.occurrencesTotal &&
  a.nextAvailable === b.nextAvailable

/** The aggregate from the precomputed intervals; its rule from the slot statuses. */
const explainAggregate = (slots: ReadonlyArray<ExplainedSlot>, ahead: ReadonlyArray<AvailabilityInterval>) => {
  const [now] = ahead
  if (now === undefined) return null
  const { nextAvailable, occurrencesAvailable, occurrencesTotal, status } = now
  const facts = countSlots(slots.flatMap((slot) => slot.counts ? [slot.status] : []))
  const other = ahead.findIndex((interval) => interval.status !== status)
  const changed = ahead.findIndex((interval) => !isAlike(interval, now))
  return {
    status,
    rule: aggregateStatus(facts).rule,
    facts,
    occurrencesAvailable,
    occurrencesTotal,
    nextAvailable,
    until: endOf(ahead[other - 1]),
    changesAt: endOf(ahead[changed - 1])
  }
}

/**
 * Explains the ticket statuses and prices of an event at an instant, epoch milliseconds. Each status and price comes
 * with its rule, the facts that the rule evaluates, and its next change by time alone.
 */
export const explainTickets = (tickets: Tickets, now: number): TicketExplanation => {
  const { offers, rows, slots } = tickets
  const explained = slots.map((slot) => explainSlot(slot, tickets, now))
  const intervals = availabilityIntervals({ slots, rows, isOffered: offers.length > 0 })
  const pricing = aggregatePricing(offers)
  const entries = offers.map(explainOffer)
  return {
    at: now,
    pricing: {
      pricing,
      rule: entries.length === 0 ? "noEntry" : entries.every(({ rule }) => rule.pricing === pricing) ? "allEqual" : "mixed",
      entries
    },
    availability: explainAggregate(explained, intervals.filter(({ until }) => until > now)),
    slots: explained
  }
}
