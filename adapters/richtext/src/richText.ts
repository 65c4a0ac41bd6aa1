import type { RichText } from "@agenda-engine/core/ports/RichText"
import type { Root } from "hast"
import { toHtml as stringify } from "hast-util-to-html"
import { embedMedia } from "./embedMedia.js"
import { isClean } from "./inspectMarkdown.js"
import { isHtml } from "./isHtml.js"
import { linkTexts } from "./linkTexts.js"
import { readHtml } from "./readHtml.js"
import { readMarkdown } from "./readMarkdown.js"
import { writeMarkdown } from "./writeMarkdown.js"

const writeHtml = (root: Root): string => stringify(root, { characterReferences: { useNamedReferences: true } }).trim()

/** Writers cannot escape beside lone surrogates, so they become U+FFFD first, as in all stored texts. */
const withoutLoneSurrogates = (text: string): string => text.replace(/\p{Cs}/gu, "\uFFFD")

/** `RichText` by markdown-it, parse5 and hast-util-sanitize. */
export const richText: RichText["Type"] = {
  isHtml,
  toMarkdown: (html) => writeMarkdown(readHtml(withoutLoneSurrogates(html))),
  cleanMarkdown: (markdown) => {
    const text = withoutLoneSurrogates(markdown)
    return isClean(text) ? text : writeMarkdown(readMarkdown(text))
  },
  toHtml: (markdown) => writeHtml(linkTexts(readMarkdown(markdown))),
  toHtmlWithEmbeds: (markdown) => writeHtml(embedMedia(linkTexts(readMarkdown(markdown))))
}
