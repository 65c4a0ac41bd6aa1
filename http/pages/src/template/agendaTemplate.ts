import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import type { Agenda } from "@agenda-engine/core/domain/agenda/Agenda"
import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import { formatDay as isoDay } from "@agenda-engine/core/domain/time/CivilDate"
import { type Html, html, picture } from "../Html.js"
import {
  type AgendaAddress,
  agendaPath,
  calendarPath,
  eventPath,
  firstPage,
  formatMonth,
  keptPairs,
  langPair,
  type PageContext,
  type YearMonth
} from "../PageContext.js"
import { calendarLeaf, formatDay, formatMonthName, formatSlot } from "./formatTime.js"
import { langOf, localText } from "./localText.js"
import { badges } from "./statusBadges.js"

/** An event of a list, with the slot that it is listed for and the number of its other slots. */
export interface ListedEvent {
  readonly published: PublishedEvent
  readonly slot: typeof EventSlot.Type
  readonly more: number
}

/** Data of an agenda's page. */
export interface AgendaPageView {
  readonly agenda: Agenda
  readonly address: AgendaAddress
  readonly events: ReadonlyArray<ListedEvent>
  /** Number of events on all pages. */
  readonly total: number
  /** The time zone of the days that are listed; null: each event has its days in its own, or no days were asked for. */
  readonly timezone: string | null
  readonly pages: number
  /** Months in the navigation, in order, including the current one. */
  readonly months: ReadonlyArray<YearMonth>
  /** Languages of the agenda's events, the most frequent first. */
  readonly languages: ReadonlyArray<string>
  /** Cities and keywords that the filters offer, the most frequent first. */
  readonly cities: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
}

/** Links from an embed to pages of their own leave the frame. */
const outward = ({ embed }: PageContext): Html | false => embed !== null && html` target="_blank" rel="noopener"`

/** Wider than its frame by as much as the frame crops of an image of 16:9. On phones it is as wide as the screen. */
const thumb = { eager: false, sizes: "(max-width:36rem) 100vw, 12rem" } as const

const item = ({ more, published, slot }: ListedEvent, context: PageContext): Html => {
  const { agenda, event, location } = published
  const title = localText(event.title, context)
  const leaf = calendarLeaf(slot.begin, context.lang, event.timezone)
  const description = localText(event.description, context)
  return html`<li class="item${event.status === 6 ? " off" : ""}">
<div class="leaf" aria-hidden="true"><span>${leaf.weekday}</span><b>${leaf.day}</b><span>${leaf.month}</span></div>
<div class="what">
<h2${langOf(title, context)}><a href="${eventPath(agenda.slug, event.slug, null, context)}"${outward(context)}>${
    title?.text ?? event.slug
  }</a></h2>
<p class="when"><time datetime="${formatInstant(slot.begin, event.timezone)}">${
    formatSlot(slot, context.lang, event.timezone, context.now)
  }</time>${more > 0 && html` <span class="more">+ ${context.texts.moreDates(more)}</span>`}</p>
${
    location !== null && event.attendanceMode !== 2 &&
    html`<p class="where" dir="auto">${location.name}${location.adminLevel4 !== null && html`, ${location.adminLevel4}`}</p>`
  }
<p class="short"${langOf(description, context)}>${description?.text ?? ""}</p>
${badges(published, context)}
</div>
${event.image !== null && html`<div class="thumb">${picture(event.image, context, thumb)}</div>`}
</li>`
}

const monthLinks = ({ address, agenda, months }: AgendaPageView, context: PageContext): Html | null => {
  const link = (month: YearMonth | null, text: string) => {
    const isCurrent = month === null
      ? address.month === null && address.day === null
      : address.month !== null && formatMonth(month) === formatMonth(address.month)
    return html`<li><a href="${agendaPath(agenda.slug, { ...address, day: null, month, page: 1 }, context)}"${
      isCurrent && html` aria-current="page"`
    }>${text}</a></li>`
  }
  return months.length === 0 && context.embed !== null ?
    null :
    html`<nav class="months" aria-label="${context.texts.months}"><ul>${link(null, context.texts.upcoming)}${
      months.map((month) => link(month, formatMonthName(month, context.lang)))
    }</ul></nav>`
}

const pageLinks = ({ address, agenda, pages }: AgendaPageView, context: PageContext): Html | null => {
  const { texts } = context
  const { page } = address
  const to = (number: number) => agendaPath(agenda.slug, { ...address, page: number }, context)
  return pages <= 1 ? null : html`<nav class="pages" aria-label="${texts.pages}">
${page > 1 ? html`<a rel="prev" href="${to(page - 1)}">${texts.previous}</a>` : html`<span></span>`}
<span>${texts.pageOf(page, pages)}</span>
${page < pages ? html`<a rel="next" href="${to(page + 1)}">${texts.next}</a>` : html`<span></span>`}
</nav>`
}

/** A selection of the filters. A value that is not offered stays selected. */
const choice = (
  name: "city" | "keyword",
  label: string,
  value: string,
  offered: ReadonlyArray<string>,
  { texts }: PageContext
): Html | false => {
  const chosen = offered.find((each) => foldText(each) === foldText(value)) ?? value
  const values = chosen === "" || offered.includes(chosen) ? offered : [chosen, ...offered]
  return values.length > 0 &&
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">${texts.any}</option>${
      values.map((each) => html`<option value="${each}" dir="auto"${each === chosen && html` selected`}>${each}</option>`)
    }</select></div>`
}

/** Filters of the list. Embeds have those of their address. */
const filters = ({ address, agenda, cities, keywords }: AgendaPageView, context: PageContext): Html => {
  const { texts } = context
  const { city, day, keyword } = address
  return html`<div class="filters">
<div><label for="day">${texts.day}</label><input id="day" type="date" name="day" value="${day === null ? "" : isoDay(day)}"></div>
${choice("city", texts.place, city, cities, context)}
${choice("keyword", texts.keyword, keyword, keywords, context)}
<button class="button quiet">${texts.filter}</button>
${
    (day !== null || city !== "" || keyword !== "") &&
    html`<a href="${agendaPath(agenda.slug, { ...firstPage, search: address.search }, context)}">${texts.unfilter}</a>`
  }
</div>`
}

const searchForm = (view: AgendaPageView, context: PageContext): Html => {
  const { address, agenda } = view
  const { texts } = context
  return html`<form class="search" role="search" action="${agendaPath(agenda.slug, firstPage, { ...context, isLangAsked: false })}">
<label for="search">${texts.searchIn}</label>
<div class="field"><input id="search" type="search" name="search" value="${address.search}" dir="auto" maxlength="200" autocomplete="off" list="suggestions"><datalist id="suggestions"></datalist><button>${texts.search}</button></div>
${context.embed === null && filters(view, context)}
${[...langPair(context), ...keptPairs(context)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
</form>`
}

const list = (events: ReadonlyArray<ListedEvent>, context: PageContext): Html =>
  html`<ul class="list">${events.map((event) => item(event, context))}</ul>`

/** The events in their order. Featured events, which come before the upcoming ones, have a heading of their own. */
const lists = ({ address, events }: AgendaPageView, context: PageContext): Html => {
  const others = events.findIndex(({ published }) => !published.event.featured)
  const count = address.month !== null || address.day !== null || address.search !== "" ? 0 : others === -1 ? events.length : others
  return count === 0 ?
    list(events, context) :
    html`<section class="featured" aria-labelledby="featured"><h2 class="group" id="featured">${context.texts.featured}</h2>${
      list(events.slice(0, count), context)
    }</section>
${count < events.length && list(events.slice(count), context)}`
}

/** Content of an agenda's page: upcoming events or a month, a search, and links to other pages. */
export const agendaTemplate = (view: AgendaPageView, context: PageContext): Html => {
  const { address, agenda, events, timezone, total } = view
  const { texts } = context
  return html`<header class="head">
<h1 dir="auto">${agenda.title}</h1>
${agenda.description !== "" && html`<p class="lead" dir="auto">${agenda.description}</p>`}
</header>
${searchForm(view, context)}
${monthLinks(view, context)}
<p class="count" role="status">${texts.results(total)}${
    address.month !== null && html` · ${formatMonthName(address.month, context.lang)}`
  }${address.day !== null && html` · ${formatDay(address.day, context.lang)}`}${
    [address.city, address.keyword].map((value) => value !== "" && html` · <bdi>${value}</bdi>`)
  }${address.search !== "" && html` · “<bdi>${address.search}</bdi>”`}</p>
${timezone !== null && html`<p class="count">${texts.daysIn(timezone)}</p>`}
${
    events.length === 0
      ? html`<p class="none">${texts.none}</p>`
      : lists(view, context)
  }
${pageLinks(view, context)}
<p class="subscribe"><a class="button quiet" href="${calendarPath(agenda.slug, address, context)}"${
    outward(context)
  }>${texts.subscribe}</a></p>`
}
