/** A URL in running text. */
export interface UrlInText {
  /** Where it begins, in UTF-16 units. */
  readonly at: number
  /** As it stands in the text: `https://…`, `http://…` or `www.…`. */
  readonly text: string
  /** Where it leads: the text, with `http://` where it begins with `www.`. */
  readonly url: string
}

const candidate = /(?<![\p{L}\p{N}@/.])(?:https?:\/\/|www\.)[^\s\p{Cc}<>"[\]`{|}\\^*«»“”]+/giu

/** A URL ends before a bracket that it did not open, and before punctuation. */
const endOf = (text: string): number => {
  let depth = 0
  let end = text.length
  for (let at = 0; at < end; at++) {
    const char = text.charAt(at)
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) end = at
  }
  while (end > 0 && "?!.,:;*_~'’…".includes(text.charAt(end - 1))) end--
  return end
}

/**
 * The URLs that a person sees in running text, in order: http, https and `www.`, without the punctuation of the sentence around them.
 *
 * @example
 * urlsIn("Billets (sur https://example.org/a).") // [{ at: 13, text: "https://example.org/a", url: "https://example.org/a" }]
 */
export const urlsIn = (text: string): ReadonlyArray<UrlInText> => {
  const found: Array<UrlInText> = []
  const next = new RegExp(candidate)
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const url = match[0].slice(0, endOf(match[0]))
    if (/^(?:https?:\/\/|www\.)[\p{L}\p{N}][^/?#]/iu.test(url)) {
      found.push({ at: match.index, text: url, url: /^www\./i.test(url) ? `http://${url}` : url })
      // Behind a bracket that ended it, another may begin.
      next.lastIndex = match.index + url.length
    }
  }
  return found
}
