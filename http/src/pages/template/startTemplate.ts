import { type Html, html } from "../Html.js"
import { agendaPath, firstPage, type PageContext } from "../PageContext.js"

/** An agenda on the start page. */
export interface StartAgenda {
  readonly slug: string
  readonly title: string
  readonly description: string
}

/** Data of the start page. */
export interface StartPageView {
  /** Public agendas that are indexed. */
  readonly agendas: ReadonlyArray<StartAgenda>
}

/** Content of the start page: links to the agendas. */
export const startTemplate = ({ agendas }: StartPageView, context: PageContext): Html =>
  html`<header class="head"><h1>${context.texts.agendas}</h1></header>
<ul class="list">${
    agendas.map(({ description, slug, title }) =>
      html`<li class="item start"><div class="what"><h2 dir="auto"><a href="${agendaPath(slug, firstPage, context)}">${title}</a></h2>
${description !== "" && html`<p class="short" dir="auto">${description}</p>`}</div></li>
`
    )
  }</ul>`
