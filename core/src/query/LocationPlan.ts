import type { LocationRecord } from "../record/LocationRecord.js"
import type { Range } from "./EventQuery.js"
import type { LocationSort } from "./LocationQuery.js"

/** Where a location stands in every order of locations. */
export interface LocationPlace {
  /** Folded. */
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Breaks ties, ascending under every order. */
  readonly uid: number
}

/** A list of locations, as data: every word in it is absolute. Instants in epoch milliseconds. */
export interface LocationPlan {
  /** The locations of this agenda and, where it uses one, of its location set. */
  readonly agendaUid: number
  readonly setUid: number | null
  /** Folded words, each of which the location's search text contains. */
  readonly words: ReadonlyArray<string>
  /** Null: whatever it is. */
  readonly states: ReadonlyArray<number> | null
  /** Within one of these ranges; null: at any instant. */
  readonly createdAt: ReadonlyArray<Range> | null
  readonly updatedAt: ReadonlyArray<Range> | null
  readonly sort: LocationSort
  /** Where to go on: just behind this place, whether a location stands there or not; null from the start. */
  readonly after: LocationPlace | null
  /** How many to pass over first; 0 with `after`. */
  readonly skip: number
  readonly limit: number
}

/** The answer to a `LocationPlan`. */
export interface LocationAnswer {
  readonly locations: ReadonlyArray<LocationRecord>
  /** How many match in all, wherever the page starts. */
  readonly total: number
  /** Whether more follow the last one; false when `limit` is 0. */
  readonly more: boolean
}
