import type { Tier } from "../domain/Offers.js"

/**
 * What a tier costs at least, in minor units: its price, else the least that one may pay, else nothing where it is a standard one; null where it
 * does not say (wire.md §8, Structured data).
 */
export const readableAmount = ({ minAmountCents, offerType, priceCents }: Tier): number | null =>
  priceCents ?? minAmountCents ?? (offerType === "standard" ? 0 : null)
