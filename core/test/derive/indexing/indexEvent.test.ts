import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { indexEvent } from "../../../src/derive/indexing/indexEvent.js"
import { indexLocation } from "../../../src/derive/indexing/indexLocation.js"
import { textFields } from "../../../src/domain/event/Event.js"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import type { FieldValues } from "../../../src/domain/field/FieldValue.js"
import { foldText } from "../../../src/domain/text/foldText.js"
import type { AvailabilityRows } from "../../../src/domain/ticketing/AvailabilityRow.js"
import { sampleField, sampleFields } from "../../validation/sampleFields.js"
import { storedEvent } from "../../validation/storedEvent.js"

describe("indexEvent", () => {
  it.each([
    ["folds", { fr: ["Été", "Plein  Air"] }, ["ete Été", "plein air Plein  Air"]],
    ["keeps each once over all languages", { fr: ["Jazz", "JAZZ"], en: ["jazz", "rock"] }, ["jazz Jazz", "rock rock"]],
    ["leaves out what folds to nothing", { fr: ["\u0301", "a"] }, ["a a"]],
    ["none", {}, []]
  ])("%s", (_label, keywords, indexed) => {
    const { terms } = indexEvent({ ...storedEvent, keywords }, [], {})
    const found = terms.filter(({ dimension }) => dimension === "keyword")
    expect(found.map(({ spelling, value }) => `${value} ${spelling}`)).toEqual(indexed)
  })

  it("indexes languages, accessibility and ages", () => {
    const { age, terms } = indexEvent({ ...storedEvent, conditions: { de: "Frei", it: " " }, keywords: { en: ["jazz"], es: [] } }, [], {})
    const found = (dimension: string) => terms.filter((term) => term.dimension === dimension).map(({ value }) => value)
    expect([found("language"), found("accessibility"), age]).toEqual([["de", "en", "fr"], ["hi", "mi"], { min: 7, max: null }])
    const regional = indexEvent({ ...storedEvent, title: { "pt-BR": "Verão", pt: "Verão", "zh-Hant-TW": "夏" } }, [], {}).terms
    expect(regional.filter(({ dimension }) => dimension === "language").map(({ spelling, value }) => [value, spelling])).toEqual(
      expect.arrayContaining([["pt-br", "pt-BR"], ["pt", "pt"], ["zh-hant-tw", "zh-Hant-TW"], ["zh", "zh-*"], ["zh-hant", "zh-Hant-*"]])
    )
    expect(regional.filter(({ value }) => value === "pt")).toHaveLength(1)
    expect(indexEvent({ ...storedEvent, age: { min: null, max: null } }, [], {}).age).toBeNull()
  })

  it.each(textFields)("indexes the languages of %s", (field) => {
    const { terms } = indexEvent({ ...storedEvent, [field]: { br: "Noz vat" } }, [], {})
    expect(terms).toContainEqual({ dimension: "language", value: "br", spelling: "br" })
  })
})

describe("indexEvent of tickets", () => {
  const tier = { label: { fr: "Plein" }, priceCents: 1_200, offerType: "standard" } as const
  const offers = [{ provider: "mapado", currency: "EUR", tiers: [tier] }]
  const [{ begin, id }] = storedEvent.timings
  const rows = { [id]: { mapado: { syncedAt: "2022-10-01T12:00:00+02:00", remaining: 3 } } }

  it("indexes the aggregate pricing: unknown with rows only, none without tickets", () => {
    const pricing = (event: typeof storedEvent, known: AvailabilityRows = rows) =>
      indexEvent(event, [], known).terms.filter(({ dimension }) => dimension === "pricing").map(({ value }) => value)
    expect(pricing({ ...storedEvent, offers })).toEqual(["paid"])
    expect(pricing({ ...storedEvent, offers: [...offers, { provider: "weezevent", currency: "EUR", tiers: [] }] })).toEqual(["mixed"])
    expect(pricing({ ...storedEvent, offers: [] })).toEqual(["unknown"])
    expect(pricing({ ...storedEvent, offers: [] }, { [id]: {} })).toEqual([])
    expect(pricing({ ...storedEvent, offers: [] }, {})).toEqual([])
  })

  it("indexes availability intervals only with offers or rows", () => {
    const statuses = (event: typeof storedEvent, known: AvailabilityRows) =>
      indexEvent(event, [], known).availability.filter(({ from }) => from < begin).map(({ status }) => status)
    expect(statuses({ ...storedEvent, offers: [] }, {})).toEqual([])
    expect(statuses({ ...storedEvent, offers }, {})).toEqual(["unknown"])
    expect(statuses({ ...storedEvent, offers: [] }, rows)).toEqual(["available"])
  })
})

describe("indexEvent of additional fields", () => {
  const definitions = Object.values(sampleFields)

  /** The terms and numbers of additional fields, in one line each. */
  const indexed = (fields: FieldValues, defined: ReadonlyArray<AdditionalField> = definitions) => {
    const { numbers, terms } = indexEvent({ ...storedEvent, fields }, defined, {})
    return [
      ...terms.filter(({ dimension }) => dimension.startsWith("field:")).map(({ dimension, spelling, value }) =>
        `${dimension} ${value} ${spelling}`
      ),
      ...numbers.map(({ dimension, value }) => `${dimension} = ${value}`)
    ]
  }

  it.each<[string, FieldValues, ReadonlyArray<string>]>([
    ["options by id", { genres: [3, 1], audience: [2] }, ["field:genres 3 3", "field:genres 1 1", "field:audience 2 2"]],
    ["booleans", { free: false }, ["field:free false false"]],
    ["numbers apart", { places: 0, score: -1.5 }, ["field:places = 0", "field:score = -1.5"]],
    ["a text whole", { reference: " Été   42 " }, ["field:reference ete 42  Été   42 "]],
    ["a text in each language, once", { subtitle: { fr: "Été", en: "ete", de: "Sommer" } }, [
      "field:subtitle ete Été",
      "field:subtitle sommer Sommer"
    ]],
    ["a text that folds to nothing, as one that is there", { reference: "\u0301" }, ["field:reference  "]],
    ["long text and markup, as there", { remark: "a", teaser: "b", story: { fr: "c", en: "d" } }, [
      "field:remark  ",
      "field:teaser  ",
      "field:story  "
    ]],
    ["a day as the days since 1970", { deadline: "2031-05-10" }, ["field:deadline = 22409"]],
    ["an address whole", { mail: "Desk@example.org" }, ["field:mail desk@example.org Desk@example.org"]],
    ["a file, as there", { brochure: { url: "https://example.org/a", name: "a", size: null, type: null } }, ["field:brochure  "]],
    ["nothing of nothing", {}, []],
    ["nothing of what is no field", { others: [1], more: 5 }, []],
    ["nothing of another kind than the field's", { genres: "a", free: [1], places: "5", reference: true }, []]
  ])("indexes %s", (_label, fields, found) => expect(indexed(fields)).toEqual(found))

  it("without field definitions nothing is indexed", () => {
    expect(indexed({ genres: [1], places: 5, reference: "a" }, [])).toEqual([])
  })

  const stored = FastCheck.record({
    genres: FastCheck.uniqueArray(FastCheck.constantFrom(1, 2, 3, 9)),
    free: FastCheck.boolean(),
    places: FastCheck.integer(),
    subtitle: FastCheck.dictionary(FastCheck.constantFrom("fr", "en", "de"), FastCheck.string()),
    page: FastCheck.string({ minLength: 1 })
  }, { requiredKeys: [] })

  it("each distinct folded value is indexed once under the dimension of its field", () => {
    FastCheck.assert(FastCheck.property(stored, (fields) => {
      const { numbers, terms } = indexEvent({ ...storedEvent, fields }, definitions, {})
      const keys = [...terms, ...numbers].map(({ dimension, value }) => `${dimension} ${value}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { dimension, spelling, value } of terms.filter((term) => term.dimension.startsWith("field:"))) {
        expect(Object.keys(fields).map((code) => `field:${code}`)).toContain(dimension)
        expect(foldText(spelling)).toBe(value)
      }
      expect(terms.filter(({ dimension }) => dimension === "field:genres").map(({ value }) => Number(value))).toEqual(fields.genres ?? [])
      expect(numbers).toEqual(fields.places === undefined ? [] : [{ dimension: "field:places", value: fields.places }])
    }))
  })

  it("the index of a field does not depend on other definitions", () => {
    FastCheck.assert(FastCheck.property(stored, FastCheck.subarray(definitions), (fields, some) => {
      const codes = new Set(some.map(({ field }) => `field:${field}`))
      const all = indexed(fields, [...definitions, sampleField("empty", "radio")])
      expect(indexed(fields, some)).toEqual(all.filter((line) => codes.has(line.slice(0, line.indexOf(" ")))))
    }))
  })
})

describe("indexLocation", () => {
  it("folds compared texts", () => {
    expect(indexLocation({
      name: "Théâtre",
      address: "1 Rue É",
      adminLevel1: "Île-de-France",
      adminLevel2: null,
      adminLevel3: null,
      adminLevel4: "Sète",
      adminLevel5: null,
      adminLevel6: "Öst",
      postalCode: "34200",
      countryCode: "FR",
      extIds: [{ key: "K", value: "É" }]
    })).toEqual({
      name: "theatre",
      address: "1 rue e",
      adminLevel1: "ile-de-france",
      adminLevel2: null,
      adminLevel3: null,
      adminLevel4: "sete",
      adminLevel5: null,
      adminLevel6: "ost",
      postalCode: "34200",
      countryCode: "fr",
      search: "theatre 1 rue e sete theatre theatr 1 rue ru e sete set ",
      words: ["theatre", "theatr", "ile", "il", "de", "france", "franc", "iledefrance", "iledefranc", "iledefr", "sete", "set", "ost"],
      place: "theatre\nsete\n|1 rue e\n|34200\n|ile de france\n|ost\n|iledefrance",
      extIds: [{ key: "K", value: "É" }]
    })
  })
})
