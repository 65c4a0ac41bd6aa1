import type { Root } from "hast"
import { toHtml } from "hast-util-to-html"
import MarkdownIt, { type StateBlock, type Token } from "markdown-it"
import { splitClosedMarkup } from "./closedMarkup.js"
import { markdown_depth_max } from "./markupLimits.js"
import { isElementName, strippedElements } from "./markupSchema.js"
import { readHtml } from "./readHtml.js"

/** A line end that somebody typed is one that they meant to see. */
const reader = new MarkdownIt("commonmark", { breaks: true, maxNesting: markdown_depth_max })

// One long definition, used again and again, would make a page of many megabytes out of a short text.
reader.disable("reference")

// Which links may stay is for the sanitiser to say: a link refused here would be shown as its source.
reader.validateLink = () => true
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

const strippedTag = new RegExp(`^<(${strippedElements.join("|")})(?=[\\s/>])`, "i")

/** More than any tag's name has. */
const tagName_chars_max = 20

/** More lines than the tags of a frame take. */
const closed_lines_max = 20

/** HTML that is sound by itself: what a piece opens and does not close is closed at its end, and what may not stay is gone. */
const sound = (html: string): string => toHtml(readHtml(html))

/**
 * A frame or the like at the beginning of a line ends with the line of its closing tag, as scripts and comments do: CommonMark takes all up to
 * an empty line for its content.
 */
const closedBlock = (state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean => {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const begin = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const name = strippedTag.exec(state.src.slice(begin, begin + tagName_chars_max))?.[1]
  if (name === undefined) return false
  const closing = new RegExp(`</${name}\\s*>`, "i")
  for (let line = startLine; line < Math.min(endLine, startLine + closed_lines_max) && !state.isEmpty(line); line++) {
    if (!closing.test(state.src.slice(state.bMarks[line], state.eMarks[line]))) continue
    if (silent) return true
    const token = state.push("html_block", "", 0)
    token.map = [startLine, line + 1]
    token.content = state.getLines(startLine, line + 1, state.blkIndent, true)
    state.line = line + 1
    return true
  }
  return false
}
reader.block.ruler.before("html_block", "closed_block", closedBlock, { alt: ["paragraph", "reference", "blockquote"] })

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
  const { closed, rest } = splitClosedMarkup(tokens[index]?.content ?? "")
  if (closed !== "") return `${sound(closed)}\n${rest.trim() === "" ? "" : reader.render(rest.trimStart())}`
  const html = rawOrText(rest)
  return html === null ? `<p>${escapeHtml(rest.trim()).replaceAll("\n", "<br>\n")}</p>\n` : `${sound(html)}\n`
}

const renderPhrases = reader.renderer.renderInline.bind(reader.renderer)

const isStripped = ({ content, type }: Token): boolean => type === "html_inline" && strippedTag.test(content.replace("/", ""))

/** What an unclosed script would swallow ends with its paragraph. */
reader.renderer.renderInline = (tokens, options, env) => {
  const html = renderPhrases(tokens, options, env)
  return tokens.some(isStripped) ? sound(html) : html
}

/** Reads markdown (CommonMark 0.31, without reference definitions) and keeps what a description may hold. */
export const readMarkdown = (markdown: string): Root => readHtml(reader.render(markdown))
