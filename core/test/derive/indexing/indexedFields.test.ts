import { describe, expect, it } from "@effect/vitest"
import { indexedFields } from "../../../src/derive/indexing/indexEvent.js"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"

const genre: AdditionalField = { field: "genre", fieldType: "text", label: { fr: "Genre" }, optional: true, schemaType: "agenda" }
const places: AdditionalField = { ...genre, field: "places", fieldType: "integer" }

const choice: AdditionalField = { ...genre, fieldType: "radio", options: [{ id: 1, value: "rock", label: { fr: "Rock" } }] }
const relabelled: AdditionalField = { ...choice, options: [{ id: 1, value: "rock", label: { fr: "Rock et pop" } }] }

describe("indexedFields", () => {
  it("changes with the labels of options that searches find", () => {
    expect(indexedFields([relabelled])).toBe(indexedFields([choice]))
    expect(indexedFields([{ ...relabelled, searchedAs: "title" }])).not.toBe(indexedFields([{ ...choice, searchedAs: "title" }]))
  })

  it.each<readonly [string, ReadonlyArray<AdditionalField>]>([
    ["another type", [{ ...genre, fieldType: "markdown" }, places]],
    ["languages", [{ ...genre, languages: ["fr"] }, places]],
    ["any language", [{ ...genre, languages: [] }, places]],
    ["one less", [genre]],
    ["the part that it is searched as", [{ ...genre, searchedAs: "keywords" }, places]],
    ["another code", [{ ...genre, field: "kind" }, places]]
  ])("changes with %s", (_, fields) => {
    expect(indexedFields(fields)).not.toBe(indexedFields([genre, places]))
  })

  it.each<readonly [string, ReadonlyArray<AdditionalField>]>([
    ["another order", [places, genre]],
    ["other labels, rights and duties", [{ ...genre, label: { fr: "Autre" }, optional: false, read: ["moderator"] }, places]],
    ["whose they are", [{ ...genre, schemaType: "network" }, places]]
  ])("does not change with %s", (_, fields) => {
    expect(indexedFields(fields)).toBe(indexedFields([genre, places]))
  })
})
