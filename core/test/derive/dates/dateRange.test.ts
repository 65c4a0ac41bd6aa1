import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { dateRange, longDateRange, storeDateRange } from "../../../src/derive/dates/dateRange.js"
import { chooseLanguage } from "../../../src/domain/text/MultilingualText.js"
import { instantOf } from "../../instantOf.js"

const paris = "Europe/Paris"

/** The words for slots of an hour that begin at these instants, read at an instant. */
const said = (begins: ReadonlyArray<string>, now: string, zone = paris) => {
  const slots = begins.map((begin) => ({ begin: instantOf(begin), end: instantOf(begin) + 3_600_000 }))
  return dateRange(storeDateRange(slots, zone), zone, instantOf(now))
}

describe("dateRange", () => {
  it.each<[string, ReadonlyArray<string>, string, string, string]>([
    ["one day, one slot", ["2023-11-25T07:00+01:00"], "2023-06-01T00:00Z", "Samedi 25 novembre, 07h00", "Saturday 25 November, 07:00"],
    [
      "one day, several slots",
      ["2025-01-06T11:00+01:00", "2025-01-06T15:00+01:00"],
      "2025-06-01T00:00Z",
      "Lundi 6 janvier, 11h00, 15h00",
      "Monday 6 January, 11:00, 15:00"
    ],
    [
      "one day of another year",
      ["2023-11-25T07:00+01:00"],
      "2024-06-01T00:00Z",
      "Samedi 25 novembre 2023, 07h00",
      "Saturday 25 November 2023, 07:00"
    ],
    ["two days", ["2022-10-15T10:00+02:00", "2022-10-16T10:00+02:00"], "2022-01-10T00:00Z", "15 et 16 octobre", "15 and 16 October"],
    ["two days apart", ["2022-10-15T10:00+02:00", "2022-10-25T10:00+02:00"], "2022-01-10T00:00Z", "15 et 25 octobre", "15 and 25 October"],
    [
      "two days of different months",
      ["2019-01-17T10:00+01:00", "2019-03-02T10:00+01:00"],
      "2020-01-10T00:00Z",
      "17 janvier et 2 mars 2019",
      "17 January and 2 March 2019"
    ],
    [
      "two days of the same month of different years",
      ["2019-01-17T10:00+01:00", "2020-01-17T10:00+01:00"],
      "2020-01-10T00:00Z",
      "17 janvier 2019 et 17 janvier 2020",
      "17 January 2019 and 17 January 2020"
    ],
    [
      "three days",
      ["2019-12-20T10:00+01:00", "2019-12-21T10:00+01:00", "2019-12-22T10:00+01:00"],
      "2019-06-01T00:00Z",
      "20 - 22 décembre",
      "20 - 22 December"
    ],
    [
      "across months",
      ["2019-06-23T10:00+02:00", "2019-07-23T10:00+02:00", "2019-09-15T10:00+02:00"],
      "2019-06-01T00:00Z",
      "23 juin - 15 septembre",
      "23 June - 15 September"
    ],
    [
      "across months of another year",
      ["2019-06-23T10:00+02:00", "2019-07-23T10:00+02:00", "2019-09-15T10:00+02:00"],
      "2018-06-01T00:00Z",
      "23 juin - 15 septembre 2019",
      "23 June - 15 September 2019"
    ],
    [
      "across years, in one of them",
      ["2019-12-03T10:00+01:00", "2019-12-23T10:00+01:00", "2020-01-11T10:00+01:00"],
      "2020-06-01T00:00Z",
      "3 décembre 2019 - 11 janvier 2020",
      "3 December 2019 - 11 January 2020"
    ],
    [
      "midnight belongs to the day that begins",
      ["2022-10-16T00:00+02:00"],
      "2022-01-10T00:00Z",
      "Dimanche 16 octobre, 00h00",
      "Sunday 16 October, 00:00"
    ],
    [
      "the day is that of the zone",
      ["2022-12-31T23:30Z"],
      "2023-06-01T00:00Z",
      "Dimanche 1er janvier, 00h30",
      "Sunday 1 January, 00:30"
    ],
    ["the first of a month", ["2024-06-01T10:00+02:00"], "2025-01-01T12:00Z", "Samedi 1er juin 2024, 10h00", "Saturday 1 June 2024, 10:00"],
    [
      "two days from the first on",
      ["2024-06-01T10:00+02:00", "2024-06-02T10:00+02:00"],
      "2024-01-01T12:00Z",
      "1er et 2 juin",
      "1 and 2 June"
    ],
    [
      "days from the first on",
      ["2024-06-01T10:00+02:00", "2024-06-02T10:00+02:00", "2024-06-21T10:00+02:00"],
      "2024-01-01T12:00Z",
      "1er - 21 juin",
      "1 - 21 June"
    ],
    [
      "days up to the first",
      ["2024-05-30T10:00+02:00", "2024-05-31T10:00+02:00", "2024-06-01T10:00+02:00"],
      "2024-01-01T12:00Z",
      "30 mai - 1er juin",
      "30 May - 1 June"
    ],
    [
      "days from the first of a year on",
      ["2024-01-01T10:00+01:00", "2025-01-01T10:00+01:00"],
      "2024-01-01T12:00Z",
      "1er janvier 2024 et 1er janvier 2025",
      "1 January 2024 and 1 January 2025"
    ],
    ["a leap day", ["2024-02-29T10:00+01:00"], "2024-01-01T12:00Z", "Jeudi 29 février, 10h00", "Thursday 29 February, 10:00"],
    [
      "the hour that comes twice is said twice",
      ["2022-10-30T02:30+02:00", "2022-10-30T03:30+02:00"],
      "2022-01-10T00:00Z",
      "Dimanche 30 octobre, 02h30, 02h30",
      "Sunday 30 October, 02:30, 02:30"
    ]
  ])("%s", (_label, begins, now, fr, en) => {
    expect(said(begins, now)).toMatchObject({ fr, en })
  })

  it("formats the range in six languages", () => {
    expect(said(["2023-11-25T07:00+01:00"], "2024-06-01T00:00Z")).toEqual({
      ar: "السبت، 25 نوفمبر 2023، 07:00",
      de: "Samstag, 25. November 2023, 07:00",
      en: "Saturday 25 November 2023, 07:00",
      es: "Sábado, 25 de noviembre de 2023, 07:00",
      fr: "Samedi 25 novembre 2023, 07h00",
      it: "Sabato 25 novembre 2023, 07:00"
    })
    expect(said(["2022-10-15T10:00+02:00", "2022-10-16T10:00+02:00"], "2022-06-01T00:00Z")).toEqual({
      ar: "15 و16 أكتوبر",
      de: "15. und 16. Oktober",
      en: "15 and 16 October",
      es: "15 y 16 de octubre",
      fr: "15 et 16 octobre",
      it: "15 e 16 ottobre"
    })
  })

  it.each<[string, string, string]>([
    ["the last second of the year there", "2023-12-31T22:59:59Z", "Samedi 25 novembre, 07h00"],
    ["the first second of the next", "2023-12-31T23:00:00Z", "Samedi 25 novembre 2023, 07h00"],
    ["the last second of the year before", "2022-12-31T22:59:59Z", "Samedi 25 novembre 2023, 07h00"],
    ["the first second of the year", "2022-12-31T23:00:00Z", "Samedi 25 novembre, 07h00"]
  ])("the year of the time zone decides whether the year is shown: %s", (_label, now, fr) => {
    expect(said(["2023-11-25T07:00+01:00"], now)).toMatchObject({ fr })
  })

  it("stores the common year of all days, else null", () => {
    const year = (begins: ReadonlyArray<string>) =>
      storeDateRange(begins.map((begin) => ({ begin: instantOf(begin), end: instantOf(begin) + 1_000 })), paris).year
    expect(year(["2022-12-31T10:00Z"])).toBe(2022)
    expect(year(["2022-12-31T23:00Z"])).toBe(2023)
    expect(year(["2022-12-31T22:00Z", "2022-12-31T23:00Z"])).toBe(null)
  })
})

describe("longDateRange", () => {
  it.prop("is the stored text of the language that is chosen", {
    begins: fc.array(fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 }), { maxLength: 5 }),
    zone: fc.constantFrom(paris, "Pacific/Auckland", "America/St_Johns"),
    languages: fc.array(fc.constantFrom("ar", "br", "de", "en", "es", "fr", "it", "constructor"), { maxLength: 3 })
  }, ({ begins, languages, zone }) => {
    const slots = begins.toSorted((a, b) => a - b).map((begin) => ({ begin, end: begin + 3_600_000 }))
    expect(longDateRange(slots, zone, languages)).toBe(chooseLanguage(storeDateRange(slots, zone).long, languages) ?? null)
  })
})
