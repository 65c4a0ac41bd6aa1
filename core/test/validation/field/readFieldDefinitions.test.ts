import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import { nativeFields } from "../../../src/domain/field/nativeFields.js"
import { defaultLimits, type Limits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { readFieldDefinitions, readStoredFields } from "../../../src/validation/field/readFieldDefinitions.js"
import { readOf } from "../fault.js"

const read = (fields: Json, { inherited = [], lang = "fr", limits = {} }: {
  readonly inherited?: ReadonlyArray<string>
  readonly lang?: string | null
  readonly limits?: Partial<Limits>
} = {}) =>
  readOf(readFieldDefinitions(
    { fields },
    { schemaType: "agenda", lang, limits: { ...defaultLimits, ...limits } },
    new Set(inherited)
  ))

const option = (id: number, more: object = {}) => ({ id, value: `v${id}`, label: { fr: `Choix ${id}` }, ...more })
const genre = { field: "genre", label: { fr: "Genre" } }

describe("readStoredFields", () => {
  it("ignores members that no definition has", () => {
    expect(readStoredFields(JSON.stringify([{ ...genre, help: "x" }]), "agenda", "fr")).toMatchObject([genre])
  })
})

describe("readFieldDefinitions", () => {
  it("accepts a definition of every type in the form of responses", () => {
    const choices = ["radio", "select", "checkbox", "multiselect"].map((fieldType) => ({
      field: `a-${fieldType}`,
      label: { fr: "Choix", en: "Choice" },
      fieldType,
      optional: false,
      options: [option(1), option(7, { withdrawn: true })],
      schemaType: "agenda",
      read: ["administrator", "moderator"],
      write: ["administrator"]
    }))
    const texts = ["text", "textarea", "markdown", "html"].map((fieldType) => ({
      field: `a_${fieldType}`,
      label: { fr: "Texte" },
      fieldType,
      optional: true,
      schemaType: "agenda",
      languages: ["fr", "en"]
    }))
    const others = ["boolean", "integer", "number"].map((fieldType) => ({
      field: `A${fieldType}9`,
      label: { fr: "Autre" },
      fieldType,
      optional: true,
      schemaType: "agenda"
    }))
    const all = [...choices, ...texts, ...others]
    expect(read(all)).toEqual(all)
    expect(Schema.is(Schema.Array(AdditionalField))(read(all))).toBe(true)
  })

  it.each<[string, object, object]>([
    ["a text that is optional, unless it says otherwise", genre, { fieldType: "text", optional: true }],
    ["a plain label in the default language", { ...genre, label: " Gen\u0000re " }, { label: { fr: "Gen re" } }],
    ["null as what is not there", { ...genre, options: null, languages: null, read: null, optional: null, help: null }, { optional: true }],
    ["an empty list of languages as every language", { ...genre, languages: [] }, { languages: [] }],
    ["the platform's own role as administrators", { ...genre, read: ["internal"], write: ["internal", "moderator"] }, {
      read: ["administrator"],
      write: ["moderator"]
    }],
    ["no schema type but that of the list", { ...genre, schemaType: "network" }, { schemaType: "agenda" }],
    ["the part that searches treat it as", { ...genre, searchedAs: "keywords" }, { searchedAs: "keywords" }],
    ["each role once", { ...genre, read: ["moderator", "moderator"] }, { read: ["moderator"] }],
    ["options on offer as not withdrawn", { ...genre, fieldType: "radio", options: [option(0, { withdrawn: false })] }, {
      fieldType: "radio",
      options: [option(0)]
    }],
    ["the value of an option from its label", { ...genre, fieldType: "radio", options: [{ id: 3, label: "Théâtre de rue" }] }, {
      fieldType: "radio",
      options: [{ id: 3, value: "theatre-de-rue", label: { fr: "Théâtre de rue" } }]
    }],
    ["a value that a withdrawn option keeps", {
      ...genre,
      fieldType: "radio",
      options: [option(1, { withdrawn: true }), option(2, { value: "v1" })]
    }, { fieldType: "radio", options: [option(1, { withdrawn: true }), option(2, { value: "v1" })] }]
  ])("accepts %s", (_, written, expected) => {
    expect(read([{ ...written }])).toEqual([{ ...genre, fieldType: "text", optional: true, schemaType: "agenda", ...expected }])
  })

  it("a plain label without known language is stored under und", () => {
    expect(read([{ field: "genre", label: "Genre" }], { lang: null })).toMatchObject([{ label: { und: "Genre" } }])
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["a field that is none", "genre", ["type.invalid schema.fields[0]"]],
    ["no code and no label", {}, ["required schema.fields[0].field", "required schema.fields[0].label"]],
    ["a code that is a number", { ...genre, field: 7 }, ["type.invalid schema.fields[0].field"]],
    ["a code that begins with a digit", { ...genre, field: "1a" }, ["type.invalid schema.fields[0].field"]],
    ["a code with a dot", { ...genre, field: "a.b" }, ["type.invalid schema.fields[0].field"]],
    ["a code with brackets", { ...genre, field: "a[b]" }, ["type.invalid schema.fields[0].field"]],
    ["an accented code", { ...genre, field: "thème" }, ["type.invalid schema.fields[0].field"]],
    ["a code with a line end", { ...genre, field: "genre\n" }, ["type.invalid schema.fields[0].field"]],
    ["a long code", { ...genre, field: "a".repeat(101) }, ["string.toolong schema.fields[0].field"]],
    ["a field of every event", { ...genre, field: "timings" }, ["duplicate schema.fields[0].field"]],
    ["a parameter", { ...genre, field: "includeFields" }, ["duplicate schema.fields[0].field"]],
    ["an alias of a parameter", { ...genre, field: "city" }, ["duplicate schema.fields[0].field"]],
    ["what every object has", { ...genre, field: "constructor" }, ["duplicate schema.fields[0].field"]],
    ["an unknown member", { ...genre, colour: "x" }, ["enum.invalid schema.fields[0].colour"]],
    ["an unknown type", { ...genre, fieldType: "colour" }, ["enum.invalid schema.fields[0].fieldType"]],
    ["optional as a word", { ...genre, optional: "no" }, ["type.invalid schema.fields[0].optional"]],
    ["choices without options", { ...genre, fieldType: "select" }, ["required schema.fields[0].options"]],
    ["an empty list of choices", { ...genre, fieldType: "checkbox", options: [] }, ["required schema.fields[0].options"]],
    ["options of a text", { ...genre, options: [option(1)] }, ["type.invalid schema.fields[0].options"]],
    ["options that are no list", { ...genre, fieldType: "radio", options: { 1: "a" } }, ["type.invalid schema.fields[0].options"]],
    ["languages of a number", { ...genre, fieldType: "number", languages: ["fr"] }, ["type.invalid schema.fields[0].languages"]],
    ["a language that is none", { ...genre, languages: ["fr", "French"] }, ["enum.invalid schema.fields[0].languages[1]"]],
    ["a role that is none", { ...genre, write: ["administrator", "king"] }, ["enum.invalid schema.fields[0].write[1]"]],
    ["a role outside of a list", { ...genre, read: "administrator" }, ["type.invalid schema.fields[0].read"]],
    ["an unknown part", { ...genre, searchedAs: "place" }, ["enum.invalid schema.fields[0].searchedAs"]],
    ["nobody", { ...genre, read: [] }, ["required schema.fields[0].read"]],
    ["a label that is too long", { ...genre, label: { fr: "a", en: "b".repeat(501) } }, ["string.toolong schema.fields[0].label en"]],
    ["every fault of options", {
      ...genre,
      fieldType: "radio",
      options: [
        option(1),
        option(1, { value: "x" }),
        option(3, { value: "v1" }),
        { value: "n" },
        option(1.5),
        6,
        option(7, { withdrawn: "yes" })
      ]
    }, [
      "required schema.fields[0].options[3].id",
      "required schema.fields[0].options[3].label",
      "integer.invalid schema.fields[0].options[4].id",
      "type.invalid schema.fields[0].options[5]",
      "type.invalid schema.fields[0].options[6].withdrawn",
      "duplicate schema.fields[0].options[1].id",
      "duplicate schema.fields[0].options[2].value"
    ]]
  ])("refuses %s", (_, field, faults) => {
    expect(read([field])).toEqual(faults)
  })

  it("refuses a duplicate code, in the list or in the network", () => {
    const other = { ...genre, field: "theme" }
    expect(read([genre, other, genre], { inherited: ["theme"] })).toEqual([
      "duplicate schema.fields[1].field",
      "duplicate schema.fields[2].field"
    ])
  })

  it("ignores network fields of a schema from a response", () => {
    const inherited = { field: "theme", label: "Other", fieldType: "nonsense", schemaType: "network" }
    expect(read([inherited, genre], { inherited: ["theme"] })).toMatchObject([genre])
    expect(read([{ ...genre, field: "theme", schemaType: "network" }])).toMatchObject([{ field: "theme", schemaType: "agenda" }])
  })

  it("ignores native fields of a schema from a response", () => {
    expect(read([...nativeFields(defaultLimits), genre], { limits: { fields_max: 1 } })).toMatchObject([genre])
    expect(read([{ field: "venue", fieldType: "location", label: {}, schemaType: "event" }, genre])).toMatchObject([genre])
    expect(read([{ ...genre, field: "title" }])).toEqual(["duplicate schema.fields[0].field"])
  })

  it("takes the schema of another server whole, and keeps what only its form uses", () => {
    const form = { info: { fr: "À propos" }, help: null, default: [1], display: true, enableWith: "genre", max: 3, schemaId: 12 }
    const schema = [
      { field: "title", fieldType: "text", label: { fr: "Titre" }, optional: false, max: 150, schemaType: "event" },
      ...["link", "email", "phone", "date", "file", "image", "section", "events", "pass", "stream"].map((fieldType) => ({
        ...form,
        field: `a-${fieldType}`,
        fieldType,
        label: "Libellé",
        languages: [],
        options: null,
        read: null,
        schemaType: "agenda"
      }))
    ]
    const { help: _help, ...kept } = form
    const fields = read(schema)
    expect(fields).toHaveLength(10)
    for (const field of fields) expect(field).toMatchObject({ ...kept, label: { fr: "Libellé" }, optional: true })
    expect(readStoredFields(JSON.stringify(fields), "agenda", "fr")).toEqual(fields)
  })

  it("limits the number of fields and of available options", () => {
    const options = [option(1), option(2), option(3, { withdrawn: true })]
    expect(read([genre, { ...genre, field: "b" }], { limits: { fields_max: 1 } })).toEqual(["tooMany schema.fields"])
    expect(read([{ ...genre, fieldType: "radio", options }], { limits: { fieldOptions_max: 2 } })).toMatchObject([{ options }])
    expect(read([{ ...genre, fieldType: "radio", options }], { limits: { fieldOptions_max: 1 } })).toEqual([
      "tooMany schema.fields[0].options"
    ])
  })

  it.each<Json>([null, [], "fields", {}, { fields: {} }])("refuses an invalid schema: %j", (schema) => {
    const rules = { schemaType: "agenda", lang: null, limits: defaultLimits } as const
    expect(readOf(readFieldDefinitions(schema, rules, new Set()))).toEqual(["type.invalid schema"])
  })
})

describe("readStoredFields", () => {
  const stored = (fields: Json) => readStoredFields(JSON.stringify(fields), "network", "de")

  it("returns the stored definitions", () => {
    const fields = read([genre, { ...genre, field: "choice", fieldType: "radio", options: [option(1), option(2, { withdrawn: true })] }])
    expect(readStoredFields(JSON.stringify(fields), "agenda", null)).toEqual(fields)
  })

  it("drops invalid definitions of fields that were stored unchecked", () => {
    const kept = [7, null, { field: "state", label: "State" }, { field: "genre", label: "Genre" }, { field: "genre", label: "Other" }]
    expect(stored(kept)).toEqual([
      { field: "genre", label: { de: "Genre" }, fieldType: "text", optional: true, schemaType: "network" }
    ])
    expect(stored({ fields: [genre] })).toEqual([])
    expect(readStoredFields("not JSON", "agenda", null)).toEqual([])
  })

  it("stored definitions are not limited", () => {
    expect(stored([{ field: "a".repeat(400), label: "b".repeat(4_000) }])).toMatchObject([{ label: { de: "b".repeat(4_000) } }])
  })
})
