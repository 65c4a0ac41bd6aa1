import * as Option from "effect/Option"
import type { JsonObject } from "../domain/Json.js"

const languages = ["ar", "de", "en", "es", "fr", "it"] as const

const names = languages.map((language) => ({ language, of: new Intl.DisplayNames([language], { type: "region", fallback: "code" }) }))

const nameIn = (of: Intl.DisplayNames, code: string): string =>
  Option.getOrElse(Option.liftThrowable(() => of.of(code))(), () => undefined) ?? code

const presented = new Map<string, JsonObject>()

/**
 * A country as it is read: its ISO 3166-1 code and its names by language (wire.md §5).
 *
 * @example
 * presentCountry("FR") // { code: "FR", ar: "فرنسا", de: "Frankreich", en: "France", es: "Francia", fr: "France", it: "Francia" }
 */
export const presentCountry = (code: string): JsonObject => {
  const known = presented.get(code)
  if (known !== undefined) return known
  const country = { code, ...Object.fromEntries(names.map(({ language, of }) => [language, nameIn(of, code)])) }
  presented.set(code, country)
  return country
}
