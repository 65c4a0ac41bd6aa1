import { describe, expect, it } from "@effect/vitest"
import { searchedTexts } from "../../../src/derive/indexing/searchedTexts.js"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import type { FieldValues } from "../../../src/domain/field/FieldValue.js"
import { sampleField, sampleFields } from "../../validation/sampleFields.js"

const title = { fr: "Bal", en: "Ball" }

const textsOf = (definition: AdditionalField, fields: FieldValues) =>
  Object.entries(searchedTexts([definition], { title, fields })).flatMap(([part, texts]) =>
    (texts ?? []).map(({ language, text }) => `${part} ${language}: ${text}`)
  )

describe("searchedTexts", () => {
  it("has texts by language, and a text without language in each language of the title", () => {
    const named = sampleField("organiser", "text", { searchedAs: "keywords" })
    expect(textsOf(named, { organiser: "Les Amis" })).toEqual(["keywords fr: Les Amis", "keywords en: Les Amis"])
    expect(textsOf({ ...named, languages: ["fr"] }, { organiser: { fr: "Les Amis" } })).toEqual(["keywords fr: Les Amis"])
    expect(searchedTexts([named], { title: {}, fields: { organiser: "Amis" } }).keywords).toEqual([{ language: null, text: "Amis" }])
  })

  it("has the labels of chosen options, withdrawn ones too", () => {
    const genres: AdditionalField = { ...sampleFields.genres, searchedAs: "description" }
    expect(textsOf(genres, { genres: [1, 3] })).toEqual([
      "description fr: Jazz",
      "description en: Jazz (en)",
      "description fr: Swing",
      "description en: Swing (en)"
    ])
  })

  it("has neither numbers nor booleans", () => {
    expect(textsOf({ ...sampleFields.places, searchedAs: "title" }, { places: 40 })).toEqual([])
    expect(textsOf({ ...sampleFields.free, searchedAs: "title" }, { free: true })).toEqual([])
  })

  it("ignores fields that are not searched, and those that not everyone may read", () => {
    expect(textsOf(sampleField("organiser", "text"), { organiser: "Amis" })).toEqual([])
    const secret = sampleField("organiser", "text", { searchedAs: "title", read: ["administrator"] })
    expect(textsOf(secret, { organiser: "Amis" })).toEqual([])
  })
})
