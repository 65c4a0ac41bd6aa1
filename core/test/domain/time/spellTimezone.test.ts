import { describe, expect, it } from "@effect/vitest"
import { spellTimezone } from "../../../src/domain/time/timezone.js"

/** Links of the database whose spelling follows no single rule, beside the names that the runtime lists. */
const links = [
  "Asia/Kolkata",
  "Europe/Kyiv",
  "Europe/Isle_of_Man",
  "Africa/Dar_es_Salaam",
  "America/Port-au-Prince",
  "America/Argentina/Buenos_Aires",
  "America/Argentina/ComodRivadavia",
  "America/Knox_IN",
  "America/North_Dakota/New_Salem",
  "Antarctica/DumontDUrville",
  "Antarctica/McMurdo",
  "Asia/Ust-Nera",
  "Australia/LHI",
  "Brazil/DeNoronha",
  "Chile/EasterIsland",
  "Etc/GMT+5",
  "Etc/GMT-14",
  "Etc/UTC",
  "Etc/Zulu",
  "EST5EDT",
  "GB-Eire",
  "GMT",
  "Mexico/BajaNorte",
  "NZ-CHAT",
  "Navajo",
  "PRC",
  "US/East-Indiana",
  "US/Indiana-Starke",
  "UTC",
  "W-SU"
]

describe("spellTimezone", () => {
  it("returns the spelling of the IANA database for a name in any case", () => {
    for (const name of [...Intl.supportedValuesOf("timeZone"), ...links]) {
      for (const text of [name, name.toLowerCase(), name.toUpperCase()]) expect(spellTimezone(text), text).toBe(name)
    }
  })

  it.each(["", "+02:00", "Europe", "Europe/Nowhere", "UTC+1", "a".repeat(65)])("returns null for %j", (text) => {
    expect(spellTimezone(text)).toBeNull()
  })
})
