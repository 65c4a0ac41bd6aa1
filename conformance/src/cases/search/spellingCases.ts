import type { Case } from "../../Case.js"
import type { World } from "../../storeCalls.js"
import { search } from "./searchCase.js"
import { clause, event, found } from "./textWorld.js"

const text = (
  id: string,
  title: string,
  given: Partial<World> & Pick<World, "events">,
  values: ReadonlyArray<string>,
  uids: ReadonlyArray<number>
): Case => search(`search.text.${id}`, clause, title, { given, plan: found(values), uids })

const unspaced = {
  events: [
    event(1, { title: { ja: "地域住民が集まる" } }),
    event(2, { title: { fr: "Fête", ja: "大音楽祭DJナイト" } }),
    event(3, { title: { ja: "住、民。音楽" } }),
    event(4, { title: { ja: "民住" } }),
    event(5, { title: { ja: "大東京 音楽祭のDJ" }, description: { ja: "住民" } }),
    event(6, { title: { ja: "東京 音楽祭" } }),
    event(7, { title: { ja: "東京" }, keywords: { ja: ["東京", "音楽祭"] } }),
    event(8, { title: { ja: "民が集まる" }, keywords: { ja: ["住民", "民が"] } })
  ]
}

/** The demands on full-text search: words of other scripts, and spellings of one word. */
export const spellingCases: ReadonlyArray<Case> = [
  text(
    "scripts",
    "words in other scripts match whole, as prefixes, and within words where the script has no spaces",
    {
      events: [
        event(1, { title: { ja: "コンサート" } }),
        event(2, { title: { ru: "Концерт в саду" } }),
        event(3, { title: { ja: "コン" } }),
        event(4, { title: { und: "\u{1d11e}\u{20000}" } })
      ]
    },
    ["コン", "конце", "\u{20000}"],
    [1, 3, 4, 2]
  ),
  text(
    "within",
    "a word of a script without spaces matches within words, for its whole weight, beside words of other scripts",
    unspaced,
    ["住民", "音楽祭 dj"],
    [2, 5, 1, 8]
  ),
  text("within-quoted", "a phrase in a script without spaces matches within words, and across no space", unspaced, [
    '"東京 音楽祭"'
  ], [5, 6]),
  text("within-letters", "the letters of a word in a script without spaces follow each other within one word", unspaced, [
    "住民が"
  ], [1]),
  text(
    "spellings",
    "dots of abbreviations, signs that change no word, and joints of compounds and numbers do not matter",
    {
      events: [
        event(1, { title: { fr: "La M.J.C. fête" } }),
        event(2, { title: { fr: "MJC" } }),
        event(3, { title: { fr: "Covid‑19" } }),
        event(4, { title: { fr: "AC/DC" } }),
        event(5, { title: { fr: "1\u202f500 places" } }),
        event(6, { title: { fr: "m\u00adj\u200dc" } }),
        event(7, { title: { fr: "ｺﾝｻｰﾄ" } }),
        event(8, { title: { fr: "Lʼétang" } })
      ]
    },
    ["mjc", "covid19", "acdc", "1500", "コンサート", "l'étang"],
    [1, 2, 3, 4, 5, 6, 7, 8]
  )
]
