import type { Tier } from "../domain/Offers.js"

/**
 * Minimum price of a tier in minor units: its price, else its minimum amount, else 0 for a standard tier; null when
 * unknown (wire.md §8, Structured data).
 */
export const readableAmount = ({ minAmountCents, offerType, priceCents }: Tier): number | null =>
  priceCents ?? minAmountCents ?? (offerType === "standard" ? 0 : null)
