import { foldText } from "../domain/foldText.js"
import { regularEnding } from "./regularEnding.js"
import { type StemLanguage, stemLanguages } from "./StemLanguage.js"
import { stemmers } from "./stemmers.js"

/** Entries per cache generation and language; the cache has two generations. */
const generation_size = 8192

const computeStem = (language: StemLanguage, folded: string): string =>
  foldText(stemmers[language](regularEnding(language, folded))) || folded

const memoizedStemmer = (language: StemLanguage): (folded: string) => string => {
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

const caches = new Map(stemLanguages.map((language) => [language, memoizedStemmer(language)]))

/**
 * The folded stem of a folded word in a language. Words with one folded form have one stem. Results are cached per
 * language, in a bounded cache of recently used words.
 *
 * @example
 * stemOf("fr", "expositions") // "exposit"
 */
export const stemOf = (language: StemLanguage, folded: string): string => caches.get(language)?.(folded) ?? folded
