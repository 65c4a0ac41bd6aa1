import type { OffersEntry, SlotOffers } from "../../domain/Offers.js"
import type { IdentifiedSlot } from "./assignSlotIds.js"

/**
 * Slot overrides after a write: those written with a slot, else the stored ones. Overrides of providers without offers
 * are dropped (wire.md §8, Overrides).
 */
export const resolveOverrides = (
  slots: ReadonlyArray<Pick<IdentifiedSlot, "id" | "offers">>,
  stored: SlotOffers,
  offers: ReadonlyArray<OffersEntry>
): SlotOffers => {
  const offered = new Set(offers.map(({ provider }) => provider))
  return Object.fromEntries(slots.flatMap(({ id, offers: written }) => {
    const overrides = (written ?? stored[id] ?? []).filter(({ provider }) => offered.has(provider))
    return overrides.length === 0 ? [] : [[id, overrides]]
  }))
}
