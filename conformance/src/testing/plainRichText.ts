import { RichText } from "@agenda-engine/core/ports/RichText"
import * as Layer from "effect/Layer"

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/**
 * `RichText` for tests: a text that begins with `<p>` is HTML, from which all tags are removed; plain text passes
 * through; either is rendered as one paragraph. Adapters implement the real one.
 */
export const plainRichText = Layer.succeed(RichText, {
  isHtml: (text) => text.startsWith("<p>"),
  toMarkdown: (html) => html.replace(/<[^>]*>/g, ""),
  cleanMarkdown: (markdown) => markdown,
  toHtml: (markdown) => `<p>${escaped(markdown)}</p>`,
  toHtmlWithEmbeds: (markdown) => `<p>${escaped(markdown)}</p><!-- frames -->`
})
