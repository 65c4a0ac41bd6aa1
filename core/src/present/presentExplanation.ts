import type { ExplainedOffer, ExplainedSlot, TicketExplanation } from "../derive/availability/explainTickets.js"
import { formatInstant, formatUtc } from "../derive/dates/formatInstant.js"
import type { Json, JsonObject } from "../domain/text/Json.js"

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
