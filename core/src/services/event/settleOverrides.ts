import type { OffersEntry, SlotOffers } from "../../domain/Offers.js"
import type { SettledSlot } from "./settleSlots.js"

/**
 * The overrides of an event whose slots are these: those that were written with a slot, else those it has; none of a provider of which there
 * are no offers (wire.md §8, Overrides).
 */
export const settleOverrides = (
  slots: ReadonlyArray<Pick<SettledSlot, "id" | "offers">>,
  stored: SlotOffers,
  offers: ReadonlyArray<OffersEntry>
): SlotOffers => {
  const offered = new Set(offers.map(({ provider }) => provider))
  return Object.fromEntries(slots.flatMap(({ id, offers: written }) => {
    const overrides = (written ?? stored[id] ?? []).filter(({ provider }) => offered.has(provider))
    return overrides.length === 0 ? [] : [[id, overrides]]
  }))
}
