import * as Context from "effect/Context"
import { type AgendaPageView, agendaTemplate } from "./agendaTemplate.js"
import { type EventPageView, eventTemplate } from "./eventTemplate.js"
import { frameTemplate, type PageFrame } from "./frameTemplate.js"
import type { Html } from "./Html.js"
import { missingTemplate } from "./missingTemplate.js"
import type { PageContext } from "./PageContext.js"
import { style } from "./style.js"

/** What public pages are made by: functions of what they show, and one style. */
export interface PageTemplates {
  /** The whole document around the content. */
  readonly frame: (frame: PageFrame, context: PageContext) => Html
  /** What stands in the page of an agenda. */
  readonly agenda: (view: AgendaPageView, context: PageContext) => Html
  /** What stands in the page of an event or of one of its slots. */
  readonly event: (view: EventPageView, context: PageContext) => Html
  /** What stands in the page for an address that shows nothing. */
  readonly missing: (context: PageContext) => Html
  /** CSS, let in by its digest: pages take no other. */
  readonly style: string
  /** Directives of the content security policy in the place of ours, by name. */
  readonly policy: { readonly [directive: string]: string }
}

/** The templates of this package. */
export const defaultTemplates: PageTemplates = {
  frame: frameTemplate,
  agenda: agendaTemplate,
  event: eventTemplate,
  missing: missingTemplate,
  style,
  policy: {}
}

/**
 * The templates in force where the app is built. A reference: without a layer ours hold.
 *
 * @example
 * Layer.succeed(CurrentPageTemplates, { ...defaultTemplates, missing: () => html`<h1>Nothing here</h1>` })
 */
export class CurrentPageTemplates extends Context.Reference<CurrentPageTemplates>()("@agenda-engine/http/pages/CurrentPageTemplates", {
  defaultValue: (): PageTemplates => defaultTemplates
}) {}
