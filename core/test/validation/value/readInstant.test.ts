import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { formatUtc } from "../../../src/derive/dates/formatInstant.js"
import { readInstant } from "../../../src/validation/value/readInstant.js"
import { instantOf } from "../../instantOf.js"

describe("readInstant", () => {
  it.each([
    ["UTC", "2022-10-15T15:00:00Z", "2022-10-15T15:00:00Z"],
    ["an offset", "2022-10-15T17:00:00+02:00", "2022-10-15T15:00:00Z"],
    ["an offset without colon", "2022-10-15T17:00:00+0200", "2022-10-15T15:00:00Z"],
    ["a negative offset", "2022-10-15T17:00:00-03:30", "2022-10-15T20:30:00Z"],
    ["no seconds", "2022-10-15T17:00+02:00", "2022-10-15T15:00:00Z"],
    ["a fraction, cut", "2022-10-15T15:00:00.999Z", "2022-10-15T15:00:00Z"],
    ["a long fraction, cut", "2022-10-15T15:00:59.999999999Z", "2022-10-15T15:00:59Z"],
    ["a leap day", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
    ["the end of a year by its offset", "2022-12-31T23:30:00-01:00", "2023-01-01T00:30:00Z"],
    ["the furthest offsets", "2022-10-15T14:00:00+14:00", "2022-10-15T00:00:00Z"],
    ["the last second of all", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
    ["the first second of all", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
    ["before 1970", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"],
    ["an hour that a zone skips is still an instant", "2023-03-26T02:30:00+01:00", "2023-03-26T01:30:00Z"]
  ])("accepts %s", (_label, text, same) => {
    expect(readInstant(text)).toEqual(Either.right(instantOf(same)))
  })

  it.each([
    ["no offset", "2022-10-15T17:00:00"],
    ["no offset, no seconds", "2022-10-15T17:00"],
    ["no offset, a fraction", "2022-10-15T17:00:00.5"]
  ])("requires an offset: %s", (_label, text) => {
    expect(readInstant(text)).toEqual(Either.left("offset.required"))
  })

  it.each([
    ["30 February", "2022-02-30T10:00:00Z"],
    ["29 February of a common year", "2023-02-29T10:00:00Z"],
    ["31 April", "2022-04-31T10:00:00Z"],
    ["month 13", "2022-13-01T10:00:00Z"],
    ["month 0", "2022-00-01T10:00:00Z"],
    ["hour 24", "2022-10-15T24:00:00Z"],
    ["minute 60", "2022-10-15T10:60:00Z"],
    ["second 60", "2022-10-15T10:00:60Z"],
    ["an impossible offset", "2022-10-15T10:00:00+25:00"],
    ["an offset beyond the earth", "2022-10-15T10:00:00+14:01"],
    ["an offset beyond the earth westward", "2022-10-15T10:00:00-12:01"],
    ["75 minutes of offset", "2022-10-15T10:00:00+01:75"],
    ["an impossible day without offset", "2022-02-30T10:00:00"],
    ["a day alone", "2022-10-15"],
    ["white space", "2022-10-15 10:00:00Z"],
    ["a year past 9999 by its offset", "9999-12-31T23:00:00-01:00"],
    ["a year before 0 by its offset", "0000-01-01T00:00:00+00:01"],
    ["words", "tomorrow"],
    ["nothing", ""],
    ["one digit", "2022-1-5T10:00:00Z"],
    ["something behind", "2022-10-15T10:00:00Z!"],
    ["other digits", "２０２２-10-15T10:00:00Z"]
  ])("refuses %s", (_label, text) => {
    expect(readInstant(text)).toEqual(Either.left("date.invalid"))
  })

  it("parses the output of formatUtc, truncated to seconds", () => {
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 }), (instant) => {
      expect(readInstant(formatUtc(instant))).toEqual(Either.right(Math.floor(instant / 1_000) * 1_000))
      expect(instantOf(formatUtc(instant))).toBe(instant)
    }))
  })
})
