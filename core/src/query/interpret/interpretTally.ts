import type { EventTerm } from "../../record/EventRecord.js"
import { availabilityAt, isWithin, relativeAt } from "../event/Condition.js"
import type { IndexedEvent, IndexedLocation } from "../event/PlanData.js"
import type { Count, PointCount, Tally, TallyAnswer } from "../event/Tally.js"

/** A matching event with its location; null when it has none. */
export interface TalliedEvent {
  readonly event: IndexedEvent
  readonly location: IndexedLocation | null
}

type Value = Omit<Count, "count">

const plain = (value: Count["value"]): Value => ({ value, spelling: null })

const none = plain(null)

/** Counts occurrences of each value. */
const count = (values: ReadonlyArray<Value>): TallyAnswer => {
  const counts = new Map<string, Count>()
  for (const value of values) {
    const name = JSON.stringify([value.value, value.spelling])
    counts.set(name, { ...value, count: (counts.get(name)?.count ?? 0) + 1 })
  }
  return { _tag: "Counts", counts: [...counts.values()] }
}

const termsOf = ({ index }: IndexedEvent, dimension: string): ReadonlyArray<EventTerm> =>
  index.terms.filter((term) => term.dimension === dimension)

const pointsOf = (events: ReadonlyArray<TalliedEvent>): ReadonlyArray<PointCount> => {
  const points = new Map<string, PointCount>()
  for (const { location } of events) {
    const { latitude = null, longitude = null } = location?.record ?? {}
    if (latitude === null || longitude === null) continue
    const name = `${latitude} ${longitude}`
    points.set(name, { latitude, longitude, count: (points.get(name)?.count ?? 0) + 1 })
  }
  return [...points.values()]
}

/** Reference implementation of a tally over some events. */
export const interpretTally = (events: ReadonlyArray<TalliedEvent>, tally: Tally): TallyAnswer => {
  const countBy = (valueOf: (event: TalliedEvent) => Count["value"]): TallyAnswer => count(events.map((event) => plain(valueOf(event))))
  switch (tally._tag) {
    case "Terms":
      return count(events.flatMap(({ event }) => {
        const terms = termsOf(event, tally.dimension).map(({ spelling, value }) => ({ value, spelling }))
        return terms.length === 0 && tally.none ? [none] : terms
      }))
    case "Numbers":
      return count(events.flatMap(({ event }) => {
        const numbers = event.index.numbers.filter(({ dimension }) => dimension === tally.dimension).map(({ value }) => plain(value))
        return numbers.length === 0 && tally.none ? [none] : numbers
      }))
    case "Place":
      return count(events.map(({ location }) => {
        const value = location?.index[tally.field] ?? null
        return value === null ? none : { value, spelling: location?.record[tally.field] ?? null }
      }))
    case "Location":
      return countBy(({ event }) => event.record.locationUid)
    case "Agenda":
      return countBy(({ event }) => event.record.agendaUid)
    case "Status":
      return countBy(({ event }) => event.record.status)
    case "AttendanceMode":
      return countBy(({ event }) => event.record.attendanceMode)
    case "State":
      return countBy(({ event }) => event.record.state)
    case "Featured":
      return countBy(({ event }) => event.record.featured ? 1 : 0)
    case "Relative":
      return countBy(({ event }) => relativeAt(event.record, tally.at))
    case "Availability":
      return count(events.flatMap(({ event }) => {
        const shown = availabilityAt(event.index.availability, tally.at)
        return shown !== null ? [plain(shown.status)] : tally.none ? [none] : []
      }))
    case "Points":
      return { _tag: "Points", points: pointsOf(events) }
    case "Span": {
      const span = events.reduce<{ readonly first: number; readonly last: number } | null>((span, { event: { record } }) => ({
        first: Math.min(span?.first ?? record.first.begin, record.first.begin),
        last: Math.max(span?.last ?? record.last.end, record.last.end)
      }), null)
      return { _tag: "Span", span }
    }
    case "SlotBegins": {
      const begins = events.flatMap(({ event }) => event.record.slots.map(({ begin }) => begin))
      return count(begins.filter((begin) => tally.ranges === null || isWithin(tally.ranges, begin)).map(plain))
    }
    case "SlotRanges":
      return count(
        events.flatMap(({ event }) =>
          tally.ranges.flatMap(({ gte, lt }, index) =>
            event.record.slots.some(({ begin }) => gte <= begin && begin < lt) ? [plain(index)] : []
          )
        )
      )
  }
}
