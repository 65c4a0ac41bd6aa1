import type { OffersEntry } from "./Offers.js"

/** An offers entry as it was written; `entry` null removes the one there is of this provider (PATCH only). */
export interface WrittenOffers {
  readonly provider: string
  readonly entry: OffersEntry | null
}

/**
 * The offers of an event with those written in the place of the ones of the same provider, new ones behind them; null takes one away
 * (wire.md §2, PATCH).
 */
export const mergeOffers = (stored: ReadonlyArray<OffersEntry>, written: ReadonlyArray<WrittenOffers>): ReadonlyArray<OffersEntry> => {
  const before = stored.map((entry): WrittenOffers => ({ provider: entry.provider, entry }))
  const entries = new Map([...before, ...written].map(({ entry, provider }) => [provider, entry]))
  return [...entries.values()].flatMap((entry) => entry === null ? [] : [entry])
}
