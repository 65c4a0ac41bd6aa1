import { blockElements } from "./markupSchema.js"
import { parseMarkdown, someNode } from "./parseMarkdown.js"

const blockTag = new RegExp(`<(?:!--|!doctype\\b|/?(?:${[...blockElements].join("|")})(?=[\\s/>]))`, "i")

/**
 * Whether a text is HTML rather than markdown: it begins with a tag of a block element, a comment or a doctype, or holds one that markdown
 * too would take for HTML (which leaves out code and what is escaped).
 */
export const isHtml = (text: string): boolean => {
  const first = blockTag.exec(text)
  if (first === null) return false
  return text.trimStart().startsWith(first[0]) || someNode(parseMarkdown(text), (node) => node.type === "html" && blockTag.test(node.value))
}
