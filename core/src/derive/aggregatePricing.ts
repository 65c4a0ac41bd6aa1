import type { OffersEntry } from "../domain/Offers.js"
import type { Pricing } from "../domain/Ticketing.js"
import { pricingOf } from "./pricingOf.js"

/**
 * What an event costs, over its entries: what all of them cost alike, else mixed; overrides of slots do not count (wire.md §8, Pricing).
 * Without entries nothing is known.
 */
export const aggregatePricing = (entries: ReadonlyArray<Pick<OffersEntry, "tiers">>): Pricing => {
  const [first = "unknown", ...others] = entries.map(({ tiers }) => pricingOf(tiers))
  return others.every((pricing) => pricing === first) ? first : "mixed"
}
