/** A tag and what is left of it by taking away its last subtags, longest first. */
const truncations = (tag: string): ReadonlyArray<string> => {
  const parts = tag.split("-")
  return parts.map((_, place) => parts.slice(0, parts.length - place).join("-"))
}

/**
 * The tag that is asked for, else the best of those that are there (RFC 4647 §3.4, look-up): the longest beginning of it that is one, or that
 * begins one; of several the first. Case is no difference. Undefined: none has its primary language.
 *
 * @example
 * lookUpLanguage("pt-PT", ["en", "pt-BR"]) // "pt-BR"
 * lookUpLanguage("fr-CA", ["fr-FR", "fr"]) // "fr"
 */
export const lookUpLanguage = (asked: string, tags: ReadonlyArray<string>): string | undefined => {
  for (const range of truncations(asked.toLowerCase())) {
    const found = tags.find((tag) => tag.toLowerCase() === range) ?? tags.find((tag) => tag.toLowerCase().startsWith(`${range}-`))
    if (found !== undefined) return found
  }
  return undefined
}
