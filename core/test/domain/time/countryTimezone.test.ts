import { describe, expect, it } from "@effect/vitest"
import { countryTimezone } from "../../../src/domain/time/countryTimezone.js"
import { isTimezone } from "../../../src/domain/time/timezone.js"

describe("countryTimezone", () => {
  it.each([
    ["FR", "Europe/Paris"],
    ["JP", "Asia/Tokyo"],
    ["jp", "Asia/Tokyo"],
    ["IN", "Asia/Kolkata"],
    ["VN", "Asia/Ho_Chi_Minh"],
    ["RE", "Indian/Reunion"],
    ["BE", "Europe/Brussels"],
    ["CH", "Europe/Zurich"],
    ["GB", "Europe/London"],
    ["MA", "Africa/Casablanca"],
    ["TN", "Africa/Tunis"]
  ])("of %s is %s", (code, zone) => {
    expect(countryTimezone(code)).toBe(zone)
  })

  it.each(["US", "CA", "AU", "RU", "BR", "ES", "PT", "ZZ", "XX", "", "F", "FRA", "F1"])("of %j is none", (code) => {
    expect(countryTimezone(code)).toBeNull()
  })

  it("is a zone of the IANA database", () => {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    const zones = letters.flatMap((first) => letters.flatMap((second) => countryTimezone(first + second) ?? []))
    expect(zones.length).toBeGreaterThan(150)
    expect(zones.filter((zone) => !isTimezone(zone))).toEqual([])
    expect(zones.filter((zone) => /Calcutta|Kiev|Saigon|Faeroe|Rangoon|Katmandu|Asmera/.test(zone))).toEqual([])
  })
})
