import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { parseInstant } from "../../../src/domain/time/parseInstant.js"
import { readInstant, readWrittenInstant } from "../../../src/validation/value/readInstant.js"
import { readOf } from "../fault.js"

const two = (max: number) => FastCheck.integer({ min: 0, max }).map((part) => String(part).padStart(2, "0"))

/** Every form that an instant is written in. */
const written = FastCheck.tuple(
  // In the first and the last year, an offset may lead to a year of which the form has no four digits.
  FastCheck.integer({ min: 1, max: 9_998 }).map((year) => String(year).padStart(4, "0")),
  FastCheck.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, "0")),
  FastCheck.integer({ min: 1, max: 28 }).map((day) => String(day).padStart(2, "0")),
  FastCheck.constantFrom("T", "t"),
  two(23),
  two(59),
  FastCheck.oneof(
    FastCheck.constant(""),
    two(59).map((second) => `:${second}`),
    FastCheck.tuple(two(59), FastCheck.constantFrom(".", ","), FastCheck.stringMatching(/^\d{1,9}$/)).map(([second, mark, fraction]) =>
      `:${second}${mark}${fraction}`
    )
  ),
  FastCheck.oneof(
    FastCheck.constantFrom("Z", "z", "+14:00", "-1200"),
    FastCheck.tuple(FastCheck.constantFrom("+", "-"), two(11), FastCheck.constantFrom("", ":"), two(59)).map((offset) => offset.join(""))
  )
).map(([year, month, day, mark, hour, minute, rest, offset]) => `${year}-${month}-${day}${mark}${hour}:${minute}${rest}${offset}`)

describe("readWrittenInstant", () => {
  it("preserves every form and parses it to the millisecond", () => {
    FastCheck.assert(
      FastCheck.property(written, (text) => {
        const read = Either.getOrThrow(readWrittenInstant(text, { field: "syncedAt" }))
        const fraction = /[.,](\d{1,3})/.exec(text)?.[1] ?? ""
        const at = Either.getOrThrow(readInstant(text)) + Number(fraction.padEnd(3, "0"))
        expect(read).toEqual({ text, at })
        expect(parseInstant(text)).toBe(at)
      }),
      { numRuns: 500 }
    )
  })

  it.each([undefined, null, ""])("treats %s as absent", (value) => {
    expect(readOf(readWrittenInstant(value, { field: "syncedAt" }))).toBeNull()
  })

  it.each([
    ["no offset", "2024-05-01T10:00:00", "offset.required"],
    ["a day that is none", "2024-02-30T10:00:00Z", "date.invalid"],
    ["a day alone", "2024-05-01", "date.invalid"],
    ["a number", 1_700_000_000_000, "date.invalid"],
    ["an object", {}, "date.invalid"],
    ["more digits than are kept", `2024-05-01T10:00:00.${"1".repeat(60)}Z`, "date.invalid"]
  ])("refuses %s", (_label, value, code) => {
    expect(readOf(readWrittenInstant(value, { field: "offers[1].syncedAt", index: 1 }))).toEqual([`${code} offers[1].syncedAt #1`])
  })
})
