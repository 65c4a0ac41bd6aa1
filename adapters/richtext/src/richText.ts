import type { RichText } from "@agenda-engine/core/ports/RichText"
import type { Root } from "hast"
import { toHtml as stringify } from "hast-util-to-html"
import { embedMedia } from "./embedMedia.js"
import { isHtml } from "./isHtml.js"
import { parseMarkdown, someNode } from "./parseMarkdown.js"
import { readHtml } from "./readHtml.js"
import { markupOf, readMarkdown } from "./readMarkdown.js"
import { allowedUrl } from "./secureMarkup.js"
import { writeMarkdown } from "./writeMarkdown.js"

const writeHtml = (root: Root): string =>
  // Raw nodes are the frames of embedMedia alone: sanitising lets none through.
  stringify(root, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } })

const cleanMarkdown = (markdown: string): string => {
  const tree = parseMarkdown(markdown)
  // `\<` is text in CommonMark, yet a tag to older readers of markdown.
  const unclean = markdown.includes("\\<") || someNode(tree, (node) => node.type === "html" || ("url" in node && allowedUrl(node.url) !== node.url))
  return unclean ? writeMarkdown(markupOf(tree)) : markdown
}

/** Descriptions by way of parse5, micromark and hast-util-sanitize. */
export const richText: RichText["Type"] = {
  isHtml,
  toMarkdown: (html) => writeMarkdown(readHtml(html)),
  cleanMarkdown,
  toHtml: (markdown) => writeHtml(readMarkdown(markdown)),
  toHtmlWithEmbeds: (markdown) => writeHtml(embedMedia(readMarkdown(markdown)))
}
