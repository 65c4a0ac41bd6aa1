/** The languages whose words are stemmed. Words of all others are compared as they are folded. */
export const stemLanguages = ["de", "en", "es", "fr", "it", "nl", "pt"] as const
/** A language whose words are stemmed. */
export type StemLanguage = (typeof stemLanguages)[number]

/**
 * The language by whose rules a text is stemmed: that of the tag's first part, whatever its region or script; null where there are no rules.
 *
 * @example
 * stemLanguageOf("pt-BR") // "pt"
 * stemLanguageOf("br") // null
 */
export const stemLanguageOf = (tag: string): StemLanguage | null => {
  const primary = tag.split("-", 1)[0]?.toLowerCase()
  return stemLanguages.find((language) => language === primary) ?? null
}
