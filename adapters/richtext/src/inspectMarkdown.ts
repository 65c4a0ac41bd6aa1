import MarkdownIt, { type Env, type Token } from "markdown-it"
import { allowedUrl } from "./secureMarkup.js"

/** Reads all that anyone could read into markdown, reference definitions included. */
const reader = new MarkdownIt("commonmark")
reader.validateLink = () => true
reader.normalizeLink = (url) => url

const someOf = (tokens: ReadonlyArray<Token>, like: (token: Token) => boolean): boolean =>
  tokens.some((token) => like(token) || (token.children !== null && someOf(token.children, like)))

const isRaw = ({ type }: Token): boolean => type === "html_block" || type === "html_inline"

/** Whether markdown holds raw HTML like this. */
export const hasHtml = (markdown: string, like: (html: string) => boolean): boolean =>
  someOf(reader.parse(markdown, {}), (token) => isRaw(token) && like(token.content))

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
