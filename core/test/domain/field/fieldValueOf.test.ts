import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { type AdditionalField, FieldType, isTextual } from "../../../src/domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, FieldValues, mergeFieldValues } from "../../../src/domain/field/FieldValue.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { sampleFields } from "../../validation/sampleFields.js"

describe("fieldValueOf", () => {
  it.each<[keyof typeof sampleFields, Json, Json | undefined]>([
    ["genres", [2, 1], [2, 1]],
    ["audience", [2, 1], [2]],
    ["genres", [], undefined],
    ["genres", 2, undefined],
    ["genres", "jazz", undefined],
    ["genres", ["jazz"], undefined],
    ["free", false, false],
    ["free", 0, undefined],
    ["places", 0, 0],
    ["places", 1.5, undefined],
    ["score", 1.5, 1.5],
    ["score", "1.5", undefined],
    ["reference", "a", "a"],
    ["reference", { fr: "a", en: "b" }, "a"],
    ["reference", {}, undefined],
    ["reference", [1], undefined],
    ["subtitle", { en: "b" }, { en: "b" }],
    ["subtitle", "a", { fr: "a" }],
    ["subtitle", { en: 5 }, undefined],
    ["page", true, undefined],
    ["site", "https://example.org/a", "https://example.org/a"],
    ["site", { fr: "https://example.org/a", en: "b" }, "https://example.org/a"],
    ["site", "javascript:alert(1)", undefined],
    ["mail", "a@example.org", "a@example.org"],
    ["mail", "a", undefined],
    ["call", "+33 1 23 45 67 89", "+33 1 23 45 67 89"],
    ["call", "call us", undefined],
    ["deadline", "2031-05-10", "2031-05-10"],
    ["deadline", "2031-02-30", undefined],
    ["brochure", { url: "https://example.org/a.pdf", name: "a", size: 3, type: null }, {
      url: "https://example.org/a.pdf",
      name: "a",
      size: 3,
      type: null
    }],
    ["brochure", "https://example.org/a.pdf", undefined],
    ["reference", "2031-05-10", "2031-05-10"]
  ])("converts a stored value of field %s: %j", (code, stored, value) => {
    expect(fieldValueOf(sampleFields[code], { [code]: stored })).toEqual(value)
  })

  it("returns undefined when no value is stored", () => {
    for (const field of Object.values(sampleFields)) expect(fieldValueOf(field, { others: 1 })).toBeUndefined()
    expect(fieldValueOf({ ...sampleFields.reference, field: "constructor" }, {})).toBeUndefined()
  })

  it("returns a plain text in no known language when the multilingual field takes any", () => {
    expect(fieldValueOf({ ...sampleFields.subtitle, languages: [] }, { subtitle: "a" })).toEqual({ und: "a" })
  })
})

const field = (fieldType: FieldType, languages?: ReadonlyArray<string>): AdditionalField => ({
  field: "it",
  label: { fr: "It" },
  fieldType,
  optional: true,
  schemaType: "agenda",
  ...(languages === undefined ? {} : { languages })
})

const choices: ReadonlyArray<FieldType> = ["radio", "select", "checkbox", "multiselect"]
const textual = FieldType.literals.filter((fieldType) => isTextual({ fieldType }))

/** What fields of each type show of a stored value; all other types show nothing. */
const shown: ReadonlyArray<{ readonly stored: FieldValue; readonly as: { readonly [T in FieldType]?: FieldValue } }> = [
  { stored: [3, 1], as: { radio: [3], select: [3], checkbox: [3, 1], multiselect: [3, 1] } },
  { stored: [2], as: Object.fromEntries(choices.map((type) => [type, [2]])) },
  { stored: true, as: { boolean: true } },
  { stored: false, as: { boolean: false } },
  { stored: 12, as: { integer: 12, number: 12 } },
  { stored: 1.5, as: { number: 1.5 } },
  { stored: "1", as: Object.fromEntries(textual.map((type) => [type, "1"])) },
  { stored: { fr: "Halle", en: "Hall" }, as: Object.fromEntries(textual.map((type) => [type, "Halle"])) }
]

describe("the value of a field under its current type", () => {
  it.each(shown)("of $stored", ({ as, stored }) => {
    const values = FieldType.literals.map((type) => [type, fieldValueOf(field(type), { it: stored })])
    expect(Object.fromEntries(values)).toEqual({ ...Object.fromEntries(FieldType.literals.map((type) => [type, undefined])), ...as })
  })

  it.each(textual)("of a %s in several languages", (type) => {
    const several = field(type, ["en", "fr"])
    expect(fieldValueOf(several, { it: "Halle" })).toEqual({ en: "Halle" })
    expect(fieldValueOf(several, { it: { fr: "Halle", de: "Halle" } })).toEqual({ fr: "Halle", de: "Halle" })
    expect(fieldValueOf(several, { it: 1 })).toBeUndefined()
  })
})

const codes = FastCheck.constantFrom("a", "b", "B", "genres", "constructor")
const values = FastCheck.oneof(
  FastCheck.boolean(),
  FastCheck.integer(),
  FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
  FastCheck.string(),
  FastCheck.array(FastCheck.integer()),
  FastCheck.dictionary(FastCheck.constantFrom("fr", "en"), FastCheck.string())
)
const stored = FastCheck.dictionary(codes, values)

describe("mergeFieldValues", () => {
  it("replaces, adds and removes values", () => {
    expect(mergeFieldValues({ a: 1, b: [2], c: "x" }, { b: [3], c: null, d: true })).toEqual({ a: 1, b: [3], d: true })
  })

  it("returns equal JSON for equal values in any order", () => {
    FastCheck.assert(FastCheck.property(stored, FastCheck.dictionary(codes, FastCheck.option(values)), (before, changes) => {
      const merged = mergeFieldValues(before, changes)
      const reversed = (record: object) => Object.fromEntries(Object.entries(record).toReversed())
      expect(JSON.stringify(mergeFieldValues(reversed(before), reversed(changes)))).toBe(JSON.stringify(merged))
      expect(JSON.stringify(mergeFieldValues(merged))).toBe(JSON.stringify(merged))
      expect(merged).toEqual(Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)))
    }))
  })
})

describe("FieldValues", () => {
  it("decode from JSON with the same JSON as result", () => {
    const codec = Schema.parseJson(FieldValues)
    FastCheck.assert(FastCheck.property(stored, (record) => {
      const text = JSON.stringify(record)
      expect(JSON.stringify(Schema.decodeSync(codec)(text))).toBe(text)
    }))
  })
})
