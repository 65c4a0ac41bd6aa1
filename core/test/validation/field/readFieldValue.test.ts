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

/** `http/server/test/fields` has the values of every type. */
describe("options", () => {
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
    ["score", Infinity, ["number.invalid score"]],
    ["subtitle", { fr: "x".repeat(256), en: 5 }, ["string.toolong subtitle fr", "type.invalid subtitle en"]],
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
