import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { areaText, placeText, searchDocument, searchFields, searchPlace, searchWeights } from "../../src/search/SearchDocument.js"
import { token_rules, tokensIn, tokenText } from "../../src/search/tokenText.js"
import { analyse } from "../text/analyse.js"

describe("analyse", () => {
  it("returns the folded form, the stem and the stop word flag of each word", () => {
    expect(analyse("L'été des Musées", "fr-CA")).toEqual([
      { folded: "l", stem: "l", isStop: true },
      { folded: "ete", stem: "ete", isStop: false },
      { folded: "des", stem: "de", isStop: true },
      { folded: "musees", stem: "mus", isStop: false }
    ])
  })

  it.each([["br"], [null]])("does not stem %j", (language) => {
    expect(analyse("Les Musées", language)).toEqual([
      { folded: "les", stem: null, isStop: false },
      { folded: "musees", stem: null, isStop: false }
    ])
  })
})

describe("tokenText", () => {
  it("has the words in order, a boundary after each text, then every folded word once", () => {
    expect(tokenText([
      { language: "fr", text: "Les concerts, les concerts" },
      { language: "fr", text: "—" },
      { language: "br", text: "Fest-noz" },
      { language: null, text: "Concerts" }
    ])).toBe(" sfr:le fr:concert sfr:le fr:concert | w:fest w:noz | w:festnoz | w:concerts | p:concerts p:fest p:noz p:festnoz ")
  })

  it("has the district that a number behind a city means", () => {
    expect(tokenText([{ language: "fr", text: "Bal à Paris 11" }])).toBe(
      " fr:bal sfr:a fr:paris fr:11 | fr:11e | p:bal p:paris p:11 p:11e "
    )
  })

  it("separates stop words of the text's language and of the other languages", () => {
    const texts = [{ language: "fr", text: "Le thé" }, { language: "en", text: "The le" }, { language: "br", text: "le" }]
    expect(tokenText(texts)).toBe(" sfr:le fr:the | sen:the en:le | w:le | p:the p:le ")
    expect(tokenText(texts.slice(0, 2), ["fr", "en"])).toBe(" sfr:le sfr:the | sen:the sen:le | ")
  })

  it.each([[[]], [[{ language: "fr", text: "" }]], [[{ language: "fr", text: " … 🎉" }]]])("is empty without words: %j", (texts) => {
    expect(tokenText(texts)).toBe("")
  })

  it("has only letters and digits in tokens, whatever the text", () => {
    const text = FastCheck.record({
      language: FastCheck.constantFrom("fr", "en", "de", "zh", null),
      text: FastCheck.string({ unit: "binary" })
    })
    FastCheck.assert(FastCheck.property(FastCheck.array(text, { maxLength: 4 }), (texts) => {
      const line = tokenText(texts)
      expect(line).toMatch(/^$|^ \S.*\S $/u)
      for (const token of tokensIn(line)) expect(token).toMatch(/^(s?(de|en|es|fr|it|nl|pt)|[wpjx]):[\p{L}\p{N}]{1,130}$/u)
    }))
  })

  it("changes only with the version of the index rules, because stored tokens must still match", () => {
    const texts = [
      { language: "de", text: "Führungen durch die Häuser" },
      { language: "en", text: "Exhibitions of children's paintings" },
      { language: "es", text: "Habitación con canciones" },
      { language: "fr", text: "Visites guidées, jeux vidéo et œuvres créées" },
      { language: "it", text: "Mostre e concerti in città" },
      { language: "nl", text: "Wandelingen met kinderen" },
      { language: "pt", text: "Exposições de animais" }
    ]
    expect([token_rules, ...texts.map((text) => tokenText([text]).split(" | ")[0])]).toMatchInlineSnapshot(`
      [
        7,
        " de:fuhrung sde:durch sde:die de:haus",
        " en:exhibit sen:of en:child sen:s en:paint",
        " es:habit ses:con es:cancion",
        " fr:visit fr:guid fr:jeu fr:video sfr:et fr:oeuvr fr:cre",
        " it:mostr sit:e it:concert sit:in it:citt",
        " nl:wandel snl:met nl:kind",
        " pt:exposica spt:de pt:animal",
      ]
    `)
  })

  it("lists its tokens", () => {
    expect(tokensIn(" fr:le fr:concert | w:fest | p:les ")).toEqual(["fr:le", "fr:concert", "w:fest", "p:les"])
    expect(tokensIn("")).toEqual([])
  })
})

describe("searchDocument", () => {
  it("separates the parts and keywords, and has the languages of the texts", () => {
    expect(searchDocument({
      title: { fr: "Bal folk" },
      keywords: { fr: ["danse", "plein air"] },
      description: { "en-GB": "Dancing", it: " " },
      longDescription: { br: "Dañs" }
    })).toEqual({
      languages: ["en", "fr"],
      title: " fr:bal fr:folk | p:bal p:folk j:balfolk ",
      keywords: " fr:dans | fr:plein fr:air | p:danse p:plein p:air j:pleinair ",
      description: " en:danc | p:dancing ",
      longDescription: " w:dans | p:dans "
    })
  })

  it("has each two words of the title and of keywords that follow each other in one word, but no stop words and numbers", () => {
    const texts = {
      title: { fr: "Hip hop du soir 3" },
      keywords: { fr: ["bal", "folk"] },
      description: { fr: "Hip hop" },
      longDescription: {}
    }
    const { description, keywords, title } = searchDocument(texts)
    expect(tokensIn(`${title}${keywords}${description}`).filter((token) => token.startsWith("j:"))).toEqual(["j:hiphop"])
  })

  it("has the accented words of the title and of keywords as they are spelled, those of descriptions only folded", () => {
    const texts = { title: { fr: "Marché de NOËL" }, keywords: { fr: ["été"] }, description: { fr: "Été" }, longDescription: {} }
    const { description, keywords, title } = searchDocument(texts)
    expect([title, keywords, description].map((line) => tokensIn(line).filter((token) => token.startsWith("x:")))).toEqual([
      ["x:marché", "x:noël"],
      ["x:été"],
      []
    ])
  })

  it("has the texts of additional fields beside those of the part that they are searched as", () => {
    const none = { title: {}, keywords: {}, description: {}, longDescription: {} }
    expect(searchDocument(none, { keywords: [{ language: "fr", text: "Danses" }], title: [{ language: null, text: "Bal" }] })).toEqual({
      languages: ["fr"],
      title: " w:bal | p:bal ",
      keywords: " fr:dans | p:danses ",
      description: "",
      longDescription: ""
    })
  })
})

describe("searchPlace", () => {
  it("has the words of name and city", () => {
    expect(searchPlace({ name: "Théâtres du Port", adminLevel4: "Nantes" })).toBe("theatres du port\nnantes")
    expect(searchPlace({ name: "Théâtres", adminLevel4: null })).toBe("theatres")
    expect(searchPlace({ name: "—", adminLevel4: "Nantes" })).toBe("nantes")
    expect(searchPlace({ name: "Ciné-club", adminLevel4: "Saint-Malo" })).toBe("cine club\nsaint malo\ncineclub\nsaintmalo")
  })
})

describe("searchPlace of an area", () => {
  const location = { name: "Halle", adminLevel4: "Paris", address: "12 rue de Rivoli", countryCode: "FR" }

  it("has address, postcode and the other levels in lines of their own, and the district that a French postcode tells", () => {
    expect(searchPlace({ ...location, postalCode: "75001", adminLevel1: "Île-de-France", adminLevel2: "Paris" })).toBe(
      "halle\nparis\n1 1e 1eme 1er premier arrondissement\n|12 rue de rivoli\n|75001\n|ile de france\n|paris\n|iledefrance"
    )
    expect(searchPlace({ ...location, postalCode: "69003" }).split("\n")[2]).toBe("3 3e 3eme arrondissement")
  })

  it.each([["75000", "FR"], ["75011", "BE"], ["34200", "FR"], ["13100", "FR"], [null, "FR"]])(
    "has no district for %s in %s",
    (postalCode, countryCode) => {
      expect(searchPlace({ ...location, postalCode, countryCode })).not.toContain("arrondissement")
    }
  )

  it("is a line of its own in tokens", () => {
    const place = searchPlace({ ...location, postalCode: "75000" })
    expect(placeText(place, ["fr"])).toBe(" fr:hall | fr:paris | p:halle p:paris ")
    expect(areaText(place, ["fr"])).toBe(" fr:12 fr:ru sfr:de fr:rivol | fr:75000 | p:12 p:rue p:rivoli p:75000 ")
    expect(areaText("halle", ["fr"])).toBe("")
  })
})

describe("placeText", () => {
  const place = searchPlace({ name: "Théâtres de la Ville", adminLevel4: "Nantes" })

  it("has name and city as two texts in each language of the event", () => {
    expect(placeText(place, ["fr"])).toBe(" fr:theatr sfr:de sfr:la fr:vill | fr:nant | p:theatres p:ville p:nantes ")
    expect(placeText(place, ["en", "fr"])).toBe(
      " en:theatre sen:de sen:la en:vill | en:nant | fr:theatr sfr:de sfr:la fr:vill | fr:nant | p:theatres p:ville p:nantes "
    )
  })

  it("has folded words when no language of the event has stems", () => {
    expect(placeText(place, [])).toBe(" w:theatres w:de w:la w:ville | w:nantes | p:theatres p:de p:la p:ville p:nantes ")
  })

  it("is empty without a location", () => {
    expect(placeText("", ["fr"])).toBe("")
    expect(placeText("", [])).toBe("")
  })
})

describe("searchWeights", () => {
  it("are even numbers, and parts are ordered heaviest first", () => {
    const weights = searchFields.map((field) => searchWeights[field])
    expect(weights).toEqual([16, 8, 8, 4, 2, 2])
    expect(Object.keys(searchWeights)).toHaveLength(searchFields.length)
  })
})
