import type { ExplainedOffer, ExplainedSlot, TicketExplanation } from "../derive/availability/explainTickets.js"
import { formatInstant, formatUtc } from "../derive/dates/formatInstant.js"
import type { Json, JsonObject } from "../domain/text/Json.js"
import { relativeAt } from "../query/event/Condition.js"
import { type EventSort, placeOrders } from "../query/event/EventSort.js"
import { explainingOrders, nameOfKey } from "../query/event/planSegments.js"
import type { EventHit, Order, Segment } from "../query/event/QueryPlan.js"
import type { LocationRecord } from "../record/LocationRecord.js"

/** The instant of a change, in UTC with milliseconds; null: never. */
const presentChange = (instant: number | null): Json => instant === null ? null : formatUtc(instant)

const presentOffer = ({ offer, rule }: ExplainedOffer): JsonObject => {
  const { bookingUrl, currency, provider, source, syncedAt, tiers } = offer
  return {
    provider,
    currency,
    pricing: rule.pricing,
    rule: rule.name,
    facts: { tiers: tiers.map(({ offerType, priceCents }) => ({ offerType, ...(priceCents === undefined ? {} : { priceCents }) })) },
    until: null,
    tiers: tiers.map((tier) => ({ ...tier })),
    ...(source === undefined ? {} : { source: { ...source } }),
    ...(syncedAt === undefined ? {} : { syncedAt }),
    ...(bookingUrl === undefined ? {} : { bookingUrl })
  }
}

const presentSlot = ({ counts, offers, rows, rule, slot, status, until }: ExplainedSlot, timezone: string): JsonObject => ({
  id: slot.id,
  begin: formatInstant(slot.begin, timezone),
  counts,
  status,
  rule,
  until: presentChange(until),
  availability: rows.map(({ facts, provider, rule, status, until }) => ({
    provider,
    status,
    rule,
    facts: { ...facts },
    until: presentChange(until)
  })),
  offers: offers.map(presentOffer)
})

const presentAvailability = (aggregate: TicketExplanation["availability"], timezone: string): Json => {
  if (aggregate === null) return null
  const { changesAt, facts, nextAvailable, occurrencesAvailable, occurrencesTotal, rule, status, until } = aggregate
  return {
    status,
    rule,
    facts: { ...facts },
    until: presentChange(until),
    occurrencesAvailable,
    occurrencesTotal,
    nextAvailable: nextAvailable === null ? null : formatInstant(nextAvailable, timezone),
    changesAt: presentChange(changesAt)
  }
}

/**
 * The explanation of an event's ticket statuses for moderators and administrators (wire.md §8, Overrides and
 * Availability row). `facts` contains what a rule evaluates, with the member names of rows and tiers. Slot begins are
 * in the event's time zone, all other instants in UTC with milliseconds.
 */
export const presentExplanation = ({ at, availability, pricing, slots }: TicketExplanation, timezone: string): JsonObject => ({
  at: formatUtc(at),
  pricing: {
    pricing: pricing.pricing,
    rule: pricing.rule,
    facts: { entries: pricing.entries.map(({ offer, rule }) => ({ provider: offer.provider, pricing: rule.pricing })) },
    until: null
  },
  offers: pricing.entries.map(presentOffer),
  availability: presentAvailability(availability, timezone),
  slots: slots.map((slot) => presentSlot(slot, timezone))
})

/** What the explanation of sorts needs from a list. */
interface ExplainedList {
  readonly sorts: ReadonlyArray<EventSort>
  readonly segments: ReadonlyArray<Segment>
  /** `asOf` of the plan, epoch milliseconds. */
  readonly asOf: number
}

/**
 * The sort value of an event for the first of these keys in its segment; undefined when the segment has none of them.
 */
const sortedBy = (keys: ReadonlyArray<Order["key"]>, hit: EventHit, { segments }: ExplainedList): Json | undefined =>
  hit.position.values[segments[hit.segment]?.order.findIndex(({ key }) => keys.includes(key)) ?? -1]

const valueOf = ({ key }: Order, hit: EventHit, location: LocationRecord | null, list: ExplainedList): Json => {
  const { head } = hit
  const passed = relativeAt(head, list.asOf) === "passed"
  switch (key) {
    case "featured":
      return head.featured
    case "ended":
      return passed ? "passed" : "upcoming"
    case "nextBegin":
    case "nextTime": {
      const begin = sortedBy(["nextBegin", "nextTime"], hit, list)
      return formatInstant(passed || typeof begin !== "number" ? head.last.begin : begin, head.timezone)
    }
    case "lastBegin":
    case "lastEnd":
    case "lastTime":
      return formatInstant(head.last.begin, head.timezone)
    case "updatedAt":
      return formatUtc(head.updatedAt)
    case "createdAt":
      return formatUtc(head.createdAt)
    case "availabilityUpdatedAt":
      return head.availabilityUpdatedAt === null ? null : formatUtc(head.availabilityUpdatedAt)
    case "score":
    case "fit":
      return sortedBy([key], hit, list) ?? null
    default: {
      const field = placeOrders.find((field) => key === `location.${field}`)
      return field === undefined || location === null ? null : location[field]
    }
  }
}

/**
 * The sort values of an event as `{key, value}`, in sort order (service.md, includeSort; wire.md §6). `firstTiming` is
 * the begin of the slot that the event was sorted by. `location` is the location of the event.
 */
export const explainSort = (list: ExplainedList, hit: EventHit, location: LocationRecord | null): ReadonlyArray<JsonObject> =>
  explainingOrders(list.sorts).map((order) => ({ key: nameOfKey(order.key), value: valueOf(order, hit, location, list) }))
