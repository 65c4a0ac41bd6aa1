import type { ExplainedOffer, ExplainedSlot, TicketExplanation } from "../derive/explainTickets.js"
import { formatInstant, formatUtc } from "../derive/formatInstant.js"
import type { Json, JsonObject } from "../domain/Json.js"

/** When something changes, in UTC with milliseconds, or never. */
const presentTurn = (instant: number | null): Json => instant === null ? null : formatUtc(instant)

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
  until: presentTurn(until),
  availability: rows.map(({ facts, provider, rule, status, until }) => ({
    provider,
    status,
    rule,
    facts: { ...facts },
    until: presentTurn(until)
  })),
  offers: offers.map(presentOffer)
})

const presentWhole = (whole: TicketExplanation["availability"], timezone: string): Json => {
  if (whole === null) return null
  const { changesAt, facts, nextAvailable, occurrencesAvailable, occurrencesTotal, rule, status, until } = whole
  return {
    status,
    rule,
    facts: { ...facts },
    until: presentTurn(until),
    occurrencesAvailable,
    occurrencesTotal,
    nextAvailable: nextAvailable === null ? null : formatInstant(nextAvailable, timezone),
    changesAt: presentTurn(changesAt)
  }
}

/**
 * Why the tickets of an event are shown as they are, as a single read says it to moderators and administrators (wire.md §8, Overrides and
 * Availability row). What a rule looks at is under `facts`, with the members that rows and tiers have; begins are in the event's time zone,
 * all other instants in UTC with milliseconds.
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
  availability: presentWhole(availability, timezone),
  slots: slots.map((slot) => presentSlot(slot, timezone))
})
