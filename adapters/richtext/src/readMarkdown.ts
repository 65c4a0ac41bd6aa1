import type { Root } from "hast"
import MarkdownIt from "markdown-it"
import { markdown_depth_max } from "./markupLimits.js"
import { isElementName } from "./markupSchema.js"
import { readHtml } from "./readHtml.js"

/** A line end that somebody typed is one that they meant to see. */
const reader = new MarkdownIt("commonmark", { breaks: true, maxNesting: markdown_depth_max })

// One long definition, used again and again, would make a page of many megabytes out of a short text.
reader.disable("reference")

// Which links may stay is for the sanitiser to say: a link refused here would be shown as its source.
reader.validateLink = () => true
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

/** The name of the tag that raw HTML begins with; none for comments and the like. */
const tagName = /^\s*<\/?([a-z][a-z0-9:-]*)/i

/** Raw HTML as it is, but text that merely stands between signs, as quotations typed `<<Le Cid>>` do, as text. */
const rawOrText = (html: string): string | null => {
  const name = tagName.exec(html)?.[1]
  return name === undefined || isElementName(name) ? html : null
}

const { escapeHtml } = reader.utils
reader.renderer.rules["html_inline"] = (tokens, index) => {
  const content = tokens[index]?.content ?? ""
  return rawOrText(content) ?? escapeHtml(content)
}
reader.renderer.rules["html_block"] = (tokens, index) => {
  const content = tokens[index]?.content ?? ""
  return rawOrText(content) ?? `<p>${escapeHtml(content.trim()).replaceAll("\n", "<br>\n")}</p>\n`
}

/** Reads markdown (CommonMark 0.31, without reference definitions) and keeps what a description may hold. */
export const readMarkdown = (markdown: string): Root => readHtml(reader.render(markdown))
