import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { isMultilingual, isMultipleChoice, isOptioned } from "../../../src/domain/field/AdditionalField.js"
import { fieldValueOf } from "../../../src/domain/field/FieldValue.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { readFieldValue } from "../../../src/validation/field/readFieldValues.js"
import { readOf } from "../fault.js"
import { sampleFields } from "../sampleFields.js"

const rules = { plainLang: "fr", limits: defaultLimits }

type Code = keyof typeof sampleFields

const read = (code: Code, value: Json) => readOf(readFieldValue(sampleFields[code], value, rules))

const several: ReadonlyArray<Code> = ["genres", "tags"]
const single: ReadonlyArray<Code> = ["audience", "hall"]

describe("options", () => {
  it.each<[string, Json, Json]>([
    ["one id", 2, [2]],
    ["a list of one", [2], [2]],
    ["a labelled one", { id: 2, label: { fr: "Rock" } }, [2]],
    ["a list of a labelled one", [{ id: 2, label: "Rock" }], [2]],
    ["the same twice", [2, { id: 2 }], [2]],
    ["one that is no longer offered", 3, [3]]
  ])("options accept %s", (_label, value, ids) => {
    for (const code of [...several, ...single]) expect([code, read(code, value)]).toEqual([code, ids])
  })

  it.each([...several])("several options are accepted in written order: %s", (code) => {
    expect(read(code, [3, { id: 1 }, 3, 2])).toEqual([3, 1, 2])
  })

  it.each([...single])("several options are refused: %s", (code) => {
    expect(read(code, [1, 2])).toEqual([`tooMany ${code}`])
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["an id that never was", [1, 9, 2, 10], ["option.unknown genres #1", "option.unknown genres #3"]],
    ["one id that never was", 9, ["option.unknown genres"]],
    ["one labelled id that never was", { id: 9 }, ["option.unknown genres"]],
    ["no whole number", [1.5], ["option.unknown genres #0"]],
    ["the value instead of the id", ["jazz", "1"], ["type.invalid genres #0", "type.invalid genres #1"]],
    ["a text", "1", ["type.invalid genres"]],
    ["a boolean", true, ["type.invalid genres"]],
    ["a label without id", [{ label: "Jazz" }], ["type.invalid genres #0"]],
    ["null among ids", [1, null], ["type.invalid genres #1"]],
    ["lists in lists", [[1]], ["type.invalid genres #0"]]
  ])("options refuse %s", (_label, value, faults) => expect(read("genres", value)).toEqual(faults))

  it("each issue contains the refused value, up to the limit", () => {
    const reading = readFieldValue(sampleFields.genres, [{ id: 9, label: "x" }], rules)
    expect(reading).toMatchObject({ left: [{ code: "option.unknown", field: "genres", index: 0, origin: { id: 9, label: "x" } }] })
    const many = readFieldValue(sampleFields.genres, Array.from({ length: 300_000 }, () => 9), {
      ...rules,
      limits: { ...defaultLimits, issues_max: 10 }
    })
    expect(readOf(many)).toHaveLength(11)
  })
})

describe("other values", () => {
  it.each<[Code, Json, Json]>([
    ["free", true, true],
    ["free", false, false],
    ["free", 1, ["type.invalid free"]],
    ["free", "true", ["type.invalid free"]],
    ["places", 0, 0],
    ["places", -40, -40],
    ["places", 1.5, ["integer.invalid places"]],
    ["places", 2 ** 53, ["integer.invalid places"]],
    ["places", "12", ["integer.invalid places"]],
    ["places", [1], ["integer.invalid places"]],
    ["score", 1.5, 1.5],
    ["score", Infinity, ["number.invalid score"]],
    ["score", "1.5", ["number.invalid score"]],
    ["score", false, ["number.invalid score"]],
    ["reference", " e\u0301\u0000 ", "é"],
    ["reference", 5, ["type.invalid reference"]],
    ["reference", { fr: "a" }, ["type.invalid reference"]],
    ["reference", "🎉".repeat(255), "🎉".repeat(255)],
    ["reference", "x".repeat(256), ["string.toolong reference"]],
    ["subtitle", { en: "a", fr: " b ", de: null }, { en: "a", fr: "b" }],
    ["subtitle", "a", { fr: "a" }],
    ["subtitle", { fr: "x".repeat(256), en: 5 }, ["string.toolong subtitle fr", "type.invalid subtitle en"]],
    ["subtitle", { french: "a" }, ["enum.invalid subtitle french"]],
    ["remark", "a\nb", "a\nb"],
    ["remark", "x".repeat(10_001), ["string.toolong remark"]],
    ["access", { fr: "x".repeat(10_001) }, ["string.toolong access fr"]],
    ["teaser", "  a\n", "  a\n"],
    ["teaser", "x".repeat(40_001), ["string.toolong teaser"]],
    ["review", { fr: "x".repeat(40_000) }, { fr: "x".repeat(40_000) }],
    ["page", "<p>a</p>", "<p>a</p>"],
    ["story", { fr: "<p>a</p>" }, { fr: "<p>a</p>" }],
    ["site", " https://example.org/a?b=1 ", "https://example.org/a?b=1"],
    ["site", "javascript:alert(1)", ["link.invalid site"]],
    ["site", { fr: "https://example.org" }, ["type.invalid site"]],
    ["mail", "a.b@example.org", "a.b@example.org"],
    ["mail", "a@b", ["email.invalid mail"]],
    ["mail", 5, ["type.invalid mail"]],
    ["call", "+33 (0)1 23.45-67", "+33 (0)1 23.45-67"],
    ["call", "tomorrow", ["type.invalid call"]],
    ["call", "12", ["type.invalid call"]],
    ["deadline", "2032-02-29", "2032-02-29"],
    ["deadline", "2031-05-10T23:30:00+02:00", "2031-05-10"],
    ["deadline", "2031-02-29", ["date.invalid deadline"]],
    ["deadline", "10/05/2031", ["date.invalid deadline"]],
    ["deadline", 20310510, ["date.invalid deadline"]],
    ["brochure", "https://example.org/x/le%20plan.pdf?v=2", {
      url: "https://example.org/x/le%20plan.pdf?v=2",
      name: "le plan.pdf",
      size: null,
      type: null
    }],
    ["brochure", { url: "https://example.org", size: 10, type: "application/pdf", name: "Plan" }, {
      url: "https://example.org",
      name: "Plan",
      size: 10,
      type: "application/pdf"
    }],
    ["brochure", { url: "ftp://example.org", size: -1, type: "pdf", name: 5 }, [
      "link.invalid brochure.url",
      "type.invalid brochure.name",
      "integer.invalid brochure.size",
      "type.invalid brochure.type"
    ]],
    ["brochure", { name: "Plan" }, ["required brochure.url"]]
  ])("the value of %s: %j", (code, value, expected) => expect(read(code, value)).toEqual(expected))

  it("a plain value of a multilingual field is refused without a known language", () => {
    expect(readOf(readFieldValue(sampleFields.subtitle, "a", { ...rules, plainLang: null }))).toEqual(["type.invalid subtitle"])
  })
})

describe("every field", () => {
  const fields = Object.values(sampleFields)

  it.each(fields.map((field) => [field.field, field] as const))("null, {}, [] and a blank text are empty: %s", (_code, field) => {
    for (const value of [null, {}, [], " "]) expect(readFieldValue(field, value, rules)).toMatchObject({ right: null })
  })

  it("any value is parsed to a valid value or reported", () => {
    FastCheck.assert(FastCheck.property(FastCheck.constantFrom(...fields), FastCheck.jsonValue(), (field, written) => {
      const value: Json = JSON.parse(JSON.stringify(written))
      const reading = readFieldValue(field, value, rules)
      if (reading._tag === "Left") {
        expect(reading.left.length).toBeGreaterThan(0)
        for (const { field: code } of reading.left) expect(code.split(".")[0]).toBe(field.field)
      } else if (reading.right !== null) {
        expect(fieldValueOf(field, { [field.field]: reading.right })).toEqual(reading.right)
        expect(readFieldValue(field, reading.right, rules)).toEqual(reading)
        expect(Array.isArray(reading.right)).toBe(isOptioned(field))
      }
    }))
  })

  it("a valid value is parsed unchanged", () => {
    const ids = FastCheck.subarray([1, 2, 3], { minLength: 1 })
    FastCheck.assert(FastCheck.property(FastCheck.constantFrom(...fields.filter(isOptioned)), ids, (field, chosen) => {
      const value = isMultipleChoice(field) ? chosen : chosen.slice(0, 1)
      expect(readOf(readFieldValue(field, value, rules))).toEqual(value)
      expect(isMultilingual(field)).toBe(false)
    }))
  })
})
