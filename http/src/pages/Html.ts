import type { Image } from "@agenda-engine/core/domain/media/Image"
import { escapeHtml } from "@agenda-engine/core/domain/text/escapeHtml"
import type { PageContext } from "./PageContext.js"

/** Markup that is safe to embed in a page: made by `html`, or declared safe by `trusted`. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * Values of a template: markup is inserted unchanged, text is escaped, lists are concatenated, null and false are
 * empty.
 */
export type HtmlValue = Html | string | number | null | false | ReadonlyArray<HtmlValue>

const isList = (value: HtmlValue): value is ReadonlyArray<HtmlValue> => Array.isArray(value)

const markupOf = (value: HtmlValue): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.markup
  return isList(value) ? value.map(markupOf).join("") : escapeHtml(String(value))
}

/**
 * Template tag for markup. Values are escaped, except markup made by `html` or `trusted`. Values must be between tags
 * or in quoted attributes.
 *
 * @example
 * html`<p title="${'"'}">${"<b>"}${html`<i>&amp;</i>`}</p>`.markup // "<p title=\"&quot;\">&lt;b&gt;<i>&amp;</i></p>"
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(strings.map((text, index) => text + markupOf(values[index] ?? null)).join(""))

/** Declares markup safe: a description sanitized when it was stored, or JSON from `scriptJson`. */
export const trusted = (markup: string): Html => new Html(markup)

/** `href` attribute for an untrusted URL; empty unless it is http, https, mailto, tel or relative. */
export const href = (url: string): Html => /^(?:https?:|mailto:|tel:|\/|\?|#)/i.test(url) ? html` href="${url}"` : html``

/**
 * Decorative image of an event, with an empty `alt`. `eager` when it is visible without scrolling. Images stored
 * elsewhere are omitted: pages load nothing from other origins.
 */
export const picture = (image: Image | null, { imageBase }: PageContext, { eager }: { readonly eager: boolean }): Html | null =>
  image === null || image.base !== "" ?
    null :
    html`<img src="${imageBase}${image.filename}" width="${image.size.width}" height="${image.size.height}" alt=""${
      eager ? html` fetchpriority="high"` : html` loading="lazy"`
    }>`
