import type { OffersEntry, OffersOverride } from "../domain/Offers.js"

/** An offers entry as it holds for one slot. */
export interface EffectiveOffer extends OffersEntry {
  /** Where this slot is booked, where that is elsewhere than the entry's `source.url` says. */
  readonly bookingUrl?: string
}

/**
 * What the providers of an event sell for one slot: each entry overlaid with the slot's override of its provider, whose tiers take the place of
 * all of the entry's (service.md, Per-slot override rules). Overlaying again changes nothing. What it costs follows from its tiers (`pricingOf`).
 */
export const effectiveOffers = (
  offers: ReadonlyArray<EffectiveOffer>,
  overrides: ReadonlyArray<OffersOverride>
): ReadonlyArray<EffectiveOffer> => {
  const byProvider = new Map(overrides.map((override) => [override.provider, override]))
  return offers.map((offer) => ({ ...offer, ...byProvider.get(offer.provider) }))
}
