import type { StemLanguage } from "./StemLanguage.js"

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
