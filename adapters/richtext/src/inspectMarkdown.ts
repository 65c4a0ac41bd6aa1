import MarkdownIt, { type Env, type Token } from "markdown-it"
import { allowedUrl } from "./secureMarkup.js"

/** Reads all that anyone could read into markdown, reference definitions included. */
const reader = new MarkdownIt("commonmark")
reader.validateLink = () => true
reader.normalizeLink = (url) => url

const someOf = (tokens: ReadonlyArray<Token>, like: (token: Token) => boolean): boolean =>
  tokens.some((token) => like(token) || (token.children !== null && someOf(token.children, like)))

const isRaw = ({ type }: Token): boolean => type === "html_block" || type === "html_inline"

const marks: ReadonlySet<string> = new Set([
  "blockquote_open",
  "bullet_list_open",
  "code_inline",
  "em_open",
  "fence",
  "heading_open",
  "image",
  "link_open",
  "ordered_list_open",
  "strong_open"
])

/** An autolink (`<https://…>`) is no mark: texts of any kind hold addresses between such signs. */
const isMark = ({ markup, type }: Token): boolean => marks.has(type) && markup !== "autolink"

/** What a text that has tags in it looks like to markdown. */
export const inspectHtml = (text: string, like: (html: string) => boolean) => {
  const tokens = reader.parse(text, {})
  return {
    /** Whether it holds raw HTML like that asked for. */
    hasLike: someOf(tokens, (token) => isRaw(token) && like(token.content)),
    /** Whether it holds marks of markdown beside raw HTML. */
    hasMarks: someOf(tokens, isMark)
  }
}

const tagSign = /<[a-z/!?]/i

/** Not the sign of an autolink. */
const writtenTagSign = /<(?!https?:\/\/|[\w.+-]+@)[a-z/!?]/i

const addressOf = (token: Token): string | number | null =>
  token.type === "link_open" ? token.attrGet("href") : token.type === "image" ? token.attrGet("src") : null

const isUnsafe = (url: string | number | null): boolean => typeof url === "string" && allowedUrl(url) !== url

/**
 * Whether markdown may be stored as it is: no raw HTML, no unsafe address, and outside of code nothing that a reader who knows less of
 * CommonMark could take for a tag (`\\<b>`, `<b/a=1>`).
 */
export const isClean = (markdown: string): boolean => {
  const env: Env = {}
  const mayHoldTags = writtenTagSign.test(markdown)
  const unclean = someOf(reader.parse(markdown, env), (token) =>
    isRaw(token) || isUnsafe(addressOf(token))
    || (mayHoldTags && token.children === null && !token.type.startsWith("code") && token.type !== "fence" && tagSign.test(token.content)))
  return !unclean && !Object.values(env.references ?? {}).some(({ href }) => isUnsafe(href))
}
