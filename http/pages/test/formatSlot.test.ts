import { storeDateRange } from "@agenda-engine/core/derive/dates/dateRange"
import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import { describe, expect, it } from "vitest"
import { formatDateTime, formatSlot } from "../src/template/formatTime.js"

const at = (text: string) => parseInstant(text) ?? NaN

const now = at("2031-01-02T00:00:00Z")

const shown = (begin: string, end: string, timezone = "Europe/Paris", lang = "en") =>
  formatSlot({ id: "a", begin: at(begin), end: at(end) }, lang, timezone, now).replaceAll(/[\u00A0\u2060]/g, "").replace("–", " – ")

describe("the time of a slot", () => {
  it.each([
    ["Saturday 21 June, 19:00 – 22:00", "2031-06-21T19:00:00+02:00", "2031-06-21T22:00:00+02:00"],
    ["Saturday 21 June, 21:00 – 03:00", "2031-06-21T21:00:00+02:00", "2031-06-22T03:00:00+02:00"],
    ["Saturday 21 June, 19:00 – 00:00", "2031-06-21T19:00:00+02:00", "2031-06-22T00:00:00+02:00"],
    ["Saturday 21 June, 08:00 – 00:00", "2031-06-21T08:00:00+02:00", "2031-06-22T00:00:00+02:00"],
    ["Saturday 21 June, 08:00 – Sunday 22 June, 18:00", "2031-06-21T08:00:00+02:00", "2031-06-22T18:00:00+02:00"],
    ["Saturday 21 June, 08:00 – Sunday 22 June, 24:00", "2031-06-21T08:00:00+02:00", "2031-06-23T00:00:00+02:00"]
  ])("is %s", (text, begin, end) => {
    expect(shown(begin, end)).toBe(text)
  })

  it.each([
    ["Saturday 21 June", "2031-06-21T00:00:00+02:00", "2031-06-22T00:00:00+02:00"],
    ["Saturday 21 June", "2031-06-21T00:00:00+02:00", "2031-06-21T23:59:00+02:00"],
    ["Saturday 21 June", "2031-06-21T00:00:00+02:00", "2031-06-21T23:59:59+02:00"],
    ["Saturday 21 June – Sunday 22 June", "2031-06-21T00:00:00+02:00", "2031-06-23T00:00:00+02:00"],
    ["Saturday 21 June – Sunday 22 June", "2031-06-21T00:00:00+02:00", "2031-06-22T23:59:00+02:00"],
    ["Sunday 30 March", "2031-03-30T00:00:00+01:00", "2031-03-31T00:00:00+02:00"],
    ["Sunday 26 October", "2031-10-26T00:00:00+02:00", "2031-10-27T00:00:00+01:00"],
    ["Wednesday 31 December – Thursday, 1 January 2032", "2031-12-31T00:00:00+01:00", "2032-01-02T00:00:00+01:00"]
  ])("is the days alone of whole days: %s", (text, begin, end) => {
    expect(shown(begin, end)).toBe(text)
  })

  it("is that of the zone of the event", () => {
    expect(shown("2031-07-31T12:00:00Z", "2031-08-01T12:00:00Z", "Pacific/Auckland")).toBe("Friday 1 August")
    expect(shown("2031-07-31T00:00:00Z", "2031-08-01T00:00:00Z", "America/New_York")).toBe(
      "Wednesday 30 July, 20:00 – Thursday 31 July, 20:00"
    )
  })
})

describe("local time before standard time", () => {
  it.each(["America/New_York", "Europe/Paris", "Europe/Amsterdam", "Africa/Monrovia", "Asia/Manila", "Pacific/Auckland"])(
    "is the same in every form in %s",
    (timezone) => {
      for (const begin of [at("1860-05-10T12:00:00Z"), at("1880-01-01T00:00:00Z"), at("1890-11-30T23:59:00Z")]) {
        const time = formatInstant(begin, timezone).slice("1860-05-10T".length, "1860-05-10T12:00".length)
        expect(formatDateTime(begin, "en", timezone)).toContain(time)
        expect(formatSlot({ id: "a", begin, end: begin + 3_600_000 }, "en", timezone, now)).toContain(time)
        expect(storeDateRange([{ begin, end: begin + 1 }], timezone).long["en"]).toContain(time)
      }
    }
  )
})
