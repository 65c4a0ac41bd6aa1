import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import type { KeyWord } from "../../search/wordKeys.js"
import { isWithin } from "../event/Condition.js"
import type { IndexedLocation } from "../event/PlanData.js"
import type { LocationAnswer, LocationPlan, LocationPosition } from "../location/LocationPlan.js"

const positionOf = ({ index, record }: IndexedLocation): LocationPosition => ({
  name: index.name,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  uid: record.uid
})

const compareKeys = (key: LocationPlan["sort"]["key"], left: LocationPosition, right: LocationPosition): number =>
  key === "name" ? compareCodePoints(left.name, right.name) : left[key] - right[key]

const comparing = ({ direction, key }: LocationPlan["sort"]) => (left: LocationPosition, right: LocationPosition): number =>
  (direction === "asc" ? compareKeys(key, left, right) : compareKeys(key, right, left)) || left.uid - right.uid

const containsWord = (text: string, { beginning, forms }: KeyWord): boolean =>
  text.includes(beginning) || forms.some((form) => text.includes(` ${form} `))

const meets = ({ index, record }: IndexedLocation, plan: LocationPlan): boolean =>
  (record.agendaUid === plan.agendaUid || (plan.setUid !== null && record.setUid === plan.setUid)) &&
  plan.words.every((word) => containsWord(index.search, word)) &&
  (plan.states === null || plan.states.includes(record.state)) &&
  (plan.createdAt === null || isWithin(plan.createdAt, record.createdAt)) &&
  (plan.updatedAt === null || isWithin(plan.updatedAt, record.updatedAt))

/** Reference implementation of a `LocationPlan` over plain records. Names are compared folded, by code point. */
export const interpretLocationPlan = (plan: LocationPlan, locations: ReadonlyArray<IndexedLocation>): LocationAnswer => {
  const compare = comparing(plan.sort)
  const matching = locations
    .filter((location) => meets(location, plan))
    .sort((left, right) => compare(positionOf(left), positionOf(right)))
  const { after } = plan
  const following = after === null
    ? matching.slice(plan.skip)
    : matching.filter((location) => compare(positionOf(location), after) > 0)
  return {
    locations: following.slice(0, plan.limit).map(({ record }) => record),
    total: matching.length,
    more: plan.limit > 0 && following.length > plan.limit
  }
}
