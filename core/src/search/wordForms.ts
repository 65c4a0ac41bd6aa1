import type { StemLanguage } from "./StemLanguage.js"

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
export const irregularStem = (language: StemLanguage, folded: string): string | null => forms[language].get(folded) ?? null
