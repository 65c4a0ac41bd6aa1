import { splitClosedMarkup } from "./closedMarkup.js"
import { inspectHtml } from "./inspectMarkdown.js"
import { layoutElements } from "./markupSchema.js"

const layoutTag = new RegExp(`<(?:!doctype\\b|/?(?:${layoutElements.join("|")})(?=[\\s/>]))`, "i")

/**
 * Whether a text is HTML rather than markdown. A text is HTML in two cases:
 * - It starts with a layout tag (`<p>`, `<ul>`…) or a doctype. Comments, scripts and frames may precede it.
 * - It contains a layout tag that markdown parses as raw HTML, and no markdown syntax such as emphasis or a list.
 */
export const isHtml = (text: string): boolean => {
  if (!layoutTag.test(text)) return false
  const { rest } = splitClosedMarkup(text)
  if (layoutTag.exec(rest.trimStart())?.index === 0) return true
  const { hasLike, hasMarks } = inspectHtml(text, (html) => layoutTag.test(html))
  return hasLike && !hasMarks
}
