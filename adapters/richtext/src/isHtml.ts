import { inspectHtml } from "./inspectMarkdown.js"
import { layoutElements, strippedElements } from "./markupSchema.js"

const names = strippedElements.join("|")

/** A leading comment or stripped element, from its opening tag to its closing tag. */
const leadingClosed = new RegExp(`^\\s*(?:<!--[^]*?-->|<(${names})(?=[\\s/>])[^]*?</\\1\\s*>)`, "i")

/** Splits the leading comments and stripped elements of HTML from the rest. */
export const splitClosedMarkup = (html: string): { readonly closed: string; readonly rest: string } => {
  let rest = html
  for (let found = leadingClosed.exec(rest); found !== null; found = leadingClosed.exec(rest)) rest = rest.slice(found[0].length)
  return { closed: html.slice(0, html.length - rest.length), rest }
}

/** Tags at the start, without text between them: editors put `<meta>` and `<b>` before the first paragraph. */
const leadingTags = /^(?:\s*<[a-z][^<>]*>)*/i

const layoutTag = new RegExp(`<(?:!doctype\\b|/?(?:${layoutElements.join("|")})(?=[\\s/>]))`, "i")

/**
 * Whether a text is HTML rather than markdown. A text is HTML in two cases:
 * - It starts with a layout tag (`<p>`, `<ul>`…) or a doctype. Comments, scripts, frames and other tags may precede it.
 * - It contains a layout tag that markdown parses as raw HTML, and no markdown syntax such as emphasis or a list.
 */
export const isHtml = (text: string): boolean => {
  if (!layoutTag.test(text)) return false
  const { rest } = splitClosedMarkup(text)
  if (layoutTag.exec(rest.trimStart())?.index === 0 || layoutTag.test(leadingTags.exec(rest)?.[0] ?? "")) return true
  const { hasLike, hasMarks } = inspectHtml(text, (html) => layoutTag.test(html))
  return hasLike && !hasMarks
}
