import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { type CivilDate, epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { instantAtLocal, localTimeAt } from "@agenda-engine/core/domain/time/zoneOffset"
import { isWithin, type Range } from "@agenda-engine/core/query/event/Condition"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { YearMonth } from "./PageContext.js"
import { addMonths, monthAt } from "./template/formatTime.js"

const day_ms = 86_400_000
const hour_ms = 3_600_000

/** The largest UTC offsets: local days begin so much before and after those of UTC. */
const ahead_ms = 14 * hour_ms
const behind_ms = 12 * hour_ms

/** Days in a row: epoch days, from `first` to the day before `end`. */
export interface Days {
  readonly first: number
  readonly end: number
}

/** A day alone. */
export const daysOfDay = (day: CivilDate): Days => ({ first: epochDayOf(day), end: epochDayOf(day) + 1 })

/** The days of a month. */
export const daysOfMonth = (month: YearMonth): Days => ({
  first: epochDayOf({ ...month, day: 1 }),
  end: epochDayOf({ ...addMonths(month, 1), day: 1 })
})

const rangeIn = ({ end, first }: Days, timezone: string): Range => ({
  gte: instantAtLocal(first * day_ms, timezone),
  lte: instantAtLocal(end * day_ms, timezone) - 1
})

/** The instants that belong to the days in some time zone. */
const widestRange = ({ end, first }: Days): Range => ({
  gte: first * day_ms - ahead_ms,
  lte: end * day_ms + behind_ms - 1
})

/** The months of the earliest and of the latest instant, whatever the time zone of their events. */
export const monthsBetween = (first: number, last: number): readonly [first: YearMonth, last: YearMonth] => [
  monthAt(first - behind_ms, "UTC"),
  monthAt(last + ahead_ms, "UTC")
]

/** Which slots of an event a list is about. */
export type IsListed = (slot: typeof EventSlot.Type, published: PublishedEvent) => boolean

/** A page of the events of some days. */
export interface DaysPage extends Pick<PublishedEventPage, "agenda" | "events" | "total"> {
  readonly isListed: IsListed
  /** The time zone of the days of all events; null: each event has its days in its own. */
  readonly timezone: string | null
}

/** A part of a list: `size` events after the first `skip`. */
interface Part {
  readonly skip: number
  readonly size: number
}

/**
 * The events with a slot on some days, by the begin of the first one. The day of a slot is that of its begin in the
 * time zone of its event. With more than `eventsPage_max` events, it is that in `timezone` for all of them, because
 * stores compare instants.
 */
export const listDays = Effect.fnUntraced(function*(
  publications: Context.Tag.Service<PublishedEvents>,
  authorization: Authorization<"events:read">,
  query: EventQuery,
  { days, limits: { eventsPage_max }, timezone }: { readonly days: Days; readonly limits: Limits; readonly timezone: string },
  { size, skip }: Part
) {
  const read = (range: Range, part: Part) =>
    publications.page(authorization, {
      ...query,
      filter: { ...query.filter, timings: [range] },
      sort: ["timings.asc"],
      start: { _tag: "From", skip: part.skip },
      size: part.size
    })
  const widest = widestRange(days)
  const { total } = yield* read(widest, { skip: 0, size: 0 })
  if (total > eventsPage_max) {
    const range = rangeIn(days, timezone)
    const page: DaysPage = { ...yield* read(range, { skip, size }), isListed: ({ begin }) => isWithin([range], begin), timezone }
    return page
  }
  const { agenda, events } = yield* read(widest, { skip: 0, size: eventsPage_max })
  const isListed: IsListed = ({ begin }, { event }) => {
    const day = Math.floor(localTimeAt(begin, event.timezone) / day_ms)
    return day >= days.first && day < days.end
  }
  const own = events.flatMap((published) => {
    const slot = published.event.timings.find((each) => isListed(each, published))
    return slot === undefined ? [] : [{ published, begin: slot.begin }]
  }).toSorted((left, right) => left.begin - right.begin).map(({ published }) => published)
  const page: DaysPage = { agenda, events: own.slice(skip, skip + size), total: own.length, isListed, timezone: null }
  return page
})
