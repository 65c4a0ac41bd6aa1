import type { LocationRecord } from "../../record/LocationRecord.js"
import type { KeyWord } from "../../search/wordKeys.js"
import type { Range } from "../event/Condition.js"
import type { LocationSort } from "./LocationQuery.js"

/** Sort values of a location under every order of locations. */
export interface LocationPosition {
  /** Folded. */
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Tie-breaker, ascending under every order. */
  readonly uid: number
}

/** Sort position and ownership of a location before it was changed or removed. */
export interface FormerPosition extends LocationPosition {
  readonly agendaUid: number
  readonly setUid: number | null
  /** When the location was changed or removed, epoch milliseconds. */
  readonly leftAt: number
}

/** A location list as data, without relative times. Instants are epoch milliseconds. */
export interface LocationPlan {
  /** Matches locations of this agenda and of its location set; `setUid` is null when it uses none. */
  readonly agendaUid: number
  readonly setUid: number | null
  /**
   * Words (AND). The search text of the location must contain the beginning of each as a substring, or one of its forms
   * between spaces.
   */
  readonly words: ReadonlyArray<KeyWord>
  /** Alternatives (OR); null for any state. */
  readonly states: ReadonlyArray<number> | null
  /** Alternatives (OR); null for any instant. */
  readonly createdAt: ReadonlyArray<Range> | null
  readonly updatedAt: ReadonlyArray<Range> | null
  readonly sort: LocationSort
  /**
   * The position after which the page starts, which need not be that of an existing location; null for the first page.
   */
  readonly after: LocationPosition | null
  /** Number of locations to skip; 0 with `after`. */
  readonly skip: number
  readonly limit: number
}

/** Result of a `LocationPlan`. */
export interface LocationAnswer {
  readonly locations: ReadonlyArray<LocationRecord>
  /** Number of matching locations, independent of the page. */
  readonly total: number
  /** Whether more locations follow the page; false when `limit` is 0. */
  readonly more: boolean
}
