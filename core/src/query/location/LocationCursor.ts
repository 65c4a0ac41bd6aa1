import * as Hash from "effect/Hash"
import type { LocationPosition } from "./LocationPlan.js"
import type { LocationSort } from "./LocationQuery.js"

/** Exceeds every generated uid; together with the hash bits above it, the cursor is still a safe integer. */
const uidCount = 2 ** 32
const hashes = 2 ** 20

/**
 * The integer that clients pass back as `after` (wire.md §5, Locations). It is the uid of the location when the sort
 * key never changes. Under other orders the higher bits contain a hash of the sort key. The hash reveals that a
 * location was renamed or changed after the page was made. Its former position is then looked up with
 * `LocationStore.formerPositions`, because its current position would skip other locations. A uid too large for the
 * hash bits, which only imports create, is used without a hash.
 *
 * @example
 * locationCursor({ key: "createdAt", direction: "desc" }, position) // 7
 * locationCursor({ key: "name", direction: "asc" }, position) // 2267742732295
 */
export const locationCursor = ({ direction, key }: LocationSort, position: LocationPosition): number => {
  if (key === "createdAt" || position.uid >= uidCount) return position.uid
  const hash = Hash.string(`${key}.${direction}/${position[key]}`) >>> 0
  return (1 + hash % (hashes - 1)) * uidCount + position.uid
}

/** Candidate uids of a cursor; the right one is the uid for which `locationCursor` returns the same integer. */
export const cursorUids = (after: number): ReadonlyArray<number> => [...new Set([after % uidCount, after])]
