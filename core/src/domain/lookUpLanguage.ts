/** A tag and its truncations by whole subtags, longest first. */
const truncations = (tag: string): ReadonlyArray<string> => {
  const parts = tag.split("-")
  return parts.map((_, dropped) => parts.slice(0, parts.length - dropped).join("-"))
}

/**
 * The best available tag for a requested one (RFC 4647 §3.4, lookup). Tries each truncation, longest first: an equal
 * tag wins, then the first tag that extends it. Ignores case. Undefined when no tag has the same primary language.
 *
 * @example
 * lookUpLanguage("pt-PT", ["en", "pt-BR"]) // "pt-BR"
 * lookUpLanguage("fr-CA", ["fr-FR", "fr"]) // "fr"
 */
export const lookUpLanguage = (requested: string, tags: ReadonlyArray<string>): string | undefined => {
  for (const range of truncations(requested.toLowerCase())) {
    const found = tags.find((tag) => tag.toLowerCase() === range) ?? tags.find((tag) => tag.toLowerCase().startsWith(`${range}-`))
    if (found !== undefined) return found
  }
  return undefined
}
