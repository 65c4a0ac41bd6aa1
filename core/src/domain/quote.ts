const chars_max = 60

const cut = (text: string): string => {
  const chars = Array.from(text.slice(0, chars_max * 2 + 2))
  return chars.length > chars_max ? `${chars.slice(0, chars_max).join("")}…` : text
}

/**
 * A refused text as messages quote it, cut at 60 characters.
 *
 * @example
 * quoteText("soon") // "\"soon\""
 */
export const quoteText = (text: string): string => JSON.stringify(cut(text))

/** A refused value that is no text, which is given as JSON, as messages quote it; cut likewise. */
export const quoteJson = (json: string): string => cut(json)
