import { adminLevels } from "../../domain/agenda/Location.js"
import type { Interval } from "../../domain/event/Timing.js"
import type { AggregateAvailability, Availability } from "../../domain/ticketing/Ticketing.js"
import type { AvailabilityInterval } from "../../record/AvailabilityInterval.js"
import type { Dimension } from "../../record/EventRecord.js"
import { scoreDocument } from "../../search/scoreDocument.js"
import type { SearchPlan } from "../../search/SearchPlan.js"
import type { IndexedEvent, IndexedLocation } from "./PlanData.js"

/** An inclusive range; null leaves an end open. Instants are epoch milliseconds, ages are years. */
export interface Range {
  readonly gte: number | null
  readonly lte: number | null
}

/** A geographic box in degrees, edges included. It crosses the antimeridian when `west` is greater than `east`. */
export interface GeoBox {
  readonly north: number
  readonly east: number
  readonly south: number
  readonly west: number
}

/**
 * Temporal status of an event (service.md, `relative`): `passed` when every slot has ended, `upcoming` when none has
 * begun, else `current`.
 */
export const relatives = ["passed", "current", "upcoming"] as const

/** One of `relatives`. */
export type Relative = (typeof relatives)[number]

/** Location texts that events can be filtered by. */
export const placeFields = [...adminLevels, "countryCode"] as const
/** A location text that events can be filtered by. */
export type PlaceField = (typeof placeFields)[number]

/**
 * A predicate on an event. Values are alternatives (OR), except in `AllTerms`. Texts are folded, instants are epoch
 * milliseconds. `orNone`: events without any value match too.
 */
export type Condition =
  | { readonly _tag: "Uid"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Slug"; readonly in: ReadonlyArray<string> }
  | { readonly _tag: "ExtId"; readonly in: ReadonlyArray<{ readonly key: string; readonly value: string }> }
  | { readonly _tag: "Agenda"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "State"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Contributor"; readonly is: number }
  | { readonly _tag: "Featured"; readonly is: boolean }
  | { readonly _tag: "Status"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "AttendanceMode"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "LocationUid"; readonly in: ReadonlyArray<number>; readonly orNone: boolean }
  /** The location of the event has one of these texts. */
  | { readonly _tag: "Place"; readonly field: PlaceField; readonly in: ReadonlyArray<string>; readonly orNone: boolean }
  /** The location of the event has coordinates in one of these boxes. */
  | { readonly _tag: "Geo"; readonly boxes: ReadonlyArray<GeoBox> }
  /** The event has one of these terms. */
  | { readonly _tag: "Terms"; readonly dimension: Dimension; readonly in: ReadonlyArray<string>; readonly orNone: boolean }
  /** The event has every one of these terms. */
  | { readonly _tag: "AllTerms"; readonly dimension: Dimension; readonly all: ReadonlyArray<string> }
  /** The event has a number in this dimension within one of these ranges. */
  | { readonly _tag: "Numbers"; readonly dimension: Dimension; readonly ranges: ReadonlyArray<Range>; readonly orNone: boolean }
  /**
   * The age range of the event overlaps one of these ranges: `max >= gte` and `min <= lte`, where a null end is open.
   * False for events without ages.
   */
  | { readonly _tag: "Age"; readonly ranges: ReadonlyArray<Range> }
  /** Temporal status at this instant. Passed: `last.end <= at`. Upcoming: `first.begin > at`. Current: neither. */
  | { readonly _tag: "Relative"; readonly in: ReadonlyArray<Relative>; readonly at: number }
  /** Aggregate ticket availability at this instant. */
  | { readonly _tag: "Availability"; readonly in: ReadonlyArray<Availability>; readonly at: number; readonly orNone: boolean }
  /** A slot begins within one of these ranges. */
  | { readonly _tag: "Timings"; readonly ranges: ReadonlyArray<Range> }
  /** The last slot ends at or after this instant. */
  | { readonly _tag: "EndsFrom"; readonly gte: number }
  | { readonly _tag: "CreatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** The last change is within one of these ranges. */
  | { readonly _tag: "UpdatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** The last change of availability is within one of these ranges. False when availability never changed. */
  | { readonly _tag: "AvailabilityUpdatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** `scoreDocument` scores the event and its location at `least` or more. A plan has at most one such condition. */
  | { readonly _tag: "Search"; readonly search: SearchPlan; readonly least: number }

/** The conditions with these tags. A function of `ConditionOf<T>` can call the member of a record by its `_tag`. */
export type ConditionOf<T extends Condition["_tag"]> = { [K in T]: Extract<Condition, { readonly _tag: K }> & { readonly _tag: K } }[T]

/** Predicates that also apply to tombstones; `UpdatedAt` compares `removedAt`. */
export type TombstoneCondition = ConditionOf<"Uid" | "UpdatedAt">

/** Temporal status of an event with these first and last slots (service.md, `relative`; wire.md §6). */
export const relativeAt = (slots: { readonly first: Interval; readonly last: Interval }, at: number): Relative => {
  if (slots.last.end <= at) return "passed"
  return slots.first.begin > at ? "upcoming" : "current"
}

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
