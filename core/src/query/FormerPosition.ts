import type { LocationPosition } from "./location/LocationPlan.js"

/** Sort position and ownership of a location before it was changed or removed. */
export interface FormerPosition extends LocationPosition {
  readonly agendaUid: number
  readonly setUid: number | null
  /** When the location was changed or removed, epoch milliseconds. */
  readonly leftAt: number
}
