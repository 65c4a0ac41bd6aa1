import { foldText } from "../domain/foldText.js"
import { regularEnding } from "./regularEnding.js"
import { type StemLanguage, stemLanguages } from "./StemLanguage.js"
import { stemmers } from "./stemmers.js"

/** How many stems of one language a generation of the cache holds; two generations are kept. */
const generation_size = 8192

const computeStem = (language: StemLanguage, folded: string): string =>
  foldText(stemmers[language](regularEnding(language, folded))) || folded

const remembering = (language: StemLanguage): (folded: string) => string => {
  let recent = new Map<string, string>()
  let older = new Map<string, string>()
  return (folded) => {
    const known = recent.get(folded)
    if (known !== undefined) return known
    const stem = older.get(folded) ?? computeStem(language, folded)
    if (recent.size >= generation_size) {
      older = recent
      recent = new Map()
    }
    recent.set(folded, stem)
    return stem
  }
}

const caches = new Map(stemLanguages.map((language) => [language, remembering(language)]))

/**
 * The stem of a folded word in a language, itself folded. Words with one folded form have one stem, so equal forms always mean equal
 * stems. The most used stems are remembered, a bounded number of them.
 *
 * @example
 * stemOf("fr", "expositions") // "exposit"
 */
export const stemOf = (language: StemLanguage, folded: string): string => caches.get(language)?.(folded) ?? folded
