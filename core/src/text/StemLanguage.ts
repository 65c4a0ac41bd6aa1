/** Languages with stemming. Words of other languages are compared in folded form. */
export const stemLanguages = ["de", "en", "es", "fr", "it", "nl", "pt"] as const
/** A language with stemming. */
export type StemLanguage = (typeof stemLanguages)[number]

/**
 * The stemming language of a language tag, by its primary subtag; null when there is none.
 *
 * @example
 * stemLanguageOf("pt-BR") // "pt"
 * stemLanguageOf("br") // null
 */
export const stemLanguageOf = (tag: string): StemLanguage | null => {
  const primary = tag.split("-", 1)[0]?.toLowerCase()
  return stemLanguages.find((language) => language === primary) ?? null
}
