import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import type { EventFilter } from "@agenda-engine/core/query/event/eventFilters"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { daysOfDay, daysOfMonth, type DaysPage, type IsListed, listDays, monthsBetween } from "./listDays.js"
import { type AgendaAddress, formatMonth, type YearMonth } from "./PageContext.js"
import type { AgendaPageView, ListedEvent } from "./template/agendaTemplate.js"
import { addMonths, monthAt } from "./template/formatTime.js"

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
