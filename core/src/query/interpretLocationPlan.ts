import { compareCodePoints } from "./compareCodePoints.js"
import type { LocationAnswer, LocationPlan } from "./LocationPlan.js"
import type { IndexedLocation } from "./PlanData.js"

const compareKeys = (key: LocationPlan["sort"]["key"], left: IndexedLocation, right: IndexedLocation): number =>
  key === "name" ? compareCodePoints(left.index.name, right.index.name) : left.record[key] - right.record[key]

const comparing = ({ direction, key }: LocationPlan["sort"]) => (left: IndexedLocation, right: IndexedLocation): number =>
  (direction === "asc" ? compareKeys(key, left, right) : compareKeys(key, right, left)) || left.record.uid - right.record.uid

/** What a `LocationPlan` means: its answer over plain records. Names compare folded, by code point; behind an unknown `afterUid` is nothing. */
export const interpretLocationPlan = (plan: LocationPlan, locations: ReadonlyArray<IndexedLocation>): LocationAnswer => {
  const compare = comparing(plan.sort)
  const matching = locations
    .filter(({ record }) => record.agendaUid === plan.agendaUid || (plan.setUid !== null && record.setUid === plan.setUid))
    .filter(({ index }) => plan.words.every((word) => index.search.includes(word)))
    .sort(compare)
  const last = locations.filter(({ record }) => record.uid === plan.afterUid)
  const following = plan.afterUid === null
    ? matching.slice(plan.skip)
    : matching.filter((location) => last.some((known) => compare(location, known) > 0))
  return {
    locations: following.slice(0, plan.limit).map(({ record }) => record),
    total: matching.length,
    more: plan.limit > 0 && following.length > plan.limit
  }
}
