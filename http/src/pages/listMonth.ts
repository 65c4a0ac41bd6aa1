import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { instantAtLocal } from "@agenda-engine/core/domain/time/zoneOffset"
import { isWithin, type Range } from "@agenda-engine/core/query/event/Condition"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { formatMonth, type YearMonth } from "./PageContext.js"
import { addMonths, monthAt } from "./template/formatTime.js"

const day_ms = 86_400_000
const hour_ms = 3_600_000

/** The largest UTC offsets: local days begin so much before and after those of UTC. */
const ahead_ms = 14 * hour_ms
const behind_ms = 12 * hour_ms

const beginOf = ({ month, year }: YearMonth, timezone: string): number =>
  instantAtLocal(epochDayOf({ year, month, day: 1 }) * day_ms, timezone)

const rangeIn = (month: YearMonth, timezone: string): Range => ({
  gte: beginOf(month, timezone),
  lte: beginOf(addMonths(month, 1), timezone) - 1
})

/** The instants that belong to a month in some time zone. */
const widestRange = (month: YearMonth): Range => ({
  gte: beginOf(month, "UTC") - ahead_ms,
  lte: beginOf(addMonths(month, 1), "UTC") + behind_ms - 1
})

/** The months of the earliest and of the latest instant, whatever the time zone of their events. */
export const monthsBetween = (first: number, last: number): readonly [first: YearMonth, last: YearMonth] => [
  monthAt(first - behind_ms, "UTC"),
  monthAt(last + ahead_ms, "UTC")
]

/** Which slots of an event a list is about. */
export type IsListed = (slot: typeof EventSlot.Type, published: PublishedEvent) => boolean

/** A page of a month's events. */
export interface MonthPage extends Pick<PublishedEventPage, "agenda" | "events" | "total"> {
  readonly isListed: IsListed
}

/** A part of a list: `size` events after the first `skip`. */
interface Part {
  readonly skip: number
  readonly size: number
}

/**
 * The events with a slot in a month, by the begin of the first one. The month of a slot is that of its day in the time
 * zone of its event. A month with more than `eventsPage_max` events is that of `timezone` for all of them, because
 * stores compare instants.
 */
export const listMonth = Effect.fnUntraced(function*(
  publications: Context.Tag.Service<PublishedEvents>,
  authorization: Authorization<"events:read">,
  query: EventQuery,
  { limits: { eventsPage_max }, month, timezone }: { readonly limits: Limits; readonly month: YearMonth; readonly timezone: string },
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
  const widest = widestRange(month)
  const { total } = yield* read(widest, { skip: 0, size: 0 })
  if (total > eventsPage_max) {
    const range = rangeIn(month, timezone)
    const page: MonthPage = { ...yield* read(range, { skip, size }), isListed: ({ begin }) => isWithin([range], begin) }
    return page
  }
  const { agenda, events } = yield* read(widest, { skip: 0, size: eventsPage_max })
  const name = formatMonth(month)
  const isListed: IsListed = ({ begin }, { event }) => formatMonth(monthAt(begin, event.timezone)) === name
  const own = events.flatMap((published) => {
    const slot = published.event.timings.find((each) => isListed(each, published))
    return slot === undefined ? [] : [{ published, begin: slot.begin }]
  }).toSorted((left, right) => left.begin - right.begin).map(({ published }) => published)
  const page: MonthPage = { agenda, events: own.slice(skip, skip + size), total: own.length, isListed }
  return page
})
