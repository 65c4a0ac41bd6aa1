import * as Schema from "effect/Schema"

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

/**
 * The language tag that keys multilingual values: two or three letters, optionally with a region or script (`fr`,
 * `pt-BR`).
 */
export const LanguageCode = Schema.String.pipe(Schema.pattern(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)).annotations({
  identifier: "LanguageCode",
  examples: ["fr", "en"]
})

/** Text keyed by language code; `{}` when empty. Keys stay in the order in which they were written. */
export const MultilingualText = Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
  identifier: "MultilingualText",
  examples: [{ fr: "Concert d'été", en: "Summer concert" }]
})
/** Text keyed by language code. */
export type MultilingualText = typeof MultilingualText.Type

/** Lists of keywords keyed by language code. */
export const MultilingualKeywords = Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }).annotations({
  identifier: "MultilingualKeywords",
  examples: [{ fr: ["jazz", "plein air"] }]
})
/** Lists of keywords keyed by language code. */
export type MultilingualKeywords = typeof MultilingualKeywords.Type

/**
 * The language to show: the first requested one that look-up finds (`lookUpLanguage`), else the first key. Undefined
 * when there are no values.
 */
export const chosenLanguage = (values: { readonly [language: string]: unknown }, languages: ReadonlyArray<string>): string | undefined => {
  const [preferred] = languages
  if (preferred !== undefined && Object.hasOwn(values, preferred)) return preferred
  const tags = Object.keys(values)
  for (const language of languages) {
    const found = lookUpLanguage(language, tags)
    if (found !== undefined) return found
  }
  return tags[0]
}

/**
 * The value to show when only one can be shown (wire.md §5, `monolingual`), in the language that `chosenLanguage`
 * selects. Undefined when there are no values.
 *
 * @example
 * chooseLanguage({ fr: "Été", en: "Summer" }, ["de", "en"]) // "Summer"
 */
export const chooseLanguage = <A>(values: { readonly [language: string]: A }, languages: ReadonlyArray<string>): A | undefined => {
  const language = chosenLanguage(values, languages)
  return language === undefined ? undefined : values[language]
}
