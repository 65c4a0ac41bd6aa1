import type { LocationRecord } from "../record/LocationRecord.js"

/** A list of locations, as data: every word in it is absolute. */
export interface LocationPlan {
  /** The locations of this agenda and, where it uses one, of its location set. */
  readonly agendaUid: number
  readonly setUid: number | null
  /** Folded words, each of which the location's search text contains. */
  readonly words: ReadonlyArray<string>
  readonly sort: { readonly key: "name" | "createdAt" | "updatedAt"; readonly direction: "asc" | "desc" }
  /** Where to go on: after the location with this uid; null from the start. The uid is the tie-breaker, ascending. */
  readonly afterUid: number | null
  /** How many to pass over first; 0 with `afterUid`. */
  readonly skip: number
  readonly limit: number
}

/** The answer to a `LocationPlan`. */
export interface LocationAnswer {
  readonly locations: ReadonlyArray<LocationRecord>
  /** How many match in all. */
  readonly total: number
  /** Whether more follow the last one; false when `limit` is 0. */
  readonly more: boolean
}
