const chars_max = 60

const truncate = (text: string): string => {
  const chars = Array.from(text.slice(0, chars_max * 2 + 2))
  return chars.length > chars_max ? `${chars.slice(0, chars_max).join("")}…` : text
}

/**
 * Quotes a rejected text for a message, truncated to 60 characters.
 *
 * @example
 * quoteText("soon") // "\"soon\""
 */
export const quoteText = (text: string): string => JSON.stringify(truncate(text))

/** Truncates the JSON of a rejected non-text value to 60 characters for a message. */
export const quoteJson = (json: string): string => truncate(json)
