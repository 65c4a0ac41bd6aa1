import type { EventBody } from "@agenda-engine/core/record/EventRecord"

/** Number of characters in the texts of a body, slots excluded. */
export const bodyChars = ({ availability, detail, extIds, retiredSlotIds }: EventBody): number =>
  retiredSlotIds.reduce(
    (sum, id) => sum + id.length,
    extIds.reduce((sum, { key, value }) => sum + key.length + value.length, detail.length + availability.length)
  )
