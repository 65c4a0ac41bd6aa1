import { foldText } from "../domain/text/foldText.js"
import { type StemLanguage, stemLanguages, stemmers } from "./StemLanguage.js"

/** Forms of one word, by language: groups separated by `;`, each with its stem first. All words are folded. */
const groups: { readonly [L in StemLanguage]: string } = {
  de: `museum museums museen; material materialien; jubilaum jubilaums jubilaen; zentrum zentrums zentren; album albums alben;
    rhythmus rhythmen`,
  en: `child children childrens; woman women womens; man men mens; person people peoples; mouse mice; foot feet; tooth teeth; goose geese;
    knife knives; wife wives; wolf wolves; leaf leaves; shelf shelves; half halves; thief thieves; theatre theatres theater theaters;
    centre centres center centers; colour color colors colorful; run ran; sing sang sung; write wrote written; swim swam swum;
    drink drank drunk; news; universe universes; organic organically organics; organis organize organizes organized organizing organization
    organizations organizer organizers organiser organisers; analysis analyses; crisis crises; jewellery jewelry`,
  es: `luz luces; pez peces; voz voces; vez veces; cruz cruces; actor actores actriz actrices; aleman alemana alemanas alemanes;
    catalan catalana catalanas catalanes; joven jovenes; mesa mesas`,
  fr: `oeil yeux; ciel cieux; travail travaux; vitrail vitraux; corail coraux; email emaux; bail baux; blanc blancs blanche blanches;
    franc francs franche franches; frais fraiche fraiches; sec secs seche seches; long longs longue longues; doux douce douces;
    roux rousse rousses; faux fausse fausses; gros grosse grosses; public publics publique publiques; turc turcs turque turques;
    grec grecs grecque grecques; beau beaux bel belle belles; nouveau nouveaux nouvel nouvelle nouvelles; vieux vieil vieille vieilles;
    fou fous fol folle folles; favori favoris favorite favorites; petit petits petite petites; saint saints sainte saintes st ste;
    premier premiers premiere premieres; cours; course courses; mars; pays; france; rennes; renne; rene; renee;
    inedit inedits inedite inedites; fraise fraises`,
  it: `arte arti; uomo uomini; mano mani; ala ali; uovo uova; dito dita; braccio braccia; paio paia; viso visi`,
  nl: `stad steden; kind kinderen; lied liederen; museum musea; schip schepen; ei eieren; blad bladeren`,
  pt: `mao maos; pao paes; cao caes; alemao alemaes alema alemas; mes meses; luz luzes; voz vozes`
}

const stemsOf = (groups: string): ReadonlyMap<string, string> =>
  new Map(
    groups.split(";").flatMap((group) => {
      const [stem = "", ...others] = group.trim().split(/\s+/)
      return [stem, ...others].map((form) => [form, stem] as const)
    })
  )

const forms: { readonly [L in StemLanguage]: ReadonlyMap<string, string> } = {
  de: stemsOf(groups.de),
  en: stemsOf(groups.en),
  es: stemsOf(groups.es),
  fr: stemsOf(groups.fr),
  it: stemsOf(groups.it),
  nl: stemsOf(groups.nl),
  pt: stemsOf(groups.pt)
}

/**
 * The stem of a folded word whose forms the stemming algorithm separates, or whose stem it shares with an unrelated
 * word; null for any other word. Numerals and abbreviations with one expansion count as forms.
 *
 * @example
 * irregularStem("fr", "vitraux") // "vitrail"
 * irregularStem("fr", "concerts") // null
 */
const irregularStem = (language: StemLanguage, folded: string): string | null => forms[language].get(folded) ?? null

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
