import { describe, expect, it } from "@effect/vitest"
import { readSearch } from "../../src/search/readSearch.js"
import { explainScore, type SearchHit } from "../../src/search/scoreDocument.js"
import { searchDocument, searchPlace } from "../../src/search/SearchDocument.js"
import { searchedKeys, wordKeys } from "../../src/search/wordKeys.js"

const none = { title: {}, keywords: {}, description: {}, longDescription: {} }

/** The hits of a search in a title of this language; null for no match. */
const hitsIn = (search: string, title: string, language = "fr"): ReadonlyArray<SearchHit> | null => {
  const reading = readSearch([search])
  if (reading._tag !== "Search") return null
  return explainScore(searchDocument({ ...none, title: { [language]: title } }), "", reading.plan)?.hits ?? null
}

const isFound = (search: string, title: string, language?: string): boolean => hitsIn(search, title, language) !== null

const isKey = (search: string, title: string): boolean => {
  const keys = wordKeys([{ language: null, text: title }])
  return searchedKeys(search).every(({ beginning, forms }) => keys.some((key) => key.startsWith(beginning) || forms.includes(key)))
}

/** Spellings of one word. */
const spellings: ReadonlyArray<readonly [string, string]> = [
  ["mjc", "M.J.C."],
  ["mjc", "m.j.c"],
  ["sncf", "S.N.C.F"],
  ["sncf", "S.N.C.F."],
  ["usa", "U.S.A."],
  ["sncf", "S. N. C. F."],
  ["mjc", "M J C"],
  ["M.J.C.", "M J C"],
  ["J.R.R. Tolkien", "J. R. R. Tolkien"],
  ["J K Rowling", "J.K. Rowling"],
  ["phd", "Ph.D."],
  ["ссср", "С.С.С.Р."],
  ["ens", "É.N.S."],
  ["mjc", "Ｍ．Ｊ．Ｃ．"],
  ["mjc", "M·J·C"],
  ["צהל", "צה״ל"],
  ["covid19", "covid-19"],
  ["covid19", "Covid‑19"],
  ["g20", "G-20"],
  ["acdc", "AC/DC"],
  ["rb", "R&B"],
  ["mash", "M*A*S*H"],
  ["nodejs", "Node.js"],
  ["etudiantes", "étudiant·e·s"],
  ["colleccio", "col·lecció"],
  ["1500", "1 500"],
  ["1500", "1\u202f500"],
  ["1500", "1\u00a0500"],
  ["1500", "1\u2009500"],
  ["1500", "1.500"],
  ["1500", "1,500"],
  ["1500", "1'500"],
  ["1500", "1’500"],
  ["1500000", "1 500 000"],
  ["cineclub", "cine\u2212club"],
  ["cineclub", "ciné\u00adclub"],
  ["cineclub", "ciné\u200bclub"],
  ["cineclub", "ciné\u200dclub"],
  ["cineclub", "ciné\u200cclub"],
  ["cineclub", "ciné\u2060club"],
  ["cineclub", "ciné\ufeffclub"],
  ["hawaii", "Hawaiʻi"],
  ["ktab", "kta\u02beb"],
  ["محمد", "محـــمد"],
  ["محمد", "مُحَمَّد"],
  ["שלום", "שָׁלוֹם"],
  ["コンサート", "ｺﾝｻｰﾄ"],
  ["ガイド", "ｶﾞｲﾄﾞ"],
  ["jazz", "ＪＡＺＺ"],
  ["2031", "２０３１"]
]

describe("spellings of one word", () => {
  it.each(spellings)("%s and %s find each other", (one, other) => {
    expect([isFound(one, other), isFound(other, one), isFound(other, other)]).toEqual([true, true, true])
    expect([isFound(one, other, "br"), isFound(other, one, "br")]).toEqual([true, true])
    expect([isKey(one, other), isKey(other, one)]).toEqual([true, true])
  })

  it.each(["'", "’", "‘", "‛", "ʼ", "ʻ", "ʽ", "`", "´", "′", "＇", "ꞌ"])("the apostrophe %s ends an elided word", (sign) => {
    expect(isFound("été", `L${sign}été`)).toBe(true)
    expect(isFound(`l${sign}été`, "L'été")).toBe(true)
    expect(isFound("lete", `L${sign}été`)).toBe(false)
  })

  it.each([
    ["1500", "1 50 0"],
    ["2426", "24-26 mai"],
    ["1820", "18h-20h"],
    ["12052031", "12.05.2031"],
    ["vail", "il va. Il y a"],
    ["finle", "la fin. Le soir"]
  ])("%s does not find %s", (search, title) => {
    expect(isFound(search, title)).toBe(false)
  })

  it.each(["", "?!", "🎉", "\u00ad", "\u200d\u200c", "ـــ", "ㅤ", "ʾ", "…·/-'", '""'])("%j has no word", (search) => {
    expect(readSearch([search])._tag).toBe("Nothing")
    expect(searchedKeys(search)).toEqual([])
  })
})

/** Texts of scripts without spaces, and words within them. */
const within: ReadonlyArray<readonly [script: string, text: string, words: ReadonlyArray<string>, others: ReadonlyArray<string>]> = [
  ["Han", "地域住民が集まる音楽祭", ["住民", "地域", "音楽祭", "音", "地域住民", "祭"], ["民地", "音祭", "住民音"]],
  ["Han of Chinese", "北京国际音乐节开幕", ["音乐", "音乐节", "国际", "节", "北京国际音乐节开幕"], ["京音", "开节"]],
  ["Hiragana", "たのしいおまつりです", ["おまつり", "たのしい", "ま"], ["まお"]],
  ["Katakana", "クラシックコンサートホール", ["コンサート", "ホール", "トホ"], ["ホコン"]],
  ["Katakana of half width", "ｸﾗｼｯｸｺﾝｻｰﾄ", ["コンサート"], ["トコ"]],
  ["Thai", "คอนเสิร์ตดนตรีแจ๊ส", ["ดนตรี", "แจ๊ส", "คอนเสิร์ต"], ["สคอน"]],
  ["Lao", "ງານບຸນດົນຕີ", ["ດົນຕີ", "ບຸນ"], ["ຕງາ"]],
  ["Khmer", "ពិធីបុណ្យអុំទូក", ["បុណ្យ", "អុំទូក"], ["កពធ"]],
  ["Myanmar", "ဂီတပွဲတော်ကြီး", ["ပွဲတော်", "ဂီတ"], ["ကဂတ"]],
  ["Tibetan", "གླུ་གཞས་ཚོགས", ["གཞས", "ཚོགས"], ["སཞ"]],
  ["Javanese", "ꦥꦒꦼꦭꦫꦤ꧀ꦮꦪꦁ", ["ꦮꦪꦁ", "ꦥꦒꦼꦭꦫꦤ꧀"], ["ꦪꦥ"]],
  ["digits within", "第12回大会2031", ["第12回", "大会", "12", "回大会", "2031", "大会2031"], ["第回"]],
  ["Latin within", "大東京DJ祭りJazzフェス", ["dj祭り", "東京DJ", "jazz", "東京", "フェス", "JAZZフェス"], ["東京jazz"]]
]

describe("words of scripts without spaces", () => {
  it.each(within)("%s: words within %s", (_script, text, words, others) => {
    for (const language of ["ja", "fr"]) {
      for (const word of words) expect([word, hitsIn(word, text, language)?.map(({ points }) => points)]).toEqual([word, [16]])
      for (const word of others) expect([word, hitsIn(word, text, language)]).toEqual([word, null])
    }
    for (const word of words) expect([word, isKey(word, text)]).toEqual([word, true])
    for (const word of others) expect([word, isKey(word, text)]).toEqual([word, false])
  })

  it("score the heaviest part and are explained as other words", () => {
    const document = searchDocument({ ...none, title: { ja: "地域の祭り" }, description: { ja: "地域住民が集まる" } })
    const reading = readSearch(["住民 祭り"])
    const explained = reading._tag === "Search" ? explainScore(document, "", reading.plan) : null
    expect(explained?.score).toBe(20)
    expect(explained?.hits).toEqual([
      { text: "住民", field: "description", match: "form", points: 4 },
      { text: "祭り", field: "title", match: "form", points: 16 }
    ])
  })

  it("prefer the word that is spelled like the search", () => {
    expect(hitsIn("コンサート", "コンサート 東京", "ja")?.map(({ match }) => match)).toEqual(["typed"])
    expect(hitsIn("コンサート", "コンサートホール", "ja")?.map(({ match }) => match)).toEqual(["form"])
  })

  it("match in quotes within a word, and with the words that follow", () => {
    expect(hitsIn('"住民が"', "地域住民が集まる", "ja")?.map(({ points }) => points)).toEqual([32])
    expect(isFound('"民住"', "地域住民が集まる", "ja")).toBe(false)
    expect(isFound('"東京 音楽祭"', "東京 音楽祭", "ja")).toBe(true)
    expect(isFound('"大東京 音"', "大東京 音楽祭", "ja")).toBe(true)
    expect(isFound('"東京 楽祭"', "東京 音楽祭", "ja")).toBe(false)
    expect(isFound('"DJ祭り open"', "大DJ祭り Open Air", "ja")).toBe(true)
  })

  it("match across no space or sign", () => {
    expect(isFound("住民", "地域住。民家", "ja")).toBe(false)
    expect(isFound("域住民", "地域住、民家", "ja")).toBe(false)
    expect(isFound("京大", "東京、大阪", "ja")).toBe(false)
  })

  it("match in the name and city of a location", () => {
    const place = searchPlace({ name: "市民文化会館", adminLevel4: "京都市" })
    for (const search of ["文化会館", "会館", "京都"]) {
      const reading = readSearch([search])
      const explained = reading._tag === "Search"
        ? explainScore(searchDocument({ ...none, title: { ja: "祭" } }), place, reading.plan)
        : null
      expect([search, explained?.score]).toEqual([search, 8])
    }
  })

  it("match anywhere within long texts without spaces", () => {
    const text = `${"あいうえおかきくけこ".repeat(40)}住民${"さしすせそ".repeat(40)}`
    expect(isFound("住民", text, "ja")).toBe(true)
    expect(isFound("民さしす", text, "ja")).toBe(true)
  })

  it("are one word of the search each", () => {
    const reading = readSearch(["地域住民 音楽祭"])
    expect(reading._tag === "Search" ? reading.plan.alternatives[0]?.words.map(({ folded }) => folded) : []).toEqual(["地域住民", "音楽祭"])
  })
})
