const pattern = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

const subtag = (part: string, index: number): string => {
  const lower = part.toLowerCase()
  if (index === 0) return lower
  if (/^[a-z]{2}$/.test(lower)) return lower.toUpperCase()
  return /^[a-z]{4}$/.test(lower) ? `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}` : lower
}

/**
 * Normalizes the case of a language tag as BCP 47 recommends (RFC 5646 §2.1.1); multilingual values are keyed by this
 * form. Undefined when the text is not a language tag.
 *
 * @example
 * languageTag("PT-br") // "pt-BR"
 * languageTag("zh-hant") // "zh-Hant"
 */
export const languageTag = (text: string): string | undefined => pattern.test(text) ? text.split("-").map(subtag).join("-") : undefined

/**
 * The indexed spelling of a language that an event has only under longer tags (`fr-*` for `fr-CA`). No language tag has
 * this form.
 */
export const languageRange = (tag: string): string => `${tag}-*`

/** Whether a spelling is a language range, not a language tag. */
export const isLanguageRange = (spelling: string | null): boolean => spelling?.endsWith("-*") ?? false
