import type { OffersEntry } from "../domain/Offers.js"
import type { Pricing } from "../domain/Ticketing.js"
import { pricingOf } from "./pricingOf.js"

/**
 * Aggregate pricing of the offers entries of an event: their common pricing, else `mixed` (wire.md §8, Pricing). Slot
 * overrides do not count. Without entries it is `unknown`.
 */
export const aggregatePricing = (entries: ReadonlyArray<Pick<OffersEntry, "tiers">>): Pricing => {
  const [first = "unknown", ...others] = entries.map(({ tiers }) => pricingOf(tiers))
  return others.every((pricing) => pricing === first) ? first : "mixed"
}
