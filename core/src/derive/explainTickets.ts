import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityRow, AvailabilityRows, SlotRows } from "../domain/AvailabilityRow.js"
import type { OffersEntry, SlotOffers } from "../domain/Offers.js"
import type { Pricing, SlotStatus } from "../domain/Ticketing.js"
import type { Slot } from "../domain/Timing.js"
import { type AvailabilityInterval, interval_ms_max } from "../record/AvailabilityInterval.js"
import { type AggregateStatus, aggregateStatus, countSlots, type SlotCounts } from "./aggregateAt.js"
import { aggregatePricing } from "./aggregatePricing.js"
import { availabilityIntervals } from "./availabilityIntervals.js"
import { type EffectiveOffer, effectiveOffers } from "./effectiveOffers.js"
import { type PricingRule, pricingRuleOf } from "./pricingOf.js"
import { type RowRule, type RowStatus, saleOf, statusOf, turnsOf } from "./rowStatusAt.js"
import { bestStatus } from "./slotStatusAt.js"

/** What tiers cost, and why. It never changes by time alone. */
export interface ExplainedOffer {
  readonly offer: EffectiveOffer
  readonly rule: PricingRule
}

/** Where a slot stands with the tickets of one provider, and why. */
export interface ExplainedRow extends RowStatus {
  readonly provider: string
  /** Those of the row's facts that the rule looks at and found. */
  readonly facts: Partial<AvailabilityRow>
  /** When the status changes by time alone, epoch milliseconds; null: never. */
  readonly until: number | null
}

/** Where a slot stands, and why: `bestForBuyer` of what its providers say, or `noRow`, that none says anything. */
export interface ExplainedSlot {
  readonly slot: Slot
  /** Whether it counts in the whole: it has not begun. */
  readonly counts: boolean
  readonly status: SlotStatus
  readonly rule: "bestForBuyer" | "noRow"
  readonly until: number | null
  readonly rows: ReadonlyArray<ExplainedRow>
  /** What is sold for it. */
  readonly offers: ReadonlyArray<ExplainedOffer>
}

/** Why everything that is shown of an event's tickets is as it is at an instant (wire.md §8). Instants in epoch milliseconds. */
export interface TicketExplanation {
  readonly at: number
  readonly pricing: {
    readonly pricing: Pricing
    /** All entries cost alike, they differ, or there is none. */
    readonly rule: "allEqual" | "mixed" | "noEntry"
    readonly entries: ReadonlyArray<ExplainedOffer>
  }
  /** Null where there is neither an offers entry nor a row. */
  readonly availability:
    | AggregateAvailability & AggregateStatus & {
      readonly facts: SlotCounts
      /** When the status changes by time alone; null: never. */
      readonly until: number | null
      /** When anything of the whole does; null: never. */
      readonly changesAt: number | null
    }
    | null
  readonly slots: ReadonlyArray<ExplainedSlot>
}

/** All that the tickets of an event follow from. */
export interface Tickets {
  readonly offers: ReadonlyArray<OffersEntry>
  readonly slotOffers: SlotOffers
  /** In order of time. */
  readonly slots: ReadonlyArray<Slot>
  readonly rows: AvailabilityRows
}

const explainOffer = (offer: EffectiveOffer): ExplainedOffer => ({ offer, rule: pricingRuleOf(offer.tiers) })

const saleFacts = ["onSaleFrom", "onSaleThrough", "closedBySource", "remaining", "lowStockThreshold", "status"] as const

/** The facts that each rule looks at. */
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

/** The first of these instants after now at which something is no longer as it is now; null: it always will be. */
const firstChange = (turns: ReadonlyArray<number>, now: number, valueAt: (instant: number) => SlotStatus): number | null => {
  const value = valueAt(now)
  const changes = turns.filter((turn) => turn > now && valueAt(turn) !== value)
  return changes.length === 0 ? null : Math.min(...changes)
}

const explainRows = (rows: SlotRows, now: number): ReadonlyArray<ExplainedRow> =>
  Object.entries(rows).map(([provider, row]) => {
    const sale = saleOf(row)
    const { rule, status } = statusOf(sale, now)
    const until = firstChange(turnsOf(sale), now, (instant) => statusOf(sale, instant).status)
    return { provider, status, rule, facts: pick(row, factsOf[rule]), until }
  })

const explainSlot = (slot: Slot, { offers, rows, slotOffers }: Tickets, now: number): ExplainedSlot => {
  const said = rows[slot.id] ?? {}
  const sales = Object.values(said).map(saleOf)
  return {
    slot,
    counts: slot.begin > now,
    status: bestStatus(sales, now),
    rule: sales.length === 0 ? "noRow" : "bestForBuyer",
    until: firstChange(sales.flatMap(turnsOf), now, (instant) => bestStatus(sales, instant)),
    rows: explainRows(said, now),
    offers: effectiveOffers(offers, slotOffers[slot.id] ?? []).map(explainOffer)
  }
}

const endOf = (interval: AvailabilityInterval | undefined): number | null =>
  interval === undefined || interval.until === interval_ms_max ? null : interval.until

const isAlike = (a: AggregateAvailability, b: AggregateAvailability): boolean =>
  a.status === b.status && a.occurrencesAvailable === b.occurrencesAvailable && a.occurrencesTotal === b.occurrencesTotal &&
  a.nextAvailable === b.nextAvailable

/** Where the slots stand together, from what holds over all time; why, from the statuses of each. */
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
 * Why everything that is shown of an event's tickets is as it is at an instant (epoch milliseconds): for each status and price the rule that
 * decides, the facts that it looks at, and when it changes next by time alone.
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
