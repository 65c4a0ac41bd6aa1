import { describe, expect, it } from "@effect/vitest"
import { searchDocument, searchPlace } from "../../src/search/SearchDocument.js"
import { vocabularyOf, vocabularyOfPlace, WordCounts } from "../../src/search/vocabulary.js"

const document = searchDocument({
  title: { fr: "Les contes du thé" },
  keywords: { fr: ["conte", "1789"] },
  description: { fr: "Avec un concert, dès 12h, jusqu'à 2031 : le thé, l'été, les contes", en: "The covid19 songs" },
  longDescription: { fr: "Marionnettes" }
})

describe("the vocabulary", () => {
  it("has the words of title and keywords, and those of the description with four letters or more", () => {
    expect(vocabularyOf(document)).toEqual(["contes", "the", "conte", "1789", "concert", "songs"])
  })

  it("has the words of name and city of a location", () => {
    const place = searchPlace({ name: "La Halle", adminLevel4: "Sète", address: "rue du port" })
    expect(vocabularyOfPlace(place)).toEqual(["la", "halle", "sete"])
  })

  it("counts no word with a digit and no stop word of any language", () => {
    const counts = new WordCounts("")
    for (const word of ["concert", "1789", "covid19", "with", "avec", "concert", "٣٤٥٦"]) counts.add(word, 2)
    expect(counts.words()).toEqual([{ word: "concert", events: 4 }])
  })

  it("counts words that begin so", () => {
    const counts = new WordCounts("con")
    for (const word of vocabularyOf(document)) counts.add(word, 1)
    expect(counts.words().map(({ word }) => word)).toEqual(["contes", "conte", "concert"])
  })
})
