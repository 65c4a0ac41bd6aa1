import { foldText } from "../domain/text/foldText.js"
import { type StemLanguage, stemLanguages, stemmers } from "./StemLanguage.js"

type Rule = readonly [ending: RegExp, replacement: string]

const rules: { readonly [L in StemLanguage]: ReadonlyArray<Rule> } = {
  de: [],
  en: [[/^children$/, "child"], [/^women$/, "woman"], [/^men$/, "man"]],
  es: [[/([au])cion$/, "$1ción"]],
  fr: [
    [/^((?:en)?jeu|(?:mi)?lieu|feu|dieu|voeu|cheveu|bijou)x$/, "$1"],
    [/^(ami|.{2,}[ou])s$/, "$1"],
    [/([st]eu)ses?$/, "$1r"],
    [/trices?$/, "teur"],
    [/ites?$/, "ité"],
    [/iere(s?)$/, "ière$1"],
    [/ee(s?)$/, "ée$1"],
    [/erent$/, "èrent"]
  ],
  it: [],
  nl: [[/^(kind|lied)eren$/, "$1"]],
  pt: [[/oes$/, "ao"], [/ais$/, "al"], [/ns$/, "m"]]
}

/**
 * Normalizes the ending of a folded word for its stemmer. It restores accents that endings depend on, and reduces
 * plurals and feminines that the stemmer misses. The input is folded, so that the stem does not depend on how accents
 * are typed.
 *
 * @example
 * regularEnding("fr", "activites") // "activité"
 */
export const regularEnding = (language: StemLanguage, folded: string): string => {
  for (const [ending, replacement] of rules[language]) {
    if (ending.test(folded)) return folded.replace(ending, replacement)
  }
  return folded
}

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
