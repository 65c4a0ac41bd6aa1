import type { Image } from "@agenda-engine/core/domain/media/Image"
import { fullSizeOf } from "@agenda-engine/core/domain/media/ImageScaling"
import { escapeHtml } from "@agenda-engine/core/domain/text/markupText"
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

/** How an image is shown. */
export interface PicturePlace {
  /** Whether it is visible without scrolling. */
  readonly eager: boolean
  /** Its width by the width of the screen: the value of the attribute `sizes`. */
  readonly sizes: string
}

/** `srcset` and `sizes` of an image: the widths up to the first that shows all of it. Empty when one file is enough. */
const sourceSet = (image: Image, { imageBase, imageWidths }: PageContext, sizes: string): Html | null => {
  const { width } = fullSizeOf(image)
  const widest = imageWidths.findIndex((step) => step >= width)
  const widths = widest === -1 ? imageWidths : imageWidths.slice(0, widest + 1)
  const sources = widths.map((step) => `${imageBase}${image.filename}?w=${step} ${Math.min(step, width)}w`)
  return sources.length < 2 ? null : html` srcset="${sources.join(", ")}" sizes="${sizes}"`
}

/**
 * Decorative image of an event, with an empty `alt`. Images stored elsewhere are omitted: pages load nothing from other
 * origins.
 */
export const picture = (image: Image | null, context: PageContext, { eager, sizes }: PicturePlace): Html | null =>
  image === null || image.base !== "" ?
    null :
    html`<img src="${context.imageBase}${image.filename}"${
      sourceSet(image, context, sizes)
    } width="${image.size.width}" height="${image.size.height}" alt=""${eager ? html` fetchpriority="high"` : html` loading="lazy"`}>`
