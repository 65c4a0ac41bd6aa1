const shape = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

const subtag = (part: string, place: number): string => {
  const lower = part.toLowerCase()
  if (place === 0) return lower
  if (/^[a-z]{2}$/.test(lower)) return lower.toUpperCase()
  return /^[a-z]{4}$/.test(lower) ? `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}` : lower
}

/**
 * A language tag in the case that BCP 47 recommends (RFC 5646 §2.1.1), as multilingual values are keyed by; undefined where a text is none.
 *
 * @example
 * languageTag("PT-br") // "pt-BR"
 * languageTag("zh-hant") // "zh-Hant"
 */
export const languageTag = (text: string): string | undefined => shape.test(text) ? text.split("-").map(subtag).join("-") : undefined
