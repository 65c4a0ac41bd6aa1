import * as Hash from "effect/Hash"
import type { LocationPlace } from "./LocationPlan.js"
import type { LocationSort } from "./LocationQuery.js"

/** Above every uid that is handed out, and with marks above it still a safe integer. */
const uids = 2 ** 32
const marks = 2 ** 20

/**
 * The integer that clients pass back as `after` to go on behind a location (wire.md §5, Locations). It is the location's uid as long as what
 * the list is ordered by never changes. Under other orders a mark of the key is added in higher bits, so that one whose location was
 * renamed or changed since is known for what it is: going on from where the location stands now would leave others out. Its place is then looked
 * up among those that cursors were given for (`makePassedPlaces`).
 * A uid too large for a mark, which only imports bring, goes without.
 *
 * @example
 * locationCursor({ key: "createdAt", direction: "desc" }, place) // 7
 * locationCursor({ key: "name", direction: "asc" }, place) // 2267742732295
 */
export const locationCursor = ({ direction, key }: LocationSort, place: LocationPlace): number => {
  if (key === "createdAt" || place.uid >= uids) return place.uid
  const hash = Hash.string(`${key}.${direction}/${place[key]}`) >>> 0
  return (1 + hash % (marks - 1)) * uids + place.uid
}

/** The uids that a cursor may stand for: that of which `locationCursor` makes it is the one. */
export const cursorUids = (after: number): ReadonlyArray<number> => [...new Set([after % uids, after])]
