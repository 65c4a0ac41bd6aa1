import { formatInstant } from "@agenda-engine/core/derive/formatInstant"
import type { Agenda } from "@agenda-engine/core/domain/Agenda"
import type { EventSlot } from "@agenda-engine/core/domain/Event"
import type { Publication } from "@agenda-engine/core/domain/Publication"
import { type Html, html } from "./Html.js"
import { langOf, localText } from "./localText.js"
import {
  type AgendaAddress,
  agendaPath,
  calendarPath,
  eventPath,
  firstPage,
  formatMonth,
  type PageContext,
  type YearMonth
} from "./PageContext.js"
import { picture } from "./picture.js"
import { sayLeaf, sayMonth, saySlot } from "./sayTime.js"
import { badges } from "./statusBadges.js"

/** An event in a list, with the slot that it is listed for and how many more it has. */
export interface ListedEvent {
  readonly publication: Publication
  readonly slot: typeof EventSlot.Type
  readonly more: number
}

/** What a page of an agenda shows. */
export interface AgendaPageView {
  readonly agenda: Agenda
  readonly address: AgendaAddress
  readonly events: ReadonlyArray<ListedEvent>
  /** How many there are on all pages. */
  readonly total: number
  readonly pages: number
  /** The months that can be gone to from here, in order; the current one among them. */
  readonly months: ReadonlyArray<YearMonth>
}

const item = ({ more, publication, slot }: ListedEvent, context: PageContext): Html => {
  const { agenda, event, location } = publication
  const title = localText(event.title, context)
  const leaf = sayLeaf(slot.begin, context.lang, event.timezone)
  const description = localText(event.description, context)
  return html`<li class="item${event.status === 6 ? " off" : ""}">
<div class="leaf" aria-hidden="true"><span>${leaf.weekday}</span><b>${leaf.day}</b><span>${leaf.month}</span></div>
<div class="what">
<h2${langOf(title, context)}><a href="${eventPath(agenda.slug, event.slug, null, context)}">${title?.text ?? event.slug}</a></h2>
<p class="when"><time datetime="${formatInstant(slot.begin, event.timezone)}">${
    saySlot(slot, context.lang, event.timezone, context.now)
  }</time>${more > 0 && html` <span class="more">+ ${context.says.moreDates(more)}</span>`}</p>
${
    location !== null && event.attendanceMode !== 2 &&
    html`<p class="where">${location.name}${location.adminLevel4 !== null && html`, ${location.adminLevel4}`}</p>`
  }
<p class="short"${langOf(description, context)}>${description?.text ?? ""}</p>
${badges(publication, context)}
</div>
${event.image !== null && html`<div class="thumb">${picture(event.image, context, { eager: false })}</div>`}
</li>`
}

const monthLinks = ({ address, agenda, months }: AgendaPageView, context: PageContext): Html => {
  const link = (month: YearMonth | null, text: string) => {
    const isCurrent = month === null ? address.month === null : address.month !== null && formatMonth(month) === formatMonth(address.month)
    return html`<li><a href="${agendaPath(agenda.slug, { ...firstPage, search: address.search, month }, context)}"${
      isCurrent && html` aria-current="page"`
    }>${text}</a></li>`
  }
  return html`<nav class="months" aria-label="${context.says.months}"><ul>${link(null, context.says.upcoming)}${
    months.map((month) => link(month, sayMonth(month, context.lang)))
  }</ul></nav>`
}

const pageLinks = ({ address, agenda, pages }: AgendaPageView, context: PageContext): Html | null => {
  const { says } = context
  const { page } = address
  const to = (number: number) => agendaPath(agenda.slug, { ...address, page: number }, context)
  return pages <= 1 ? null : html`<nav class="pages" aria-label="${says.pages}">
${page > 1 ? html`<a rel="prev" href="${to(page - 1)}">${says.previous}</a>` : html`<span></span>`}
<span>${says.pageOf(page, pages)}</span>
${page < pages ? html`<a rel="next" href="${to(page + 1)}">${says.next}</a>` : html`<span></span>`}
</nav>`
}

const searchForm = ({ address, agenda }: AgendaPageView, context: PageContext): Html => {
  const { says } = context
  return html`<form class="search" role="search" action="${agendaPath(agenda.slug, firstPage, { ...context, isLangAsked: false })}">
<label for="search">${says.searchIn}</label>
<div><input id="search" type="search" name="search" value="${address.search}" maxlength="200" autocomplete="off"><button>${says.search}</button></div>
${context.isLangAsked && html`<input type="hidden" name="lang" value="${context.lang}">`}
</form>`
}

/** What stands in the page of an agenda: what is to come or a month of it, a search, and the way to the other pages. */
export const agendaTemplate = (view: AgendaPageView, context: PageContext): Html => {
  const { address, agenda, events, total } = view
  const { says } = context
  return html`<header class="head">
<h1>${agenda.title}</h1>
${agenda.description !== "" && html`<p class="lead">${agenda.description}</p>`}
</header>
${searchForm(view, context)}
${monthLinks(view, context)}
<p class="count" role="status">${says.results(total)}${address.month !== null && html` · ${sayMonth(address.month, context.lang)}`}${
    address.search !== "" && html` · “${address.search}”`
  }</p>
${events.length === 0 ? html`<p class="none">${says.none}</p>` : html`<ul class="list">${events.map((event) => item(event, context))}</ul>`}
${pageLinks(view, context)}
<p class="subscribe"><a class="button quiet" href="${
    calendarPath(agenda.slug, { search: address.search }, context)
  }">${says.subscribe}</a></p>`
}
