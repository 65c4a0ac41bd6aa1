import type { LocationIndex } from "../record/LocationRecord.js"
import type { Range } from "./EventQuery.js"
import type { IndexedEvent } from "./PlanData.js"
import type { Condition } from "./QueryPlan.js"
import { relativeAt } from "./relativeAt.js"

/** Whether an instant lies within one of these ranges, ends included. */
export const isWithin = (ranges: ReadonlyArray<Range>, instant: number): boolean =>
  ranges.some(({ gte, lte }) => (gte === null || gte <= instant) && (lte === null || instant <= lte))

/** Whether a condition holds of an event; `location` is the index of the one it takes place at, null when there is none. */
export const meetsCondition = ({ index, record }: IndexedEvent, location: LocationIndex | null, condition: Condition): boolean => {
  switch (condition._tag) {
    case "Uid":
      return condition.in.includes(record.uid)
    case "Slug":
      return condition.in.includes(record.slug)
    case "State":
      return condition.in.includes(record.state)
    case "Featured":
      return record.featured === condition.is
    case "Status":
      return condition.in.includes(record.status)
    case "AttendanceMode":
      return condition.in.includes(record.attendanceMode)
    case "LocationUid":
      return record.locationUid !== null && condition.in.includes(record.locationUid)
    case "Place": {
      const value = location?.[condition.field] ?? null
      return value !== null && condition.in.includes(value)
    }
    case "Keyword":
      return condition.all.every((keyword) => index.keywords.includes(keyword))
    case "Relative":
      return condition.in.includes(relativeAt(record, condition.at))
    case "Timings":
      return record.slots.some((slot) => isWithin(condition.ranges, slot.begin))
    case "UpdatedAt":
      return isWithin(condition.ranges, record.updatedAt)
  }
}
