import type { Direction } from "./Direction.js"
import type { Range } from "./EventQuery.js"

/** An order of locations. */
export interface LocationSort {
  readonly key: "name" | "createdAt" | "updatedAt"
  readonly direction: Direction
}

/** A list of locations as it was asked for (wire.md §5, Locations). Absent members do not narrow; the values of one are alternatives. */
export interface LocationQuery {
  /** Words of the name, address or city. */
  readonly search?: string
  readonly state?: ReadonlyArray<0 | 1>
  readonly createdAt?: ReadonlyArray<Range>
  readonly updatedAt?: ReadonlyArray<Range>
  readonly sort: LocationSort
  /** As the last answer gave it (`locationCursor`). */
  readonly after?: number
  readonly from: number
  readonly size: number
  readonly detailed: boolean
}
