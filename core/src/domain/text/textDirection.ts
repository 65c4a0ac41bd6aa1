import { memoize } from "../LruCache.js"

/** Direction in which a text is written. */
export type TextDirection = "ltr" | "rtl"

/** Scripts that are written from right to left (ISO 15924). */
const rightToLeft: ReadonlySet<string> = new Set(
  ("Adlm Arab Aran Armi Avst Chrs Cprt Elym Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp "
    + "Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Todr Yezi").split(" ")
)

/** Maximum size of the LRU cache of directions. */
const directions_max = 500

/**
 * The direction of texts in a language: that of the script that the tag names, else of the script that the language is
 * mostly written in (CLDR, likely subtags). `Intl.Locale` of older engines has wrong directions for some tags, such as
 * `dv`, but right scripts.
 *
 * @example
 * directionOf("ar") // "rtl"
 * directionOf("az-Arab") // "rtl"
 * directionOf("ur-Latn") // "ltr"
 */
export const directionOf: (tag: string) => TextDirection = memoize(directions_max, (tag) => {
  const [language = "", ...others] = tag.split("-")
  if (!/^[a-z]{2,3}$/i.test(language)) return "ltr"
  const script = others.find((part) => /^[a-z]{4}$/i.test(part))
  const region = others.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part))
  const locale = new Intl.Locale([language, script, region].filter((part) => part !== undefined).join("-"))
  return rightToLeft.has(locale.maximize().script ?? "") ? "rtl" : "ltr"
})
