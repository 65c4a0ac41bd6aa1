import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { worldNow } from "./World.js"

const day_ms = 86_400_000

/** The id of a slot of `dailySlots`. */
export const slotId = (index: number): string => `s${String(index).padStart(4, "0")}`

/** So many slots as a body has them: an hour of each day from the world's tomorrow on. */
export const dailySlots = (slots: number) =>
  Array.from({ length: slots }, (_, index) => ({
    id: slotId(index),
    begin: formatUtc(worldNow + (index + 1) * day_ms),
    end: formatUtc(worldNow + (index + 1) * day_ms + 3_600_000)
  }))
