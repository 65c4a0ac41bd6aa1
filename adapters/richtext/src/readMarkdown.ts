import type { ElementContent, Root } from "hast"
import { toHtml } from "hast-util-to-html"
import type { Root as Markdown, Text } from "mdast"
import { type State, toHast } from "mdast-util-to-hast"
import { parseMarkdown, someNode } from "./parseMarkdown.js"
import { readHtml } from "./readHtml.js"
import { secureMarkup } from "./secureMarkup.js"

/** A line end that somebody typed is one that they meant to see. */
const textOf = (_state: State, { value }: Text): Array<ElementContent> =>
  value.split("\n").flatMap((line, index): Array<ElementContent> =>
    index === 0
      ? [{ type: "text", value: line }]
      : [{ type: "element", tagName: "br", properties: {}, children: [] }, { type: "text", value: `\n${line}` }]
  )

/** The markup of a markdown tree, with what a description may hold of the HTML written in it. */
export const markupOf = (markdown: Markdown): Root => {
  const tree = toHast(markdown, { allowDangerousHtml: true, handlers: { text: textOf } })
  // Tags of raw HTML stand apart from what they enclose: only reading the whole as HTML tells what belongs together.
  if (someNode(markdown, (node) => node.type === "html")) return readHtml(toHtml(tree, { allowDangerousHtml: true }))
  return secureMarkup(tree.type === "root" ? tree : { type: "root", children: [] })
}

/** Reads markdown and keeps what a description may hold. */
export const readMarkdown = (markdown: string): Root => markupOf(parseMarkdown(markdown))
