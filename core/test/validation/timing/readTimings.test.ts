import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { formatInstant } from "../../../src/derive/dates/formatInstant.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { readTimings, type TimingRules } from "../../../src/validation/timing/readTimings.js"
import { slotOf } from "../../instantOf.js"
import { readOf } from "../fault.js"

const rules: TimingRules = {
  limits: defaultLimits,
  providers: new Set(["mapado", "weezevent"]),
  offered: new Set(["mapado"]),
  now: 0,
  stored: []
}

const read = (timings: Json) => readOf(readTimings(timings, rules))

const slot = (begin: string, end: string, id?: Json) => ({ ...(id === undefined ? {} : { id }), begin, end })

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    begin: formatInstant(1_700_000_000_000 + index * 3_600_000, "UTC"),
    end: formatInstant(1_700_000_000_000 + index * 3_600_000 + 1_800_000, "UTC")
  }))

describe("readTimings", () => {
  it("sorts slots and preserves their ids", () => {
    const later = slot("2022-10-16T10:00:00+02:00", "2022-10-16T11:00:00+02:00")
    const earlier = slot("2022-10-15T10:00:00+02:00", "2022-10-15T11:00:00+02:00", "a1B2c")
    expect(read([later, earlier])).toEqual([
      { id: "a1B2c", ...slotOf(earlier.begin, earlier.end) },
      { id: null, ...slotOf(later.begin, later.end) }
    ])
  })

  it.each([
    ["slots that touch", [slot("2022-10-15T10:00Z", "2022-10-15T11:00Z"), slot("2022-10-15T11:00Z", "2022-10-15T12:00Z")]],
    ["24 hours", [slot("2022-10-15T00:00+02:00", "2022-10-16T00:00+02:00")]],
    ["24 hours over a change of clocks", [slot("2022-10-30T00:00+02:00", "2022-10-30T23:00+01:00")]],
    ["the short day of spring, whole", [slot("2023-03-26T00:00+01:00", "2023-03-27T00:00+02:00")]],
    ["one second", [slot("2022-10-15T10:00:00Z", "2022-10-15T10:00:01Z")]],
    ["800 slots", many(800)]
  ])("accepts %s", (_label, timings) => {
    expect(read(timings)).toHaveLength(timings.length)
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["nothing", null, ["required timings"]],
    ["an empty list", [], ["required timings"]],
    ["an empty object", {}, ["required timings"]],
    ["a text", "2022-10-15T10:00Z", ["type.invalid timings"]],
    ["one slot alone", { begin: "2022-10-15T10:00Z", end: "2022-10-15T11:00Z" }, ["type.invalid timings"]],
    ["entries that are no objects", ["x", null, 3], ["type.invalid timings #0", "type.invalid timings #1", "type.invalid timings #2"]],
    ["missing bounds", [{}, { begin: "2022-10-15T10:00Z" }], [
      "required timings[0].begin #0",
      "required timings[0].end #0",
      "required timings[1].end #1"
    ]],
    ["a number for an instant", [{ begin: 1665846000, end: "2022-10-15T10:00Z" }], ["date.invalid timings[0].begin #0"]],
    ["an impossible day", [slot("2022-02-30T10:00Z", "2022-03-01T10:00Z")], ["date.invalid timings[0].begin #0"]],
    ["no offset", [slot("2022-10-15T10:00:00", "2022-10-15T11:00:00Z")], ["offset.required timings[0].begin #0"]],
    ["an end before its begin", [slot("2022-10-15T11:00Z", "2022-10-15T10:00Z")], ["endLessThanBegin timings #0"]],
    ["no length", [slot("2022-10-15T11:00Z", "2022-10-15T11:00Z")], ["endLessThanBegin timings #0"]],
    ["no length once cut to the second", [slot("2022-10-15T11:00:00.1Z", "2022-10-15T11:00:00.9Z")], ["endLessThanBegin timings #0"]],
    ["25 hours", [slot("2022-10-15T00:00Z", "2022-10-16T01:00Z")], ["diffExceeded timings #0"]],
    ["24 hours and a second", [slot("2022-10-15T00:00:00Z", "2022-10-16T00:00:01Z")], ["diffExceeded timings #0"]],
    ["the long day of autumn, whole", [slot("2022-10-30T00:00+02:00", "2022-10-30T23:59+01:00")], ["diffExceeded timings #0"]],
    [
      "an overlap, whatever the order",
      [slot("2022-10-15T10:30Z", "2022-10-15T11:30Z"), slot("2022-10-15T10:00Z", "2022-10-15T11:00Z")],
      ["overlap timings #0"]
    ],
    [
      "the same slot twice",
      [slot("2022-10-15T10:00Z", "2022-10-15T11:00Z"), slot("2022-10-15T12:00+02:00", "2022-10-15T13:00+02:00")],
      ["overlap timings #1"]
    ],
    [
      "two slots within a long one",
      [
        slot("2022-10-15T08:00Z", "2022-10-15T20:00Z"),
        slot("2022-10-15T09:00Z", "2022-10-15T10:00Z"),
        slot("2022-10-15T11:00Z", "2022-10-15T12:00Z")
      ],
      ["overlap timings #1", "overlap timings #2"]
    ],
    ["a malformed id", [slot("2022-10-15T10:00Z", "2022-10-15T11:00Z", "abc")], ["type.invalid timings[0].id #0"]],
    ["an id that is a number", [slot("2022-10-15T10:00Z", "2022-10-15T11:00Z", 12345)], ["type.invalid timings[0].id #0"]],
    ["an id twice", [slot("2022-10-15T10:00Z", "2022-10-15T11:00Z", "aaaaa"), slot("2022-10-16T10:00Z", "2022-10-16T11:00Z", "aaaaa")], [
      "duplicate timings[1].id #1"
    ]],
    ["801 slots", many(801), ["tooMany timings"]]
  ])("refuses %s", (_label, timings, faults) => {
    expect(read(timings)).toEqual(faults)
  })

  it("reports all issues of all slots", () => {
    const timings = [
      slot("2022-02-30T10:00Z", "2022-10-15T11:00"),
      slot("2022-10-15T00:00Z", "2022-10-16T01:00Z", "!"),
      slot("2022-10-16T00:00Z", "2022-10-15T00:00Z"),
      slot("2022-10-15T23:00Z", "2022-10-16T02:00Z")
    ]
    expect(read(timings)).toEqual([
      "date.invalid timings[0].begin #0",
      "offset.required timings[0].end #0",
      "type.invalid timings[1].id #1",
      "diffExceeded timings #1",
      "endLessThanBegin timings #2",
      "overlap timings #3"
    ])
  })

  it("an overlap contains the refused slot and the index of the other one", () => {
    const overlapping = slot("2022-10-15T10:30Z", "2022-10-15T11:30Z")
    const reading = readTimings([slot("2022-10-15T10:00Z", "2022-10-15T11:00Z"), overlapping], rules)
    expect(Either.flip(reading).pipe(Either.getOrThrow)).toMatchObject([{ origin: overlapping, info: { with: 0 } }])
  })

  it("overlaps equal a comparison of every pair", () => {
    const hour = FastCheck.integer({ min: 0, max: 40 })
    const slots = FastCheck.array(FastCheck.tuple(hour, FastCheck.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 12 })
    FastCheck.assert(FastCheck.property(slots, (hours) => {
      const instants = hours.map(([begin, length]) => ({ begin: begin * 3_600_000, end: (begin + length) * 3_600_000 }))
      const overlaps = instants.some((a, i) => instants.some((b, j) => i !== j && a.begin < b.end && b.begin < a.end))
      const written = instants.map(({ begin, end }) => ({ begin: formatInstant(begin, "Asia/Kolkata"), end: formatInstant(end, "UTC") }))
      expect(Either.isLeft(readTimings(written, rules))).toBe(overlaps)
    }))
  })
})
