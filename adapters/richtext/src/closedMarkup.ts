import { strippedElements } from "./markupSchema.js"

const names = strippedElements.join("|")

/** A comment, or an element that goes with all it holds, from its opening tag to its closing tag. */
const closedMarkup = new RegExp(`^\\s*(?:<!--[^]*?-->|<(${names})(?=[\\s/>])[^]*?</\\1\\s*>)`, "i")

/** The comments and the elements without text of their own that HTML begins with, as one text, and what stands behind them. */
export const splitClosedMarkup = (html: string): { readonly closed: string; readonly rest: string } => {
  let rest = html
  for (let found = closedMarkup.exec(rest); found !== null; found = closedMarkup.exec(rest)) rest = rest.slice(found[0].length)
  return { closed: html.slice(0, html.length - rest.length), rest }
}
