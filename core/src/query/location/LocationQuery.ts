import type { Range } from "../event/Condition.js"
import type { Direction } from "../event/EventSort.js"

/** Sort order of locations. */
export interface LocationSort {
  readonly key: "name" | "createdAt" | "updatedAt"
  readonly direction: Direction
}

/**
 * A location list as requested (wire.md §5, Locations). An absent member means no filter; list values are alternatives
 * (OR).
 */
export interface LocationQuery {
  /** Search text, matched against name, address and city. */
  readonly search?: string | undefined
  readonly state?: ReadonlyArray<0 | 1> | undefined
  readonly createdAt?: ReadonlyArray<Range> | undefined
  readonly updatedAt?: ReadonlyArray<Range> | undefined
  readonly sort: LocationSort
  /** The cursor from the previous page (`locationCursor`). */
  readonly after?: number | undefined
  readonly from: number
  readonly size: number
  readonly detailed: boolean
}
