import * as Option from "effect/Option"
import type { JsonObject } from "../domain/Json.js"
import { memoize } from "../domain/memoize.js"

const languages = ["ar", "de", "en", "es", "fr", "it"] as const

const namesIn = memoize(languages.length, (language) => new Intl.DisplayNames([language], { type: "region", fallback: "code" }))

const nameIn = (language: string, code: string): string =>
  Option.getOrElse(Option.liftThrowable(() => namesIn(language).of(code))(), () => undefined) ?? code

const presented = new Map<string, JsonObject>()

/**
 * A country in responses: its ISO 3166-1 code and its names by language (wire.md §5).
 *
 * @example
 * presentCountry("FR")
 * // { code: "FR", ar: "فرنسا", de: "Frankreich", en: "France", es: "Francia", fr: "France", it: "Francia" }
 */
export const presentCountry = (code: string): JsonObject => {
  const known = presented.get(code)
  if (known !== undefined) return known
  const country = { code, ...Object.fromEntries(languages.map((language) => [language, nameIn(language, code)])) }
  presented.set(code, country)
  return country
}
