import type { Root } from "hast"
import MarkdownIt from "markdown-it"
import { markdown_depth_max } from "./markupLimits.js"
import { readHtml } from "./readHtml.js"

/** A line end that somebody typed is one that they meant to see. */
const reader = new MarkdownIt("commonmark", { breaks: true, maxNesting: markdown_depth_max })

// One long definition, used again and again, would make a page of many megabytes out of a short text.
reader.disable("reference")

// Which links may stay is for the sanitiser to say: a link refused here would be shown as its source.
reader.validateLink = () => true
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

/** Reads markdown (CommonMark 0.31, without reference definitions) and keeps what a description may hold. */
export const readMarkdown = (markdown: string): Root => readHtml(reader.render(markdown))
