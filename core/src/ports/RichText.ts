import * as Context from "effect/Context"

/**
 * Converts and sanitizes descriptions between the written form, the stored form (markdown) and the served form (wire.md
 * §5, longDescription). All members are pure, total functions for texts of any size and nesting. No output contains a
 * script, event handler, style, foreign frame, or link other than http, https, mailto and tel.
 */
export class RichText extends Context.Tag("@agenda-engine/core/ports/RichText")<RichText, {
  /**
   * Whether a text is HTML rather than markdown: it starts with a block tag (`<p>`, `<div>`, `<ul>`, `<h2>`…) or a
   * doctype, or contains one and no markdown syntax. Comments, scripts, frames and inline tags (`<br>`, `<b>`) alone do
   * not make it HTML.
   */
  readonly isHtml: (text: string) => boolean
  /**
   * Converts HTML to CommonMark for storage: bare URLs and frames of known platforms become links, tables become lines
   * of text, unsafe markup is removed, white space is trimmed. The result contains no HTML: `isHtml` is false and
   * `cleanMarkdown` leaves it unchanged.
   */
  readonly toMarkdown: (html: string) => string
  /**
   * Sanitizes markdown for storage. Returns the same text when it has neither raw HTML nor unsafe links, else the
   * markdown of the safe parts. Idempotent.
   */
  readonly cleanMarkdown: (markdown: string) => string
  /** Converts markdown to HTML: bare URLs become links, a line end inside a paragraph becomes `<br>`. */
  readonly toHtml: (markdown: string) => string
  /**
   * As `toHtml`, but replaces each link to media of a known platform by its frame (`mediaEmbed` of domain/MediaEmbed).
   * A label other than the URL stays, before the frame.
   */
  readonly toHtmlWithEmbeds: (markdown: string) => string
}>() {}
