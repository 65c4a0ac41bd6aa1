import * as Effect from "effect/Effect"
import type { SlotWrite } from "../../../domain/event/Timing.js"
import { type AvailabilityRows, mergeRows, type RowWrite } from "../../../domain/ticketing/AvailabilityRow.js"
import type { OffersEntry, SlotOffers } from "../../../domain/ticketing/Offers.js"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const id_chars = 5

const slotIdOf = (number: number): string => {
  let left = number
  let id = ""
  for (let digit = 0; digit < id_chars; digit++) {
    id = alphabet.charAt(left % alphabet.length) + id
    left = Math.floor(left / alphabet.length)
  }
  return id
}

/** A written slot with its permanent id. */
export interface IdentifiedSlot extends SlotWrite {
  readonly id: string
}

/** Assigns every slot without id one that the event has never used (wire.md §8, Slot id). */
export const assignSlotIds = (
  slots: ReadonlyArray<SlotWrite>,
  retired: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<IdentifiedSlot>> =>
  Effect.gen(function*() {
    const random = yield* Effect.random
    const used = new Set([...retired, ...slots.flatMap(({ id }) => id === null ? [] : [id])])
    const settled: Array<IdentifiedSlot> = []
    for (const slot of slots) {
      let id = slot.id
      while (id === null) {
        const made = slotIdOf(yield* random.nextIntBetween(0, alphabet.length ** id_chars))
        if (!used.has(made)) id = made
      }
      used.add(id)
      settled.push({ ...slot, id })
    }
    return settled
  })

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

/**
 * Availability rows of an event after a write of its slots: the stored rows of the remaining slots, merged with rows
 * written with new slots (wire.md §8, Slot id and PATCH availability). Rows of deleted slots are removed. `restored`
 * are rows of an import; rows older than the stored ones are skipped.
 */
export const resolveAvailability = (
  slots: ReadonlyArray<Pick<IdentifiedSlot, "availability" | "id">>,
  known: AvailabilityRows,
  restored: ReadonlyArray<RowWrite>
): AvailabilityRows => {
  const brought = slots.flatMap(({ availability = {}, id: slot }) =>
    Object.entries(availability).map(([provider, row]): RowWrite => ({ slot, provider, row }))
  )
  const ids = new Set(slots.map(({ id }) => id))
  const remaining = Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)))
  return mergeRows(remaining, [...brought, ...restored]).rows
}
