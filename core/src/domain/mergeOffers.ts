import type { OffersEntry } from "./Offers.js"

/** A write of one provider's offers; `entry` is null to remove the stored entry (PATCH only). */
export interface WrittenOffers {
  readonly provider: string
  readonly entry: OffersEntry | null
}

/**
 * Merges offers by provider (wire.md §2, PATCH): replaces those of the same provider, appends new ones, and removes
 * those set to null.
 */
export const mergeOffers = (stored: ReadonlyArray<OffersEntry>, written: ReadonlyArray<WrittenOffers>): ReadonlyArray<OffersEntry> => {
  const current = stored.map((entry): WrittenOffers => ({ provider: entry.provider, entry }))
  const entries = new Map([...current, ...written].map(({ entry, provider }) => [provider, entry]))
  return [...entries.values()].flatMap((entry) => entry === null ? [] : [entry])
}
