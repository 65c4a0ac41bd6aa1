import { escapeHtml } from "@agenda-engine/core/domain/escapeHtml"

/** Markup that is safe to stand in a page: made by `html`, or said to be safe by `trusted`. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What stands in the gaps of a template: markup as it is, text escaped, lists one after the other, null and false as nothing. */
export type HtmlValue = Html | string | number | null | false | ReadonlyArray<HtmlValue>

const isList = (value: HtmlValue): value is ReadonlyArray<HtmlValue> => Array.isArray(value)

const markupOf = (value: HtmlValue): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.markup
  return isList(value) ? value.map(markupOf).join("") : escapeHtml(String(value))
}

/**
 * A template of markup. Whatever stands in its gaps is escaped, but for markup that was made likewise: gaps stand between tags or in quoted
 * attributes.
 *
 * @example
 * html`<p title="${'"'}">${"<b>"}${html`<i>&amp;</i>`}</p>`.markup // "<p title=\"&quot;\">&lt;b&gt;<i>&amp;</i></p>"
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(strings.map((text, place) => text + markupOf(values[place] ?? null)).join(""))

/** Markup from elsewhere that is known to be safe: a description that was made so when it was stored, JSON from `scriptJson`. */
export const trusted = (markup: string): Html => new Html(markup)

/** `href` of an address that came from outside; what is neither http nor https, mail nor telephone leads nowhere. */
export const href = (url: string): Html => /^(?:https?:|mailto:|tel:|\/|\?|#)/i.test(url) ? html` href="${url}"` : html``
