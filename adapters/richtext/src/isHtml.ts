import { hasHtml } from "./inspectMarkdown.js"
import { blockElements } from "./markupSchema.js"

const blockTag = new RegExp(`<(?:!--|!doctype\\b|/?(?:${[...blockElements].join("|")})(?=[\\s/>]))`, "i")

/**
 * Whether a text is HTML rather than markdown: it begins with a tag of a block element, a comment or a doctype, or holds one that markdown
 * too would take for HTML (which leaves out code and what is escaped).
 */
export const isHtml = (text: string): boolean => {
  const first = blockTag.exec(text)
  return first !== null && (text.trimStart().startsWith(first[0]) || hasHtml(text, (html) => blockTag.test(html)))
}
