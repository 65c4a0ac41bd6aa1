import * as Context from "effect/Context"

/**
 * Turns descriptions between what people write, what is stored (markdown) and what is read (wire.md §5, longDescription). Plain functions
 * of their argument: no failure, no network, the same answer each time. No answer ever holds a script, an event handler, a style, a frame
 * of the writer's, or a link other than http, https, mailto and tel; texts of any size and any nesting get an answer.
 */
export class RichText extends Context.Tag("@agenda-engine/core/ports/RichText")<RichText, {
  /**
   * Whether a written text is HTML rather than markdown: it begins with a layout tag (`<p>`, `<div>`, `<ul>`, `<h2>`…) or a doctype, or holds
   * one and no mark of markdown beside its HTML. Comments, scripts, frames and inline tags (`<br>`, `<b>`) alone do not make a text HTML.
   */
  readonly isHtml: (text: string) => boolean
  /**
   * The markdown (CommonMark) of written HTML, for storing: links made of bare URLs, tables as lines of text, frames of known platforms as
   * links, unsafe markup gone, white space trimmed. The markdown holds no HTML, so `isHtml` denies it and `cleanMarkdown` leaves it alone.
   */
  readonly toMarkdown: (html: string) => string
  /**
   * Written markdown, for storing: the very same text when nothing in it is raw HTML or an unsafe link, else the markdown of what may stay.
   * Cleaning what is clean changes nothing.
   */
  readonly cleanMarkdown: (markdown: string) => string
  /** The HTML of markdown, for reading: bare URLs become links, a line end inside a paragraph `<br>`. */
  readonly toHtml: (markdown: string) => string
  /**
   * As `toHtml`, with each link to media of a known platform replaced by its frame (`mediaEmbed` of domain/MediaEmbed). A label other than
   * the URL stays, before the frame.
   */
  readonly toHtmlWithEmbeds: (markdown: string) => string
}>() {}
