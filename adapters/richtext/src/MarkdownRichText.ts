import { cacheEntryBytes } from "@agenda-engine/core/domain/heapBytes"
import { LruCache } from "@agenda-engine/core/domain/LruCache"
import { RichText } from "@agenda-engine/core/ports/RichText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Bytes of the texts that are kept with their HTML, for each format. */
const rendered_bytes_max = 4 * 2 ** 20

/** Descriptions are read again and again, and some take a hundred times longer to convert than to look up. */
const cached = (convert: (markdown: string) => string): (markdown: string) => string => {
  const known = new LruCache<string>(rendered_bytes_max)
  return (markdown) => {
    const found = known.get(markdown)
    if (found !== undefined) return found
    const html = convert(markdown)
    known.set(markdown, html, cacheEntryBytes(markdown, html))
    return html
  }
}

/**
 * `RichText` with CommonMark, the HTML Standard's parser and an allow-list sanitiser. The libraries load when the layer
 * is built, not on import, so that programs without descriptions start faster.
 */
export const layer: Layer.Layer<RichText> = Layer.effect(
  RichText,
  Effect.map(
    Effect.promise(() => import("./richText.js")),
    ({ richText }) => ({ ...richText, toHtml: cached(richText.toHtml), toHtmlWithEmbeds: cached(richText.toHtmlWithEmbeds) })
  )
)
