import { foldText } from "../domain/text/foldText.js"
import { type StemLanguage, stemLanguages, stemmers } from "./StemLanguage.js"
import { irregularStem } from "./wordForms.js"

type Rule = readonly [ending: RegExp, replacement: string]

/** Spellings of one sound, in every position. */
const spellings: { readonly [L in StemLanguage]: ReadonlyArray<Rule> } = {
  de: [[/([ao])e/g, "$1"], [/(?<![aeq])ue/g, "u"]],
  en: [],
  es: [],
  fr: [],
  it: [],
  nl: [],
  pt: []
}

/** Words that are their own stem once the ending is reduced: the stemmer takes their last letters for a suffix. */
const ownStems: { readonly [L in StemLanguage]: ReadonlyArray<Rule> } = {
  de: [[/^(.*(?:kurs|puls|vers))e[ns]?$/, "$1"], [/^(.*(?:kurs|puls))$/, "$1"]],
  en: [],
  es: [],
  fr: [[/^(\d{1,2})(?:i?eme|er?|re|ere|nde?)$/, "$1e"], [/^(.{3,}[ao]is)(?:es?)?$/, "$1"], [/^(.{2,}[^aeiouy]it)s?$/, "$1"]],
  it: [],
  nl: [],
  pt: []
}

const rules: { readonly [L in StemLanguage]: ReadonlyArray<Rule> } = {
  de: [[/^(.{3,}er)in(?:nen)?$/, "$1"]],
  en: [],
  es: [
    [/([au])cion$/, "$1ción"],
    [/^(.{2,}er)es$/, "$1"],
    [/^(.{2,}ar)es$/, "$1"],
    [/^(.{3,}[^aeiou]es)(?:as?|es)$/, "$1"]
  ],
  fr: [
    [/^((?:en)?jeu|(?:mi)?lieu|feu|dieu|voeu|cheveu|bijou)x$/, "$1"],
    [/^(ami|.{2,}[ou])s$/, "$1"],
    [/((?:[bdfpst]|ch|nag|voyag|jou|logu|jardin|entrepren|programm|serv)eu)ses?$/, "$1r"],
    [/trices?$/, "teur"],
    [/([st]i)ves?$/, "$1f"],
    [/ites?$/, "ité"],
    [/iere(s?)$/, "ière$1"],
    [/ee(s?)$/, "ée$1"],
    [/erent$/, "èrent"]
  ],
  it: [[/erti$/, "erto"], [/^(laborator|territor|orator|conservator|repertor|osservator|promontor)i$/, "$1io"]],
  nl: [],
  pt: [[/oes$/, "ao"], [/ais$/, "al"], [/ns$/, "m"]]
}

/** The word by the first rule that fits; null when none does. */
const byFirst = (rules: ReadonlyArray<Rule>, word: string): string | null => {
  for (const [ending, replacement] of rules) {
    if (ending.test(word)) return word.replace(ending, replacement)
  }
  return null
}

/**
 * Normalizes the ending of a folded word for its stemmer. It restores accents that endings depend on, and reduces
 * plurals and feminines that the stemmer misses. The input is folded, so that the stem does not depend on how accents
 * are typed.
 *
 * @example
 * regularEnding("fr", "activites") // "activité"
 */
export const regularEnding = (language: StemLanguage, folded: string): string => byFirst(rules[language], folded) ?? folded

/** Entries per cache generation and language; the cache has two generations. */
const generation_size = 8192

const computeStem = (language: StemLanguage, folded: string): string => {
  const spelled = spellings[language].reduce((word, [spelling, replacement]) => word.replace(spelling, replacement), folded)
  return irregularStem(language, spelled) ?? byFirst(ownStems[language], spelled) ??
    (foldText(stemmers[language](regularEnding(language, spelled))) || spelled)
}

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
