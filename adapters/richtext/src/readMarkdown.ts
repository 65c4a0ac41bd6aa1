import type { Root } from "hast"
import { toHtml } from "hast-util-to-html"
import MarkdownIt, { type StateBlock, type Token } from "markdown-it"
import { splitClosedMarkup } from "./isHtml.js"
import { isElementName, markdown_depth_max, strippedElements } from "./markupSchema.js"
import { readHtml } from "./readHtml.js"

/** With `breaks`, a newline in the source is a line break. */
const parser = new MarkdownIt("commonmark", { breaks: true, maxNesting: markdown_depth_max })

// Of GitHub Flavored Markdown, which many editors write.
parser.enable(["strikethrough", "table"])

// Reference definitions are off: reusing one long definition would expand a short text to many megabytes.
parser.disable("reference")

// The sanitiser decides about links. A link rejected here would be rendered as its source text.
parser.validateLink = () => true
parser.normalizeLink = (url) => url
parser.normalizeLinkText = (url) => url

const strippedTag = new RegExp(`^<(${strippedElements.join("|")})(?=[\\s/>])`, "i")

/** Longer than any tag name. */
const tagName_chars_max = 20

/** Longer than the tags of any frame, in lines. */
const closed_lines_max = 20

/** Sanitised, well-formed HTML: unclosed elements are closed at the end. */
const wellFormed = (html: string): string => toHtml(readHtml(html))

/**
 * A markdown-it rule: a stripped element at the start of a line ends at the line of its closing tag, like scripts and
 * comments. CommonMark would extend it to the next blank line.
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
parser.block.ruler.before("html_block", "closed_block", closedBlock, { alt: ["paragraph", "reference", "blockquote"] })

/** Matches the first tag of raw HTML. No match for comments and the like. */
const tagName = /^\s*<\/?([a-z][a-z0-9:-]*)/i

/** Raw HTML unchanged. Null for text between angle brackets, such as the quotation `<<Le Cid>>`. */
const rawOrText = (html: string): string | null => {
  const name = tagName.exec(html)?.[1]
  return name === undefined || isElementName(name) ? html : null
}

const { escapeHtml } = parser.utils
parser.renderer.rules["html_inline"] = (tokens, index) => {
  const content = tokens[index]?.content ?? ""
  return rawOrText(content) ?? escapeHtml(content)
}
parser.renderer.rules["html_block"] = (tokens, index) => {
  const { closed, rest } = splitClosedMarkup(tokens[index]?.content ?? "")
  if (closed !== "") return `${wellFormed(closed)}\n${rest.trim() === "" ? "" : parser.render(rest.trimStart())}`
  const html = rawOrText(rest)
  return html === null ? `<p>${escapeHtml(rest.trim()).replaceAll("\n", "<br>\n")}</p>\n` : `${wellFormed(html)}\n`
}

const renderPhrases = parser.renderer.renderInline.bind(parser.renderer)

const isStripped = ({ content, type }: Token): boolean => type === "html_inline" && strippedTag.test(content.replace("/", ""))

/** An unclosed script ends with its paragraph. */
parser.renderer.renderInline = (tokens, options, env) => {
  const html = renderPhrases(tokens, options, env)
  return tokens.some(isStripped) ? wellFormed(html) : html
}

/** Parses markdown (CommonMark 0.31 with tables and strike-through, without reference definitions) and sanitises it. */
export const readMarkdown = (markdown: string): Root => readHtml(parser.render(markdown))
