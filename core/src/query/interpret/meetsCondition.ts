import type { AggregateAvailability } from "../../domain/ticketing/Ticketing.js"
import type { AvailabilityInterval } from "../../record/AvailabilityInterval.js"
import { scoreDocument } from "../../search/scoreDocument.js"
import { type GeoBox, type Range, relativeAt } from "../event/EventQuery.js"
import type { IndexedEvent, IndexedLocation } from "../event/PlanData.js"
import type { Condition } from "../event/QueryPlan.js"

/** The availability in the interval that contains an instant; null when none contains it. */
export const availabilityAt = (intervals: ReadonlyArray<AvailabilityInterval>, at: number): AggregateAvailability | null => {
  const found = intervals.find(({ from, until }) => from <= at && at < until)
  if (found === undefined) return null
  const { nextAvailable, occurrencesAvailable, occurrencesTotal, status } = found
  return { status, occurrencesAvailable, occurrencesTotal, nextAvailable }
}

/** Whether a number is within one of these inclusive ranges. */
export const isWithin = (ranges: ReadonlyArray<Range>, value: number): boolean =>
  ranges.some(({ gte, lte }) => (gte === null || gte <= value) && (lte === null || value <= lte))

/** Whether a box contains a point, edges included; a box with `west > east` crosses the antimeridian. */
const contains = ({ east, north, south, west }: GeoBox, latitude: number, longitude: number): boolean =>
  south <= latitude && latitude <= north &&
  (west <= east ? west <= longitude && longitude <= east : west <= longitude || longitude <= east)

/** Whether an event satisfies a condition. `location` is the location of the event, or null. */
export const meetsCondition = (event: IndexedEvent, location: IndexedLocation | null, condition: Condition): boolean => {
  const { index, record } = event
  switch (condition._tag) {
    case "Uid":
      return condition.in.includes(record.uid)
    case "Slug":
      return condition.in.includes(record.slug)
    case "ExtId":
      return condition.in.some(({ key, value }) => record.extIds.some((extId) => extId.key === key && extId.value === value))
    case "Agenda":
      return condition.in.includes(record.agendaUid)
    case "State":
      return condition.in.includes(record.state)
    case "Contributor":
      return record.contributorUid === condition.is
    case "Featured":
      return record.featured === condition.is
    case "Status":
      return condition.in.includes(record.status)
    case "AttendanceMode":
      return condition.in.includes(record.attendanceMode)
    case "LocationUid":
      return record.locationUid === null ? condition.orNone : condition.in.includes(record.locationUid)
    case "Place": {
      const value = location?.index[condition.field] ?? null
      return value === null ? condition.orNone : condition.in.includes(value)
    }
    case "Geo": {
      const { latitude = null, longitude = null } = location?.record ?? {}
      return latitude !== null && longitude !== null && condition.boxes.some((box) => contains(box, latitude, longitude))
    }
    case "Terms": {
      const terms = index.terms.filter(({ dimension }) => dimension === condition.dimension)
      return terms.length === 0 ? condition.orNone : terms.some(({ value }) => condition.in.includes(value))
    }
    case "AllTerms": {
      const values = index.terms.flatMap(({ dimension, value }) => dimension === condition.dimension ? [value] : [])
      return condition.all.every((value) => values.includes(value))
    }
    case "Numbers": {
      const number = index.numbers.find(({ dimension }) => dimension === condition.dimension)
      return number === undefined ? condition.orNone : isWithin(condition.ranges, number.value)
    }
    case "Age": {
      const { age } = index
      return age !== null &&
        condition.ranges.some(({ gte, lte }) =>
          (gte === null || age.max === null || age.max >= gte) && (lte === null || age.min === null || age.min <= lte)
        )
    }
    case "Relative":
      return condition.in.includes(relativeAt(record, condition.at))
    case "Availability": {
      const shown = availabilityAt(index.availability, condition.at)
      return shown === null ? condition.orNone : condition.in.includes(shown.status)
    }
    case "Timings":
      return record.slots.some((slot) => isWithin(condition.ranges, slot.begin))
    case "EndsFrom":
      return record.last.end >= condition.gte
    case "CreatedAt":
      return isWithin(condition.ranges, record.createdAt)
    case "UpdatedAt":
      return isWithin(condition.ranges, record.updatedAt)
    case "AvailabilityUpdatedAt":
      return record.availabilityUpdatedAt !== null && isWithin(condition.ranges, record.availabilityUpdatedAt)
    case "Search": {
      const score = scoreDocument(index.search, location?.index.place ?? "", condition.search)
      return score !== null && score >= condition.least
    }
  }
}
