import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { foldText } from "../../src/domain/text/foldText.js"
import { readSearch } from "../../src/search/readSearch.js"
import { explainScore, fitOf, inOrderFit, scoreDocument } from "../../src/search/scoreDocument.js"
import { searchDocument, searchPlace, type SearchWeights, searchWeights } from "../../src/search/SearchDocument.js"
import type { SearchPlan } from "../../src/search/SearchPlan.js"
import { stopLanguagesOf } from "../../src/search/stopWords.js"
import { analyse } from "../text/analyse.js"
import { type SampleEvent, sampleEvents, sampleWords, scoreWords, type SearchedWords } from "../text/scoreWords.js"

const scoreOf = (event: SampleEvent, ...values: ReadonlyArray<string>): number | null => {
  const reading = readSearch(values)
  if (reading._tag !== "Search") return 0
  const { city, name } = event.place ?? { name: "", city: "" }
  return scoreDocument(searchDocument(event), searchPlace({ name, adminLevel4: city, ...(event === inArea ? area : {}) }), reading.plan)
}

const area = { address: "3 quai Wilson", postalCode: "44190", adminLevel1: "Pays de la Loire", adminLevel2: "Loire-Atlantique" }

const fete: SampleEvent = {
  title: { fr: "La fête de la danse", en: "Dance festival" },
  keywords: { fr: ["bal folk", "plein air"], en: ["open air"] },
  description: { fr: "Des concerts et un grand bal dans le parc." },
  longDescription: { fr: "Les musiciens jouent jusqu'au matin.", br: "Dañs ha kan" },
  place: { name: "Halle aux Grains", city: "Clisson" }
}

const search = ({ phrases, words }: SearchedWords): string => [...phrases.map((phrase) => `"${phrase.join(" ")}"`), ...words].join(" ")

const searched = FastCheck.record({
  words: FastCheck.array(FastCheck.constantFrom(...sampleWords), { minLength: 1, maxLength: 3 }),
  phrases: FastCheck.array(FastCheck.array(FastCheck.constantFrom(...sampleWords), { minLength: 1, maxLength: 3 }), { maxLength: 1 })
})

const inArea: SampleEvent = { ...fete }

describe("scoreDocument with weights of an agenda", () => {
  it.each<readonly [string, Partial<SearchWeights>, number | null]>([
    ["danse", {}, 16],
    ["danse", { title: 32 }, 32],
    ["dans", { title: 32, longDescription: 0 }, 16],
    ["danse", { title: 0 }, null],
    ["danse clisson", { place: 2, title: 4 }, 6],
    ['"plein air"', { keywords: 10 }, 40],
    ['"plein air"', { keywords: 0 }, null],
    ["quai", { area: 20 }, 20],
    ["quai", { area: 0 }, null]
  ])("%s with %o", (search, weights, score) => {
    const reading = readSearch([search])
    const plan: SearchPlan = {
      ...(reading._tag === "Search" ? reading.plan : { alternatives: [] }),
      weights: { ...searchWeights, ...weights }
    }
    const place = searchPlace({ name: "Halle aux Grains", adminLevel4: "Clisson", ...area })
    expect(scoreDocument(searchDocument(fete), place, plan)).toBe(score)
    expect(explainScore(searchDocument(fete), place, plan)?.score ?? null).toBe(score)
  })
})

describe("scoreDocument of an area", () => {
  it.each<readonly [string, string, number | null]>([
    ["a street", "quai wilson", 4],
    ["a postcode", "44190", 2],
    ["the beginning of a postcode", "441", 1],
    ["a department", "loire-atlantique", 4],
    ["a department in one word", "loireatlantique", 2],
    ["a region, with its stop words in quotes", '"pays de la loire"', 8],
    ["a region that the location has not", "occitanie", null]
  ])("%s", (_label, asked, score) => {
    expect(scoreOf(inArea, asked)).toBe(score)
  })
})

describe("scoreDocument", () => {
  it.each<readonly [string, string, number | null]>([
    ["a word of the title", "danse", 16],
    ["the stem of a word of the title", "danser", 16],
    ["no accents, other case", "FETE", 16],
    ["a word of a keyword", "folk", 8],
    ["a word of the place", "grains", 8],
    ["the city", "clisson", 8],
    ["a stem of the place", "grain halles", 16],
    ["a word of the description", "concert", 4],
    ["a word of the long description", "musicien", 2],
    ["a word of a language without stems", "kan", 2],
    ["the best of several parts counts", "bal", 8],
    ["words add up", "danse folk concert musicien", 30],
    ["words of different languages add up", "festival danse", 32],
    ["a word that is nowhere", "danse rock", null],
    ["the beginning of a word of the title", "fest", 8],
    ["the beginning of a word of the description", "conc", 2],
    ["the beginning of a word of the long description", "mus", 1],
    ["a beginning before other words", "conc danse", null],
    ["a beginning in a heavy part and the word in a light one", "dan", 8],
    ["a stop word that occurs counts nothing", "la danse", 16],
    ["a stop word of the place counts nothing", "halle aux danse", 24],
    ["a stop word that does not occur is not required", "danse pour vous", 16],
    ["a stop word at the end counts nothing by its beginning", "danse l", 16],
    ["a stop word at the end counts by its beginning in texts of other languages", "danse d", 17],
    ["stop words alone are required", "la et", 20],
    ["stop words alone that do not all occur", "la pour", null],
    ["a stop word beside one of another language", "la the", null],
    ["a stop word of no language of the event", "danse nicht", null],
    ["a stop word is not found by its beginning", "dan", 8],
    ["a phrase counts double for each word", '"plein air"', 32],
    ["a phrase of one word", '"danse"', 32],
    ["a phrase of stems", '"grands bals"', 16],
    ["a phrase needs its stop words", '"fête danse"', null],
    ["a phrase with its stop words, which score nothing", '"fete de la danse"', 64],
    ["a phrase of stop words beside another word has to occur and scores nothing", '"dans le" danse', 16],
    ["a phrase of stop words that does not occur", '"de le" danse', null],
    ["a phrase of nothing but stop words", '"dans le"', 16],
    ["a phrase and a word of nothing but stop words", '"dans le" la', 32],
    ["a phrase whose stop word is a word of another language", '"un grand"', 8],
    ["a phrase of a place", '"halle aux grains"', 32],
    ["a phrase does not run over two keywords", '"folk plein"', null],
    ["a phrase does not run over two languages", '"danse dance"', null],
    ["a phrase does not run from the name into the city", '"grains clisson"', null],
    ["a phrase is in order", '"air plein"', null],
    ["a phrase goes by whole words", '"plein ai"', null],
    ["a phrase and words", '"plein air" danse', 48],
    ["a quote without partner is none", '"plein ai', 12]
  ])("%s", (_label, value, score) => {
    expect(scoreOf(fete, value)).toBe(score)
  })

  it.each<readonly [title: SampleEvent["title"], search: string, score: number | null]>([
    [{ fr: "Soirée ciné-club" }, "cineclub", 16],
    [{ fr: "Soirée ciné-club" }, "ciné-club", 32],
    [{ fr: "Soirée ciné-club" }, "ciné club", 32],
    [{ fr: "Soirée cinéclub" }, "ciné-club", 32],
    [{ fr: "Stage de hip-hop" }, "hiphop", 16],
    [{ en: "An evening with Sinead O'Connor" }, "oconnor", 16],
    [{ en: "Children's workshop" }, "childrens workshop", 32],
    [{ fr: "L'avant-garde" }, "avantgarde", 16],
    [{ fr: "L'avant-garde" }, "lavantgarde", null],
    [{ fr: "Art français" }, "art française", 32],
    [{ fr: "Estampes japonaises" }, "japonais", 16],
    [{ fr: "Les travaux et les vitraux" }, "travail vitrail", 32],
    [{ fr: "Le lycée René Char" }, "rennes", null],
    [{ fr: "Tour de France" }, "français", null],
    [{ fr: "L'église St Germain" }, "saint germain", 32],
    [{ fr: "La photographie" }, "exposition autour de la photographie", null],
    [{ fr: "Exposition de photographies" }, "exposition autour de la photographie", 32],
    [{ en: "AI talks" }, "talks about AI", 32],
    [{ fr: "Le 11 mai 2030" }, "2", null],
    [{ fr: "Le 11 mai 2030" }, "20", null],
    [{ fr: "Le 11 mai 2030" }, "203", 8],
    [{ fr: "Le 11 mai 2030" }, "11", 16]
  ])("in the title %j, %j scores %j", (title, value, score) => {
    expect(scoreOf({ ...fete, title, keywords: {}, place: null, description: {}, longDescription: {} }, value)).toBe(score)
  })

  it("applies the stop words of a language only to texts of that language", () => {
    const titled = (title: SampleEvent["title"]) => scoreOf({ ...fete, title }, "l'or")
    expect(titled({ fr: "Les masques d'or", en: "Gold or silver" })).toBe(16)
    expect(titled({ fr: "L'automne", en: "Ball or concert" })).toBe(null)
    expect(titled({ fr: "L'or" })).toBe(16)
  })

  it("finds a phrase in a location name with a stop word of another language of the event", () => {
    const place = { name: "Hôtel du Lion d'Or", city: "Clisson" }
    expect(scoreOf({ ...fete, place }, '"lion d\'or"')).toBe(16)
    expect(scoreOf({ ...fete, title: { fr: "Bal" }, keywords: {}, place }, '"lion d\'or"')).toBe(32)
  })

  it("uses the best of several values", () => {
    expect(scoreOf(fete, "musicien", "danse")).toBe(16)
    expect(scoreOf(fete, "rock", "danse")).toBe(16)
    expect(scoreOf(fete, "rock", "punk")).toBe(null)
  })

  it("scores an event without location", () => {
    expect(scoreOf({ ...fete, place: null }, "danse")).toBe(16)
    expect(scoreOf({ ...fete, place: null }, "clisson")).toBe(null)
  })

  it("scores token lines like words", () => {
    FastCheck.assert(
      FastCheck.property(sampleEvents, searched, (event, asked) => {
        expect(scoreOf(event, search(asked))).toBe(scoreWords(event, asked))
      }),
      { numRuns: 1000 }
    )
  })

  it("an event matches each of its own words, stop words included", () => {
    FastCheck.assert(FastCheck.property(sampleEvents, (event) => {
      const { city, name } = event.place ?? { name: "", city: "" }
      const own = [event.title, event.description, event.longDescription].flatMap((text) => Object.values(text))
      for (const text of [...own, ...Object.values(event.keywords).flat(), name, city]) {
        for (const { folded } of analyse(text, null)) {
          expect(scoreOf(event, `"${folded}"`)).toBeGreaterThanOrEqual(4)
          expect(scoreOf(event, folded)).toBeGreaterThanOrEqual(2)
        }
      }
    }))
  })

  it("an event matches the words of any of its texts", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "binary", maxLength: 40 }),
        FastCheck.constantFrom("fr", "en", "de", "zh"),
        (text, language) => {
          const event = { ...fete, title: { [language]: text } }
          for (const { folded, isStop } of analyse(text, language)) {
            if (!isStop) expect(scoreOf(event, folded)).toBeGreaterThanOrEqual(16)
          }
        }
      )
    )
  })

  it("ignores case and accents", () => {
    FastCheck.assert(FastCheck.property(sampleEvents, searched, (event, asked) => {
      const value = search(asked)
      const score = scoreOf(event, value)
      expect(scoreOf(event, value.toUpperCase())).toBe(score)
      expect(scoreOf(event, value.normalize("NFD").replace(/\p{M}/gu, ""))).toBe(score)
    }))
  })

  it("one more word or phrase never matches more events, except after stop words alone", () => {
    FastCheck.assert(
      FastCheck.property(sampleEvents, searched, searched, (event, some, more) => {
        if (scoreOf(event, search(some)) !== null || some.words.some((word) => stopLanguagesOf(foldText(word)).length > 0)) return
        expect(scoreOf(event, search({ words: [...some.words, ...more.words], phrases: [...some.phrases, ...more.phrases] }))).toBe(null)
        expect(scoreOf(event, search({ words: [...more.words, ...some.words], phrases: some.phrases }))).toBe(null)
      }),
      { numRuns: 500 }
    )
  })

  it("a prefix scores at most as much as the word, and half without a whole word", () => {
    const word = FastCheck.string({ unit: FastCheck.constantFrom(..."aenrst"), minLength: 2, maxLength: 8 })
    const inParts = FastCheck.array(FastCheck.boolean(), { minLength: 4, maxLength: 4 })
    FastCheck.assert(
      FastCheck.property(word, FastCheck.nat(3), inParts, FastCheck.constantFrom("fr", "en", "br"), (word, cut, parts, language) => {
        if (stopLanguagesOf(word).length > 0) return
        const [title, keywords, description, longDescription] = parts.map((isIn) => isIn ? { [language]: word } : {})
        const event = searchDocument({
          title: title ?? {},
          keywords: keywords?.[language] === undefined ? {} : { [language]: [word] },
          description: description ?? {},
          longDescription: longDescription ?? {}
        })
        const scoreIt = (value: string) => {
          const reading = readSearch([value])
          return reading._tag === "Search" ? scoreDocument(event, "", reading.plan) ?? 0 : 0
        }
        const beginning = word.slice(0, Math.max(1, word.length - cut))
        const whole = scoreIt(word)
        expect([whole, whole / 2]).toContain(scoreIt(beginning))
        if (analyse(word, language)[0]?.stem !== analyse(beginning, language)[0]?.stem) expect(scoreIt(beginning)).toBe(whole / 2)
      })
    )
  })

  it("scores are positive integers", () => {
    FastCheck.assert(FastCheck.property(sampleEvents, searched, (event, asked) => {
      const score = scoreOf(event, search(asked))
      if (score === null) return
      expect(Number.isInteger(score)).toBe(true)
      expect(score).toBeGreaterThan(0)
    }))
  })

  it.each(["concerts de jazz", "l'été", "d'été à la mer"])("does not score the stop words of %j, in any part", (asked) => {
    const named = { ...fete, title: { fr: "Les concerts de jazz, l'été à la mer" } }
    const without = asked.split(/[ ']/).filter((word) => !analyse(word, "fr").every(({ isStop }) => isStop)).join(" ")
    expect(scoreOf(named, asked)).toBe(scoreOf(named, without))
    const elsewhere = { ...named, description: { fr: asked }, keywords: { fr: [asked] }, place: { name: asked, city: asked } }
    expect(scoreOf(elsewhere, asked)).toBe(scoreOf(elsewhere, without))
  })

  it("ranks a whole word above the prefix of another one after an elided article", () => {
    const titled = (title: string) => scoreOf({ ...fete, title: { fr: title } }, "l'été") ?? 0
    expect(titled("Un été")).toBeGreaterThan(titled("L'éternité"))
  })
})

const planOf = (...values: ReadonlyArray<string>) => {
  const reading = readSearch(values)
  return reading._tag === "Search" ? reading.plan : { alternatives: [] }
}

describe("fitOf", () => {
  const fitOfTitle = (title: string, ...values: ReadonlyArray<string>) =>
    fitOf(searchDocument({ ...fete, title: { fr: title } }), searchPlace({ name: "Halle", adminLevel4: "Sète" }), planOf(...values))

  it.each<readonly [string, string, number]>([
    ["Le marché", "marché", 1],
    ["Celle qui marche", "marché", 0],
    ["Le marché", "MARCHE", 1],
    ["Les marchés", "marché", 0],
    ["Concert", "concert sete", 2],
    ["Concert de rock", "concert rock", 2],
    ["Concert rock", "concert rock", inOrderFit + 2],
    ["Rock, concert", "concert rock", 2],
    ["Les concerts rock", "concert rock", inOrderFit + 1],
    ["Bal", "matin", 0]
  ])("of the title %j to %j", (title, asked, fit) => {
    expect(fitOfTitle(title, asked)).toBe(fit)
  })

  it("adds up over the alternatives of a search", () => {
    expect(fitOfTitle("Concert de rock", "concert", "rock", "jazz")).toBe(2)
  })
})

describe("explainScore", () => {
  const explained = (...values: ReadonlyArray<string>) =>
    explainScore(searchDocument(fete), searchPlace({ name: "Halle aux Grains", adminLevel4: "Clisson", ...area }), planOf(...values))

  it("tells the heaviest part with each word and phrase, how it has it, and the points", () => {
    expect(explained('fête danser grains quai "bal folk" mus')).toEqual({
      score: 16 + 16 + 8 + 2 + 32 + 1,
      fit: 2,
      hits: [
        { text: "fete", field: "title", match: "typed", points: 16 },
        { text: "danser", field: "title", match: "form", points: 16 },
        { text: "grains", field: "place", match: "typed", points: 8 },
        { text: "quai", field: "area", match: "typed", points: 2 },
        { text: "mus", field: "longDescription", match: "beginning", points: 1 },
        { text: "bal folk", field: "keywords", match: "phrase", points: 32 }
      ]
    })
    expect(explained("rock")).toBeNull()
  })

  it("adds up to the score, of the best alternative", () => {
    FastCheck.assert(FastCheck.property(sampleEvents, searched, searched, (event, one, other) => {
      const plan = planOf(search(one), search(other))
      const { city, name } = event.place ?? { name: "", city: "" }
      const place = searchPlace({ name, adminLevel4: city })
      const explained = explainScore(searchDocument(event), place, plan)
      expect(explained?.score ?? null).toBe(scoreDocument(searchDocument(event), place, plan))
      expect(explained?.hits.reduce((sum, { points }) => sum + points, 0) ?? null).toBe(explained?.score ?? null)
    }))
  })
})
