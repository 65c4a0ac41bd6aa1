import type { OffersEntry, OffersOverride, Tier } from "../../domain/ticketing/Offers.js"
import type { Pricing } from "../../domain/ticketing/Ticketing.js"

/** A rule that determines the pricing of tiers. */
export interface PricingRule {
  readonly name: "noTiers" | "allPaid" | "allFree" | "donation" | "otherwise"
  readonly pricing: Pricing
  /** Reason for messages; a clause that follows "because". */
  readonly says: string
}

const isPaid = ({ priceCents = 0 }: Tier): boolean => priceCents > 0

const noTiers = { name: "noTiers", pricing: "unknown", says: "there are no tiers" } as const
const allPaid = { name: "allPaid", pricing: "paid", says: "every tier has a priceCents above 0" } as const
const allFree = { name: "allFree", pricing: "free", says: "every tier is standard and has a priceCents of 0 or none" } as const
const donation = {
  name: "donation",
  pricing: "donation",
  says: "there is a donation tier and no tier with a priceCents above 0"
} as const
const otherwise = {
  name: "otherwise",
  pricing: "mixed",
  says: "the tiers are neither all paid, nor all free and standard, nor do they ask for donations without a paid tier"
} as const

/** The first rule that applies to these tiers (wire.md §8, Pricing). */
export const pricingRuleOf = (tiers: ReadonlyArray<Tier>): PricingRule => {
  if (tiers.length === 0) return noTiers
  if (tiers.every(isPaid)) return allPaid
  if (tiers.every((tier) => tier.offerType === "standard" && !isPaid(tier))) return allFree
  return tiers.some(({ offerType }) => offerType === "donation") && !tiers.some(isPaid) ? donation : otherwise
}

/**
 * The pricing of tiers, independent of their order (wire.md §8, Pricing).
 *
 * @example
 * pricingOf([{ label: { fr: "Plein" }, priceCents: 1800, offerType: "standard" }]) // "paid"
 */
export const pricingOf = (tiers: ReadonlyArray<Tier>): Pricing => pricingRuleOf(tiers).pricing

/**
 * Aggregate pricing of the offers entries of an event: their common pricing, else `mixed` (wire.md §8, Pricing). Slot
 * overrides do not count. Without entries it is `unknown`.
 */
export const aggregatePricing = (entries: ReadonlyArray<Pick<OffersEntry, "tiers">>): Pricing => {
  const [first = "unknown", ...others] = entries.map(({ tiers }) => pricingOf(tiers))
  return others.every((pricing) => pricing === first) ? first : "mixed"
}

/**
 * Minimum price of a tier in minor units: its price, else its minimum amount, else 0 for a standard tier; null when
 * unknown (wire.md §8, Structured data).
 */
export const minimumAmount = ({ minAmountCents, offerType, priceCents }: Tier): number | null =>
  priceCents ?? minAmountCents ?? (offerType === "standard" ? 0 : null)

/** An offers entry as it applies to one slot. */
export interface EffectiveOffer extends OffersEntry {
  /** Booking page of this slot; absent: `source.url` of the entry. */
  readonly bookingUrl?: string
}

/**
 * The offers of one slot: each entry merged with the slot's override of the same provider (service.md, Per-slot
 * override rules). The tiers of an override replace all tiers of the entry. Idempotent. `pricingOf` derives the pricing
 * from the tiers.
 */
export const effectiveOffers = (
  offers: ReadonlyArray<EffectiveOffer>,
  overrides: ReadonlyArray<OffersOverride>
): ReadonlyArray<EffectiveOffer> => {
  const byProvider = new Map(overrides.map((override) => [override.provider, override]))
  return offers.map((offer) => ({ ...offer, ...byProvider.get(offer.provider) }))
}
