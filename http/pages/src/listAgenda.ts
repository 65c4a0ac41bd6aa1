import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import { type CivilDate, epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import { instantAtLocal, localTimeAt } from "@agenda-engine/core/domain/time/zoneOffset"
import { isWithin, type Range } from "@agenda-engine/core/query/event/Condition"
import type { EventFilter } from "@agenda-engine/core/query/event/eventFilters"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type AgendaAddress, formatMonth, type YearMonth } from "./PageContext.js"
import type { AgendaPageView, ListedEvent } from "./template/agendaTemplate.js"
import { addMonths, monthAt } from "./template/formatTime.js"

const day_ms = 86_400_000
const hour_ms = 3_600_000

/** The largest UTC offsets: local days begin so much before and after those of UTC. */
const ahead_ms = 14 * hour_ms
const behind_ms = 12 * hour_ms

/** Days in a row: epoch days, from `first` to the day before `end`. */
interface Days {
  readonly first: number
  readonly end: number
}

const daysOfDay = (day: CivilDate): Days => ({ first: epochDayOf(day), end: epochDayOf(day) + 1 })

const daysOfMonth = (month: YearMonth): Days => ({
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
const monthsBetween = (first: number, last: number): readonly [first: YearMonth, last: YearMonth] => [
  monthAt(first - behind_ms, "UTC"),
  monthAt(last + ahead_ms, "UTC")
]

/** Which slots of an event a list is about. */
type IsListed = (slot: typeof EventSlot.Type, published: PublishedEvent) => boolean

interface DaysPage extends Pick<PublishedEventPage, "agenda" | "events" | "total"> {
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
 * The events with a slot on the given days, ordered by the begin of the first of these slots. The day of a slot is the
 * day of its begin in the time zone of its event. With more than `eventsPage_max` events, all days are in `timezone`,
 * because stores compare instants only.
 */
const listDays = Effect.fnUntraced(function*(
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

/** Events per page. */
const page_events = 20

/** Number of months in the navigation. */
const months_shown = 6

/** Maximum number of languages that a page links to, the most frequent first. */
const languages_max = 30

/** Maximum number of cities, and of keywords, that the filters of a page offer, the most frequent first. */
const filterValues_max = 50

const keysOf = (counts: Json | undefined): ReadonlyArray<string> =>
  Array.isArray(counts)
    ? counts.flatMap((count: Json) => isJsonObject(count) && typeof count["key"] === "string" ? [count["key"]] : [])
    : []

/** All public events of an agenda, in the default order. */
const allEvents = EventQuery.make({ detailed: true, size: page_events })

/** The slot that an event is listed for: the first of those listed that has not ended, else the last of them. */
const listed = (published: PublishedEvent, isListed: IsListed, now: number): ListedEvent => {
  const { timings } = published.event
  const within = timings.filter((slot) => isListed(slot, published))
  const left = within.filter(({ end }) => end > now)
  const slot = left[0] ?? within.at(-1) ?? timings[0]
  return { published, slot, more: Math.max(0, left.length - 1) }
}

const monthsAround = (current: YearMonth, first: number, last: number): ReadonlyArray<YearMonth> => {
  const [begin, end] = monthsBetween(first, last).map(formatMonth)
  if (begin === undefined || end === undefined) return []
  return Array.from({ length: months_shown }, (_, index) => addMonths(current, index - 1)).filter((month) => {
    const name = formatMonth(month)
    return name >= begin && name <= end
  })
}

/** What an agenda's page lists besides its search and month. */
export interface Selection {
  /** Filters; those by time replace the months. */
  readonly filter: EventFilter
}

/** Data of an agenda's page for a reader. `timezone` is that of the current month and of long months. */
export const listAgenda = Effect.fnUntraced(function*(
  services: { readonly events: Context.Tag.Service<Events>; readonly publications: Context.Tag.Service<PublishedEvents> },
  authorization: Authorization<"events:read">,
  address: AgendaAddress,
  { limits, now, timezone }: { readonly limits: Limits; readonly now: number; readonly timezone: string },
  selection: Selection = { filter: {} }
) {
  const { events, publications } = services
  const { filter } = selection
  const isTimed = filter.relative !== undefined || filter.timings !== undefined
  const query: EventQuery = {
    ...allEvents,
    ...selection,
    filter: {
      ...filter,
      ...(address.search === "" ? {} : { search: [address.search] }),
      ...(address.city === "" ? {} : { adminLevel4: [address.city] }),
      ...(address.keyword === "" ? {} : { keyword: [address.keyword] })
    }
  }
  const part = { skip: (address.page - 1) * page_events, size: page_events }
  const days = address.day !== null ? daysOfDay(address.day) : address.month !== null ? daysOfMonth(address.month) : null
  const found: DaysPage = isTimed || days === null
    ? {
      ...yield* publications.page(authorization, {
        ...query,
        filter: { ...query.filter, ...(isTimed ? {} : { relative: ["current", "upcoming"] }) },
        start: { _tag: "From", skip: part.skip }
      }),
      isListed: () => true,
      timezone: null
    }
    : yield* listDays(publications, authorization, query, { days, limits, timezone }, part)
  const { facets } = yield* events.list(authorization, {
    ...allEvents,
    ...selection,
    size: 0,
    facets: [
      { type: "timespan", key: "timespan", size: 1 },
      { type: "languages", key: "languages", size: languages_max },
      { type: "cities", key: "cities", size: filterValues_max },
      { type: "keywords", key: "keywords", size: filterValues_max }
    ]
  })
  const span = facets?.["timespan"]
  const [first, last] = ["first", "last"].map((end) => {
    const instant = isJsonObject(span) ? span[end] : null
    return typeof instant === "string" ? parseInstant(instant) : null
  })
  const months = isTimed || first === undefined || first === null || last === undefined || last === null
    ? []
    : monthsAround(address.day ?? address.month ?? addMonths(monthAt(now, timezone), 1), first, last)
  const view: AgendaPageView = {
    agenda: found.agenda,
    address: isTimed ? { ...address, month: null } : address,
    events: found.events.map((published) => listed(published, found.isListed, now)),
    total: found.total,
    timezone: found.timezone,
    pages: Math.ceil(found.total / page_events),
    months,
    languages: keysOf(facets?.["languages"]),
    cities: keysOf(facets?.["cities"]),
    keywords: keysOf(facets?.["keywords"])
  }
  return view
})
