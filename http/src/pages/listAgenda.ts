import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import { epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import { instantAtLocal } from "@agenda-engine/core/domain/time/zoneOffset"
import type { Range } from "@agenda-engine/core/query/event/Condition"
import type { EventFilter } from "@agenda-engine/core/query/event/eventFilters"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type AgendaAddress, formatMonth, type YearMonth } from "./PageContext.js"
import type { AgendaPageView, ListedEvent } from "./template/agendaTemplate.js"
import { addMonths, monthAt } from "./template/formatTime.js"

/** Events per page. */
const page_events = 20

/** Number of months in the navigation. */
const months_shown = 6

/** Maximum number of languages that a page links to, the most frequent first. */
const languages_max = 30

const keysOf = (counts: Json | undefined): ReadonlyArray<string> =>
  Array.isArray(counts)
    ? counts.flatMap((count: Json) => isJsonObject(count) && typeof count["key"] === "string" ? [count["key"]] : [])
    : []

const day_ms = 86_400_000

const beginOf = ({ month, year }: YearMonth, timezone: string): number =>
  instantAtLocal(epochDayOf({ year, month, day: 1 }) * day_ms, timezone)

const rangeOf = (month: YearMonth, timezone: string): Range => ({
  gte: beginOf(month, timezone),
  lte: beginOf(addMonths(month, 1), timezone) - 1
})

/** All public events of an agenda, in the default order. */
const allEvents = EventQuery.make({ detailed: true, size: page_events })

/** The slot that an event is listed for: the first in the range that has not ended, else the last in it. */
const listed = (published: PublishedEvent, range: Range | null, now: number): ListedEvent => {
  const { timings } = published.event
  const within = timings.filter(({ begin }) => range === null || begin >= (range.gte ?? begin) && begin <= (range.lte ?? begin))
  const left = within.filter(({ end }) => end > now)
  const slot = left[0] ?? within.at(-1) ?? timings[0]
  return { published, slot, more: Math.max(0, left.length - 1) }
}

const monthsAround = (current: YearMonth, first: number, last: number, timezone: string): ReadonlyArray<YearMonth> => {
  const begin = formatMonth(monthAt(first, timezone))
  const end = formatMonth(monthAt(last, timezone))
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

/** Data of an agenda's page for a reader. `timezone` is that of the months. */
export const listAgenda = Effect.fnUntraced(function*(
  services: { readonly events: Context.Tag.Service<Events>; readonly publications: Context.Tag.Service<PublishedEvents> },
  authorization: Authorization<"events:read">,
  address: AgendaAddress,
  { now, timezone }: { readonly now: number; readonly timezone: string },
  selection: Selection = { filter: {} }
) {
  const { events, publications } = services
  const { filter } = selection
  const isTimed = filter.relative !== undefined || filter.timings !== undefined
  const range = isTimed || address.month === null ? null : rangeOf(address.month, timezone)
  const inTime = range === null ? { relative: ["current", "upcoming"] as const } : { timings: [range] }
  const found = yield* publications.page(authorization, {
    ...allEvents,
    ...selection,
    filter: {
      ...filter,
      ...(address.search === "" ? {} : { search: [address.search] }),
      ...(isTimed ? {} : inTime)
    },
    sort: range === null ? [] : ["timings.asc"],
    start: { _tag: "From", skip: (address.page - 1) * page_events }
  })
  const { facets } = yield* events.list(authorization, {
    ...allEvents,
    ...selection,
    size: 0,
    facets: [{ type: "timespan", key: "timespan", size: 1 }, { type: "languages", key: "languages", size: languages_max }]
  })
  const span = facets?.["timespan"]
  const [first, last] = ["first", "last"].map((end) => {
    const instant = isJsonObject(span) ? span[end] : null
    return typeof instant === "string" ? parseInstant(instant) : null
  })
  const months = isTimed || first === undefined || first === null || last === undefined || last === null
    ? []
    : monthsAround(address.month ?? addMonths(monthAt(now, timezone), 1), first, last, timezone)
  const view: AgendaPageView = {
    agenda: found.agenda,
    address: isTimed ? { ...address, month: null } : address,
    events: found.events.map((published) => listed(published, range, now)),
    total: found.total,
    pages: Math.ceil(found.total / page_events),
    months,
    languages: keysOf(facets?.["languages"])
  }
  return view
})
