import { describe, expect, it } from "@effect/vitest"
import { defaultLimits } from "../../src/domain/Limits.js"
import { readAgenda } from "../../src/validation/agenda/readAgenda.js"
import { readRegistration } from "../../src/validation/event/readRegistration.js"
import { readLocation } from "../../src/validation/location/readLocation.js"
import { readTiers } from "../../src/validation/ticketing/readTiers.js"
import { readKeywords } from "../../src/validation/value/readKeywords.js"
import { readNeededMultilingual } from "../../src/validation/value/readMultilingual.js"
import { faultOf, readOf } from "./fault.js"

const located = { mode: "create", lang: null, defaultLang: "fr", limits: defaultLimits, stored: null } as const

describe("a text that shows nothing", () => {
  it.each(["\u200b", "\u200e", "\u2060", "\u00ad", "\u2800", "\u3164", " \uffa0\u0301", "\u00a0\u202f"])(
    "is missing where one is required: %j",
    (blank) => {
      const title = { field: "title", plainLang: "fr", chars_max: 150, languages_max: 4 }
      for (const value of [blank, { fr: blank }, { fr: blank, en: blank }]) {
        expect(readOf(readNeededMultilingual(value, title, ["fr"]))).toEqual(["required title fr"])
        expect(readOf(readTiers([{ label: { fr: blank } }], { field: "tiers" }, defaultLimits))).toContain("required tiers[0].label")
      }
      const { issues } = readLocation({ name: blank, address: blank, countryCode: blank }, located)
      expect(issues.map(faultOf)).toEqual(["required name", "required address", "required countryCode"])
      expect(readAgenda({ title: blank }, { inherited: new Set(), defaultLang: "fr", limits: defaultLimits }).issues.map(faultOf)).toEqual([
        "required title"
      ])
      expect(readOf(readNeededMultilingual({ fr: blank, en: "Ball" }, title, ["fr"]))).toEqual({ en: "Ball" })
      expect(readOf(readKeywords([blank, "jazz"], "fr", defaultLimits))).toEqual({ fr: ["jazz"] })
      expect(readOf(readRegistration([{ type: "phone", value: `.${blank}` }, blank], defaultLimits))).toHaveLength(1)
      expect(readOf(readRegistration([{ type: "phone", value: blank }], defaultLimits))).toEqual(["required registration[0].value #0"])
    }
  )
})
