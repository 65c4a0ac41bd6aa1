import { describe, expect, it } from "@effect/vitest"
import { resolveTimezone, type WrittenTimezone } from "../../../src/services/event/write/resolveTimezone.js"

const follows = (timezone: string) => ({ timezone, timezoneNamed: false })
const named = (timezone: string) => ({ timezone, timezoneNamed: true })

describe("resolveTimezone", () => {
  const cases: ReadonlyArray<readonly [string, Partial<WrittenTimezone>, ReturnType<typeof named>]> = [
    ["a new event without a zone", { written: null }, follows("Paris")],
    ["a new event with the location's zone", { written: "Paris" }, follows("Paris")],
    ["a new event with another zone", { written: "Cayenne" }, named("Cayenne")],
    ["a PATCH without a zone of an event that follows its location", { mode: "patch", stored: follows("Lima") }, follows("Paris")],
    ["a PATCH without a zone of an event with its own", { mode: "patch", stored: named("Lima") }, named("Lima")],
    [
      "a PATCH without a zone of an event whose unnamed zone must stay",
      { mode: "patch", stored: follows("Lima"), keeps: true },
      follows("Lima")
    ],
    [
      "a whole event sent back whose unnamed zone must stay",
      { mode: "replace", stored: follows("Lima"), keeps: true, written: "Lima" },
      follows("Lima")
    ],
    [
      "a PATCH to null of an unnamed zone that must stay",
      { mode: "patch", stored: follows("Lima"), keeps: true, written: null },
      follows("Paris")
    ],
    ["a PATCH of the zone to null", { mode: "patch", stored: named("Lima"), written: null }, follows("Paris")],
    ["a whole event sent back", { mode: "replace", stored: follows("Paris"), written: "Paris" }, follows("Paris")],
    ["a whole event sent back with another location", { mode: "replace", stored: follows("Lima"), written: "Lima" }, follows("Paris")],
    ["a PATCH of the zone together with another location", { mode: "patch", stored: follows("Lima"), written: "Lima" }, named("Lima")],
    ["a whole event with its own zone sent back", { mode: "replace", stored: named("Lima"), written: "Lima" }, named("Lima")],
    [
      "a whole event sent back whose own zone now equals the location's",
      { mode: "replace", stored: named("Paris"), written: "Paris" },
      named("Paris")
    ],
    ["a replace of its own zone by the location's", { mode: "replace", stored: named("Lima"), written: "Paris" }, follows("Paris")],
    [
      "an import of the location's zone",
      { mode: "replace", stored: named("Paris"), written: "Paris", restored: undefined },
      follows("Paris")
    ],
    ["an import of the location's zone as named", { mode: "create", written: "Paris", restored: true }, named("Paris")],
    ["an import of another zone", { mode: "replace", stored: follows("Lima"), written: "Lima", restored: undefined }, named("Lima")]
  ]
  for (const [what, given, expected] of cases) {
    it(`resolves ${what}`, () => {
      const write = { written: undefined, stored: null, followed: "Paris", keeps: false, mode: "create", restored: null, ...given } as const
      expect(resolveTimezone(write)).toEqual(expected)
    })
  }
})
