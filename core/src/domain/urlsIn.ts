/** A URL in running text. */
export interface UrlInText {
  /** Start index, in UTF-16 code units. */
  readonly at: number
  /** As written in the text: `https://…`, `http://…` or `www.…`. */
  readonly text: string
  /** The link target: the text, with `http://` added before `www.`. */
  readonly url: string
}

const host = "[\\p{L}\\p{N}][^/?#]"

/** The host is looked at first: what follows `https://` without one may contain another URL. */
const candidate = new RegExp(`(?<![\\p{L}\\p{N}@/.])(?:https?://|www\\.)(?=${host})[^\\s\\p{Cc}<>"[\\]\`{|}\\\\^*«»“”]+`, "giu")

const whole = new RegExp(`^(?:https?://|www\\.)${host}`, "iu")

/** The end index of a URL: before an unmatched closing bracket and trailing punctuation. */
const endOf = (text: string): number => {
  let depth = 0
  let end = text.length
  for (let index = 0; index < end; index++) {
    const char = text.charAt(index)
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) end = index
  }
  while (end > 0 && "?!.,:;*_~'’…".includes(text.charAt(end - 1))) end--
  return end
}

/**
 * The URLs in running text, in order: http, https and `www.`, without the surrounding punctuation.
 *
 * @example
 * urlsIn("Billets (sur https://example.org/a).") // [{ at: 13, text: "https://example.org/a", url: "https://example.org/a" }]
 */
export const urlsIn = (text: string): ReadonlyArray<UrlInText> => {
  const found: Array<UrlInText> = []
  const next = new RegExp(candidate)
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const url = match[0].slice(0, endOf(match[0]))
    if (whole.test(url)) found.push({ at: match.index, text: url, url: /^www\./i.test(url) ? `http://${url}` : url })
    // The rest after a closing bracket may contain another URL.
    next.lastIndex = match.index + url.length
  }
  return found
}
