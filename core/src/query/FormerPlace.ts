import type { LocationPlace } from "./LocationPlan.js"

/** Sort position and ownership of a location before it was changed or removed. */
export interface FormerPlace extends LocationPlace {
  readonly agendaUid: number
  readonly setUid: number | null
  /** When the location was changed or removed, epoch milliseconds. */
  readonly leftAt: number
}
