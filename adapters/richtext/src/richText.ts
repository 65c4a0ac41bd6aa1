import type { RichText } from "@agenda-engine/core/ports/RichText"
import type { Root } from "hast"
import { toHtml as stringify } from "hast-util-to-html"
import { embedMedia } from "./embedMedia.js"
import { isHtml } from "./isHtml.js"
import { readHtml } from "./readHtml.js"
import { hasAddress, hasHtml, readMarkdown } from "./readMarkdown.js"
import { allowedUrl } from "./secureMarkup.js"
import { writeMarkdown } from "./writeMarkdown.js"

/** Raw nodes are the frames of `embedMedia` alone: sanitising lets none through. */
const writeHtml = (root: Root): string =>
  stringify(root, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } }).trim()

/** `\<` is text in CommonMark, yet a tag to older readers of markdown. */
const isClean = (markdown: string): boolean =>
  !markdown.includes("\\<") && !hasHtml(markdown, () => true) && !hasAddress(markdown, (url) => allowedUrl(url) !== url)

/** Descriptions by way of markdown-it, parse5 and hast-util-sanitize. */
export const richText: RichText["Type"] = {
  isHtml,
  toMarkdown: (html) => writeMarkdown(readHtml(html)),
  cleanMarkdown: (markdown) => isClean(markdown) ? markdown : writeMarkdown(readMarkdown(markdown)),
  toHtml: (markdown) => writeHtml(readMarkdown(markdown)),
  toHtmlWithEmbeds: (markdown) => writeHtml(embedMedia(readMarkdown(markdown)))
}
