import { type StemLanguage, stemLanguages } from "./StemLanguage.js"

const lists: { readonly [L in StemLanguage]: string } = {
  de: `aber alle allem allen aller alles als am an andere anderen anderer ans auch auf aus bei beim bin bis bist da dabei dadurch dafur
    damit dann daran darauf daraus darin daruber das dass davon dazu dein deine dem den denn der deren des dessen dich die dies
    diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwa etwas euch euer eure fur gegen
    hab habe haben hat hatte hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jener
    kann kein keine konnen man mehr mein meine mich mir mit nach nicht noch nun nur ob oder ohne per pro sehr sein seine seinem
    seinen seiner seit selbst sich sie sind so sowie sowohl uber um und uns unser unsere unter viel viele vom von vor wahrend war
    waren was wegen weil welche welcher wenn wer werden wie wieder wir wird wurde wurden zu zum zur zwischen`,
  en: `a about after again all also although am among an and any are as at be because been before being between both but by can could d
    did do does doing during each for from further had has have having he her here hers herself him himself his how i if in into is
    it its itself ll m me more most my myself nor not of on once only or other our ours ourselves re s same she should so some such
    t than that the their theirs them themselves then there these they this those through to too under until upon us ve very via was
    we were what when where whether which while who whom whose why with within without would you your yours yourself`,
  es: `a al algunas algunos ante antes aquel aquella asi aun aunque cada casi como con contra cual cuales cuando de del desde donde
    durante e el ella ellas ellos en entre eran es esa esas ese eso esos esta estan estar estas este esto estos fueron ha han hasta
    hay la las le les lo los mas me mediante mi mis muy ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro
    otros para pero por porque que quien quienes se segun ser si sido sin sobre son su sus tambien tan tanto te ti tiene todo todos
    tras tu tus u un una unas uno unos y ya yo`,
  fr: `a afin ainsi alors apres au aucun aucune aupres auquel aura aussi autour autre autres aux avait avant avec avez avoir avons c ce
    ceci cela celle celles celui cependant ces cet cette ceux chacun chacune chaque chez combien comment d dans de depuis des desquelles desquels
    donc dont du durant elle elles en encore entre envers es et etaient etait etant etes etre eux font il ils j je jusqu jusque l la
    laquelle le lequel les lesquelles lesquels leur leurs lors lorsqu lorsque lui m ma malgre me meme memes mes moi moins mon n ne
    ni nos notre nous on ont ou par parmi pendant peu peut peuvent plus plusieurs pour pourquoi pourra puis puisqu puisque qu quand que quel
    quelle quelles quelque quelques quels qui quoi quoiqu quoique s sa sans sauf se selon sera serait seront ses si soi soit sommes
    sont sous sur t ta tandis te tel telle telles tels tes toi ton tous tout toute toutefois toutes travers tres tu un une vers via
    voici voila vos votre vous y`,
  it: `a ad affinche agli ai al alcune alcuni all alla alle allo altre altri altro anche ancora avere aveva c che chi ci cioe coi col
    come con contro cosi cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello di dopo dove dunque
    durante e ed erano essere essi fino fra gia gli ha hanno i il in io l la le lei li lo loro lui ma me mentre mi mia mie miei mio
    molto ne negli nei nel nell nella nelle nello noi non nostra nostre nostri nostro o ogni ognuno oltre oppure per perche piu po
    poi presso proprio qua quale quali quando quanto quella quelle quelli quello questa queste questi questo qui s se sei sempre
    senza si sia siamo siete sono sopra sotto su sua sue sugli sui sul sull sulla sulle sullo suo suoi tra tu tua tue tuo tutta
    tutte tutti tutto un una uno vi voi`,
  nl: `aan al alle als andere bij daar dan dat de deze die dit door dus een eens en er ga geen had heb hebben heeft het hier hij hoe
    hun ik in is je jou jouw kan kunnen maar me meer met mij mijn n na naar niet nog nu of om omdat ons onze ook op over s sinds t
    te tegen tijdens toch toen tot tussen u uit uw van veel voor waar wanneer want waren was wat we wel welke werd wie wij worden
    wordt ze zich zij zijn zo zonder zou`,
  pt: `a ainda alem algum alguma alguns antes ao aos apos aquela aquele as assim ate cada com como contra da das de dela dele deles
    depois desde do dos durante e ela elas ele eles em entre era essa esse esta estao este eu foi foram ha isso isto ja la lhe mais
    mas me meu meus minha na nas nem no nos nossa nosso num numa o onde os ou outra outras outro outros para pela pelas pelo pelos
    per por porque pra qual quando que quem sao se sem ser seu seus sob sobre sua suas tambem te tem todo todos tu tua um uma umas
    uns voce`
}

const languagesOf = new Map<string, ReadonlyArray<StemLanguage>>()
for (const language of stemLanguages) {
  for (const word of lists[language].split(/\s+/)) languagesOf.set(word, [...languagesOf.get(word) ?? [], language])
}

const none: ReadonlyArray<StemLanguage> = []

/**
 * The languages in which a folded word is a stop word, in the order of `stemLanguages`. Stop words are articles,
 * prepositions, conjunctions, pronouns, auxiliary verbs and elided forms (`l`, `qu`, `s`). Words that name events are
 * excluded, such as French `son` (sound), unaccented `mais` (maize) and English `will`.
 */
export const stopLanguagesOf = (folded: string): ReadonlyArray<StemLanguage> => languagesOf.get(folded) ?? none
