import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import * as Context from "effect/Context"
import { type Html, html } from "./Html.js"
import { agendaPath, firstPage, type PageContext } from "./PageContext.js"
import { type AgendaPageView, agendaTemplate } from "./template/agendaTemplate.js"
import { type EventPageView, eventTemplate } from "./template/eventTemplate.js"
import { frameTemplate, missingTemplate, type PageFrame } from "./template/frameTemplate.js"
import { style } from "./template/style.js"

/** An agenda on the start page. */
export interface StartAgenda {
  readonly slug: string
  readonly title: string
  readonly description: string
}

interface StartPageView {
  /** Public agendas that are indexed. */
  readonly agendas: ReadonlyArray<StartAgenda>
}

/** Content of the start page: links to the agendas. */
const startTemplate = ({ agendas }: StartPageView, context: PageContext): Html =>
  html`<header class="head"><h1>${context.texts.agendas}</h1></header>
<ul class="list">${
    agendas.map(({ description, slug, title }) =>
      html`<li class="item start"><div class="what"><h2 dir="auto"><a href="${agendaPath(slug, firstPage, context)}">${title}</a></h2>
${description !== "" && html`<p class="short" dir="auto">${description}</p>`}</div></li>
`
    )
  }</ul>`

/** Templates and style of the public pages. */
export interface PageTemplates {
  /** The document around the content. */
  readonly frame: (frame: PageFrame, context: PageContext) => Html
  /** Content of an agenda's page. */
  readonly agenda: (view: AgendaPageView, context: PageContext) => Html
  /** Content of the page of an event or slot. */
  readonly event: (view: EventPageView, context: PageContext) => Html
  /** Content of the start page. */
  readonly start: (view: StartPageView, context: PageContext) => Html
  /** Content of the 404 page. */
  readonly missing: (context: PageContext) => Html
  /** CSS, allowed by its digest in the content security policy; pages cannot load other styles. */
  readonly style: string
  /** Directives of the content security policy that replace the defaults, by name. */
  readonly policy: { readonly [directive: string]: string }
}

/** The default templates. */
export const defaultTemplates: PageTemplates = {
  frame: frameTemplate,
  agenda: agendaTemplate,
  event: eventTemplate,
  start: startTemplate,
  missing: missingTemplate,
  style,
  policy: {}
}

/** The style of pages with the theme of the settings. */
export const styleOf = ({ style }: Pick<PageTemplates, "style">, { pagesTheme }: Pick<HttpSettings, "pagesTheme">): string =>
  pagesTheme === null ? style : `${style}:root{${pagesTheme}}`

/**
 * The current templates. A `Context.Reference`: the default ones are used when no layer provides it.
 *
 * @example
 * Layer.succeed(CurrentPageTemplates, { ...defaultTemplates, missing: () => html`<h1>Nothing here</h1>` })
 */
export class CurrentPageTemplates extends Context.Reference<CurrentPageTemplates>()("@agenda-engine/http/pages/CurrentPageTemplates", {
  defaultValue: (): PageTemplates => defaultTemplates
}) {}
