import type { OffersEntry, OffersOverride } from "../domain/Offers.js"

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
