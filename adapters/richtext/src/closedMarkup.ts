import { strippedElements } from "./markupSchema.js"

const names = strippedElements.join("|")

/** A leading comment or stripped element, from its opening tag to its closing tag. */
const leadingClosed = new RegExp(`^\\s*(?:<!--[^]*?-->|<(${names})(?=[\\s/>])[^]*?</\\1\\s*>)`, "i")

/** Splits the leading comments and stripped elements of HTML from the rest. */
export const splitClosedMarkup = (html: string): { readonly closed: string; readonly rest: string } => {
  let rest = html
  for (let found = leadingClosed.exec(rest); found !== null; found = leadingClosed.exec(rest)) rest = rest.slice(found[0].length)
  return { closed: html.slice(0, html.length - rest.length), rest }
}
