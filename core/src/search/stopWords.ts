import { type StemLanguage, stemLanguages } from "./StemLanguage.js"

const lists: { readonly [L in StemLanguage]: string } = {
  de: `als am an auch auf aus bei beim das dem den der des die du durch ein eine einem einen einer eines er es fur ich ihr im in ins ist mit
    nach nicht oder sich sie sind uber um und vom von vor was wie wir zu zum zur`,
  en: `a an and are as at be by d for from he her his i in is it its ll m my of on or our re s she t that the their these they this those to
    ve was we were with you your`,
  es: `a al como con de del e el en es la las le lo los o para por que se su sus u un una unas uno unos y`,
  fr:
    `a au aux avec c ce ces cet cette chez d dans de des du elle elles en et eux il ils j je jusqu l la le les leur leurs lorsqu lui m ma me
    mes moi mon n ne nos notre nous ou par pour puisqu qu que qui quoiqu s sa se ses sur t ta te tes toi tu un une vos votre vous y`,
  it:
    `a ad agli ai al alla alle allo che chi con d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di e ed fra gli i
    il in l la le lo negli nei nel nell nella nelle nello non o per si su sugli sui sul sulla sulle sullo tra un una uno`,
  nl: `aan als bij dat de deze die dit door een en er het in is je met n naar of om ook op s t te tot uit van voor we ze`,
  pt: `a ao aos as com da das de do dos e em na nas no nos num numa o os ou para pela pelas pelo pelos por que se um uma umas uns`
}

const languagesOf = new Map<string, ReadonlyArray<StemLanguage>>()
for (const language of stemLanguages) {
  for (const word of lists[language].split(/\s+/)) languagesOf.set(word, [...languagesOf.get(word) ?? [], language])
}

const none: ReadonlyArray<StemLanguage> = []

/**
 * The languages in which a folded word is a stop word, in the order of `stemLanguages`. Stop words are articles,
 * prepositions, pronouns and elided forms (`l`, `qu`, `s`). Words that are also nouns are excluded, such as French
 * `son`, `car` and unaccented `mais`, because they may be search terms.
 */
export const stopLanguagesOf = (folded: string): ReadonlyArray<StemLanguage> => languagesOf.get(folded) ?? none
