import MarkdownIt, { type Env, type Token } from "markdown-it"
import { allowedUrl } from "./secureMarkup.js"

/** The most permissive parser: accepts every link and reference definition. */
const parser = new MarkdownIt("commonmark")
parser.enable(["strikethrough", "table"])
parser.validateLink = () => true
parser.normalizeLink = (url) => url

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
  "s_open",
  "strong_open",
  "table_open"
])

/**
 * Whether a token is markdown syntax. Autolinks (`<https://…>`) do not count, because plain text contains addresses in
 * angle brackets too.
 */
const isMark = ({ markup, type }: Token): boolean => marks.has(type) && markup !== "autolink"

/** Inspects a text with tags as markdown. */
export const inspectHtml = (text: string, like: (html: string) => boolean) => {
  const tokens = parser.parse(text, {})
  return {
    /** Whether some raw HTML matches `like`. */
    hasLike: someOf(tokens, (token) => isRaw(token) && like(token.content)),
    /** Whether there is markdown syntax besides raw HTML. */
    hasMarks: someOf(tokens, isMark)
  }
}

const tagSign = /<[a-z/!?]/i

/** The start of a tag, but not of an autolink. */
const writtenTagSign = /<(?!https?:\/\/|[\w.+-]+@)[a-z/!?]/i

const addressOf = (token: Token): string | number | null =>
  token.type === "link_open" ? token.attrGet("href") : token.type === "image" ? token.attrGet("src") : null

const isUnsafe = (url: string | number | null): boolean => typeof url === "string" && allowedUrl(url) !== url

/**
 * Whether markdown can be stored unchanged: no raw HTML, no unsafe address, and outside code nothing that a parser
 * older than CommonMark could take for a tag (`\\<b>`, `<b/a=1>`).
 */
export const isClean = (markdown: string): boolean => {
  const env: Env = {}
  const mayHoldTags = writtenTagSign.test(markdown)
  const unclean = someOf(parser.parse(markdown, env), (token) =>
    isRaw(token) || isUnsafe(addressOf(token))
    || (mayHoldTags && token.children === null && !token.type.startsWith("code") && token.type !== "fence" && tagSign.test(token.content)))
  return !unclean && !Object.values(env.references ?? {}).some(({ href }) => isUnsafe(href))
}
