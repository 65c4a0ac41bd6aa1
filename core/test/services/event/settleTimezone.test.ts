import { describe, expect, it } from "@effect/vitest"
import { settleTimezone, type WrittenTimezone } from "../../../src/services/event/settleTimezone.js"

const follows = (timezone: string) => ({ timezone, timezoneNamed: false })
const named = (timezone: string) => ({ timezone, timezoneNamed: true })

describe("settleTimezone", () => {
  const cases: ReadonlyArray<readonly [string, Partial<WrittenTimezone>, ReturnType<typeof named>]> = [
    ["no zone on create", { written: null }, follows("Paris")],
    ["the followed zone on create", { written: "Paris" }, follows("Paris")],
    ["another zone on create", { written: "Cayenne" }, named("Cayenne")],
    ["a PATCH that does not name the zone of an event that follows", { mode: "patch", stored: follows("Lima") }, follows("Paris")],
    ["a PATCH that does not name the zone of one with its own", { mode: "patch", stored: named("Lima") }, named("Lima")],
    ["null", { mode: "patch", stored: named("Lima"), written: null }, follows("Paris")],
    ["a whole event sent back", { mode: "replace", stored: follows("Paris"), written: "Paris" }, follows("Paris")],
    ["a whole event sent back with another location", { mode: "replace", stored: follows("Lima"), written: "Lima" }, follows("Paris")],
    ["a PATCH of the zone beside another location", { mode: "patch", stored: follows("Lima"), written: "Lima" }, named("Lima")],
    ["a whole event with its own zone sent back", { mode: "replace", stored: named("Lima"), written: "Lima" }, named("Lima")],
    [
      "a zone of its own that is now the followed one, sent back",
      { mode: "replace", stored: named("Paris"), written: "Paris" },
      named("Paris")
    ],
    ["the followed zone in the place of its own", { mode: "replace", stored: named("Lima"), written: "Paris" }, follows("Paris")],
    [
      "an import of the followed zone",
      { mode: "replace", stored: named("Paris"), written: "Paris", restored: undefined },
      follows("Paris")
    ],
    ["an import of the followed zone as named", { mode: "create", written: "Paris", restored: true }, named("Paris")],
    ["an import of another zone", { mode: "replace", stored: follows("Lima"), written: "Lima", restored: undefined }, named("Lima")]
  ]
  for (const [what, given, expected] of cases) {
    it(`settles ${what}`, () => {
      const write = { written: undefined, stored: null, followed: "Paris", mode: "create", restored: null, ...given } as const
      expect(settleTimezone(write)).toEqual(expected)
    })
  }
})
