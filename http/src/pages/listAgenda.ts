import { epochDayOf } from "@agenda-engine/core/domain/CivilDate"
import { anyone } from "@agenda-engine/core/domain/Credential"
import { instantAtLocal } from "@agenda-engine/core/domain/instantAtLocal"
import { instantOf } from "@agenda-engine/core/domain/instantOf"
import { isJsonObject } from "@agenda-engine/core/domain/Json"
import type { Publication } from "@agenda-engine/core/domain/Publication"
import type { EventQuery, Range } from "@agenda-engine/core/query/EventQuery"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { Events } from "@agenda-engine/core/services/Events"
import type { Publications } from "@agenda-engine/core/services/Publications"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AgendaPageView, ListedEvent } from "./agendaTemplate.js"
import { type AgendaAddress, formatMonth, type YearMonth } from "./PageContext.js"
import { addMonths, monthAt } from "./sayTime.js"

/** Events on one page. */
const page_events = 20

/** Months that can be gone to from a page. */
const months_shown = 6

const day_ms = 86_400_000

const beginOf = ({ month, year }: YearMonth, timezone: string): number =>
  instantAtLocal(epochDayOf({ year, month, day: 1 }) * day_ms, timezone)

const rangeOf = (month: YearMonth, timezone: string): Range => ({
  gte: beginOf(month, timezone),
  lte: beginOf(addMonths(month, 1), timezone) - 1
})

/** Everything of an agenda, in the order of lists. */
export const everything: EventQuery = {
  detailed: true,
  filter: {},
  removed: "without",
  sort: [],
  start: { _tag: "First" },
  size: page_events,
  includeSort: false,
  facets: []
}

/** The slot that an event is listed for: the first of the range that has not ended, else the last of it. */
const listed = (publication: Publication, range: Range | null, now: number): ListedEvent => {
  const { timings } = publication.event
  const within = timings.filter(({ begin }) => range === null || begin >= (range.gte ?? begin) && begin <= (range.lte ?? begin))
  const left = within.filter(({ end }) => end > now)
  const slot = left[0] ?? within.at(-1) ?? timings[0]
  return { publication, slot, more: Math.max(0, left.length - 1) }
}

const monthsAround = (current: YearMonth, first: number, last: number, timezone: string): ReadonlyArray<YearMonth> => {
  const begin = formatMonth(monthAt(first, timezone))
  const end = formatMonth(monthAt(last, timezone))
  return Array.from({ length: months_shown }, (_, place) => addMonths(current, place - 1)).filter((month) => {
    const name = formatMonth(month)
    return name >= begin && name <= end
  })
}

/** Lists what a page of an agenda shows, as whoever comes without a credential may read it. `timezone` is that of months. */
export const listAgenda = Effect.fnUntraced(function*(
  services: { readonly events: Context.Tag.Service<Events>; readonly publications: Context.Tag.Service<Publications> },
  agenda: AgendaRef,
  address: AgendaAddress,
  { now, timezone }: { readonly now: number; readonly timezone: string }
) {
  const { events, publications } = services
  const range = address.month === null ? null : rangeOf(address.month, timezone)
  const found = yield* publications.page(anyone, agenda, {
    ...everything,
    filter: {
      ...(address.search === "" ? {} : { search: [address.search] }),
      ...(range === null ? { relative: ["current", "upcoming"] as const } : { timings: [range] })
    },
    sort: range === null ? [] : ["timings.asc"],
    start: { _tag: "From", skip: (address.page - 1) * page_events }
  })
  const { facets } = yield* events.list(anyone, agenda, {
    ...everything,
    size: 0,
    facets: [{ type: "timespan", key: "timespan", size: 1 }]
  })
  const span = facets?.["timespan"]
  const [first, last] = ["first", "last"].map((end) => {
    const instant = isJsonObject(span) ? span[end] : null
    return typeof instant === "string" ? instantOf(instant) : null
  })
  const months = first === undefined || first === null || last === undefined || last === null
    ? []
    : monthsAround(address.month ?? addMonths(monthAt(now, timezone), 1), first, last, timezone)
  const view: AgendaPageView = {
    agenda: found.agenda,
    address,
    events: found.publications.map((publication) => listed(publication, range, now)),
    total: found.total,
    pages: Math.ceil(found.total / page_events),
    months
  }
  return view
})
