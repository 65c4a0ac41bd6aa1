import type { Root } from "hast"
import MarkdownIt, { type Token } from "markdown-it"
import { depth_max } from "./markupLimits.js"
import { readHtml } from "./readHtml.js"

/** A line end that somebody typed is one that they meant to see. */
const reader = new MarkdownIt("commonmark", { breaks: true, maxNesting: depth_max })

// One long definition, used again and again, would make a page of many megabytes out of a short text.
reader.disable("reference")

// Which links may stay is for the sanitiser to say: a link refused here would be shown as its source.
reader.validateLink = () => true
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

const someOf = (tokens: ReadonlyArray<Token>, like: (token: Token) => boolean): boolean =>
  tokens.some((token) => like(token) || (token.children !== null && token.children.some(like)))

/** Whether markdown holds raw HTML like this. */
export const hasHtml = (markdown: string, like: (html: string) => boolean): boolean =>
  someOf(reader.parse(markdown, {}), ({ content, type }) => (type === "html_block" || type === "html_inline") && like(content))

/** Whether markdown holds a link or an image with an address like this. */
export const hasAddress = (markdown: string, like: (url: string) => boolean): boolean =>
  someOf(reader.parse(markdown, {}), (token) => {
    const url = token.type === "link_open" ? token.attrGet("href") : token.type === "image" ? token.attrGet("src") : null
    return url !== null && like(url)
  })

/** Reads markdown (CommonMark 0.31, without reference definitions) and keeps what a description may hold. */
export const readMarkdown = (markdown: string): Root => readHtml(reader.render(markdown))
