import * as Schema from "effect/Schema"
import { lookUpLanguage } from "./lookUpLanguage.js"

/** A language tag as multilingual values are keyed by: two or three letters, perhaps a region or script (`fr`, `pt-BR`). */
export const LanguageCode = Schema.String.pipe(Schema.pattern(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)).annotations({
  identifier: "LanguageCode",
  examples: ["fr", "en"]
})

/** Text keyed by language code; `{}` when there is none. Key order is the order in which it was written. */
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

/** The language to show of a value by language: the first of these that it has, looked up (`lookUpLanguage`), else the first there is. */
export const chosenLanguage = (values: { readonly [language: string]: unknown }, languages: ReadonlyArray<string>): string | undefined => {
  const [liked] = languages
  if (liked !== undefined && Object.hasOwn(values, liked)) return liked
  const tags = Object.keys(values)
  for (const language of languages) {
    const found = lookUpLanguage(language, tags)
    if (found !== undefined) return found
  }
  return tags[0]
}

/**
 * The one value to show where only one can be: the asked language's, else the fallback's, else the first there is (wire.md §5, `monolingual`).
 *
 * @example
 * chooseLanguage({ fr: "Été", en: "Summer" }, ["de", "en"]) // "Summer"
 */
export const chooseLanguage = <A>(values: { readonly [language: string]: A }, languages: ReadonlyArray<string>): A | undefined => {
  const language = chosenLanguage(values, languages)
  return language === undefined ? undefined : values[language]
}
