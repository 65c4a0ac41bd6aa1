import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { type CursorList, decodeCursor, encodeCursor, instantOfCursor } from "../../../src/query/event/Cursor.js"
import type { RemovedFilter } from "../../../src/query/event/EventQuery.js"
import { type EventSort, eventSorts } from "../../../src/query/event/EventSort.js"
import { planQuery } from "../../../src/query/event/planQuery.js"
import type { OrderKey, OrderValue } from "../../../src/query/event/QueryPlan.js"
import { instantOf } from "../../instantOf.js"
import { asked, context } from "../planned.js"

const now = instantOf("2031-05-10T12:00:00Z")

const listOf = (sorts: ReadonlyArray<EventSort>, removed: RemovedFilter = "without", hasCut = false): CursorList => ({
  sorts,
  segments: Either.getOrThrow(planQuery({ ...asked, sort: sorts, removed }, context)).plan.segments,
  hasCut
})

const lengthOf = (sort: EventSort): number => {
  switch (sort) {
    case "timingsWithFeatured.asc":
    case "lastTimingWithFeatured.asc":
      return 4
    case "timings.asc":
    case "lastTiming.asc":
      return 3
    default:
      return 2
  }
}

const valueOf = (key: OrderKey): FastCheck.Arbitrary<OrderValue> =>
  key.startsWith("location.") ? FastCheck.option(FastCheck.string()) : FastCheck.maxSafeInteger()

const sortList = FastCheck.uniqueArray(FastCheck.constantFrom(...eventSorts), { minLength: 1, maxLength: 4 })

const cursorIn = (list: CursorList) =>
  FastCheck.nat(list.segments.length - 1).chain((segment) =>
    FastCheck.record({
      segment: FastCheck.constant(segment),
      position: FastCheck.record({
        values: FastCheck.tuple(
          ...(list.segments[segment]?.order ?? []).map(({ key }, index) =>
            index > 0 && list.segments[segment]?.source !== "live" ? FastCheck.option(valueOf(key)) : valueOf(key)
          )
        ),
        uid: FastCheck.integer({ min: 1 })
      }),
      asOf: FastCheck.nat(now),
      minimumScore: list.hasCut ? FastCheck.nat() : FastCheck.constant(null)
    })
  )

describe("event cursors", () => {
  it("decoding an encoded cursor returns the same cursor for any sorts, tombstones and minimum score", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.tuple(sortList, FastCheck.constantFrom("without" as const, "with" as const, "only" as const), FastCheck.boolean())
        .map(([sorts, removed, hasCut]) => listOf(sorts, removed, hasCut))
        .chain((list) => FastCheck.tuple(FastCheck.constant(list), cursorIn(list))),
      ([list, cursor]) => {
        expect(decodeCursor(list, encodeCursor(list, cursor))).toEqual(cursor)
      }
    ))
  })

  it("a cursor has 4, 3 or 2 elements depending on its sort, plus one for the minimum score", () => {
    for (const sort of eventSorts) {
      for (const removed of ["without", "with", "only"] as const) {
        for (const [hasCut, cut] of [[false, null], [true, 12]] as const) {
          const list = listOf([sort], removed, hasCut)
          list.segments.forEach(({ order }, segment) => {
            const values = order.map(({ key }): OrderValue => key.startsWith("location.") ? "" : 3)
            const after = encodeCursor(list, { segment, position: { values, uid: 4 }, asOf: 5, minimumScore: cut })
            expect(after, `${sort} ${removed}`).toHaveLength(lengthOf(sort) + (hasCut ? 1 : 0))
          })
        }
      }
    }
  })

  it("a cursor of several sorts has one element per key, plus one", () => {
    const list = listOf(["location.adminLevel4.asc", "timingsWithFeatured.asc", "updatedAt.desc"])
    const position = { values: ["brest", 1, 0, 7, 8], uid: 9 }
    expect(encodeCursor(list, { segment: 0, position, asOf: 10, minimumScore: null })).toEqual([
      "=brest",
      "1",
      "0",
      "7",
      "8",
      "9.10.location.adminLevel4.asc,timingsWithFeatured.asc,updatedAt.desc"
    ])
  })

  it("a cursor of another sort decodes to null", () => {
    for (const made of eventSorts) {
      const list = listOf([made])
      const values = (list.segments[0]?.order ?? []).map(({ key }): OrderValue => key.startsWith("location.") ? null : 5)
      const after = encodeCursor(list, { segment: 0, position: { values, uid: 7 }, asOf: 9, minimumScore: null })
      for (const other of eventSorts) {
        expect(decodeCursor(listOf([other]), after) === null, `${made} under ${other}`).toBe(made !== other)
      }
      expect(decodeCursor(listOf([made, "createdAt.asc"]), after)).toBeNull()
      expect(decodeCursor(listOf([made], "without", true), after)).toBeNull()
    }
  })

  it("a cursor with any invalid element decodes to null", () => {
    const list = listOf(["timings.asc"])
    const last = "7.9.timings.asc"
    expect(encodeCursor(list, { segment: 0, position: { values: [5], uid: 7 }, asOf: 9, minimumScore: null })).toEqual(["n", "5", last])
    const bad: ReadonlyArray<ReadonlyArray<string>> = [
      [],
      ["x"],
      ["5", last],
      ["n", "5", last, "1"],
      ["z", "5", last],
      ["r", "5", last],
      ["r", "r", last],
      ["n", "five", last],
      ["n", "=5", last],
      ["n", "~", last],
      ["n", "5", "7.9"],
      ["n", "5", "7.9.1"],
      ["n", "5", `${last} `],
      ["n", "5", "0.9.timings.asc"],
      ["n", "5", "-7.9.timings.asc"],
      ["n", "5", "7.9.lastTiming.asc"],
      ["n", "1e3", last],
      ["n", "", last],
      ["n", "99999999999999999999", last],
      ["n", "5", "99999999999999999999.9.timings.asc"],
      ["n", "5", "7.-9.timings.asc"],
      ["n", "5", "7.-9007199254740991.timings.asc"],
      ["n", "5", "7.9007199254740991.timings.asc"],
      ["n", "5", "7.253402300800000.timings.asc"],
      ["n", "5", "7.221845392000001.timings.asc"]
    ]
    for (const after of bad) expect(decodeCursor(list, after), after.join(" ")).toBeNull()
    expect(decodeCursor(listOf(["score"], "without", true), ["5", "-1", "7.9.score"])).toBeNull()
    expect(decodeCursor(listOf(["location.name.asc"]), ["Brest", "7.9.location.name.asc"])).toBeNull()
  })

  it("a cursor may contain an instant in the future, because the clock may have been set back", () => {
    const list = listOf(["timings.asc"])
    for (const ahead of [60_001, 86_400_000]) {
      expect(decodeCursor(list, ["n", "5", `7.${now + ahead}.timings.asc`])?.asOf).toBe(now + ahead)
    }
  })

  it("instantOfCursor returns the instant of the first page for a cursor of any list", () => {
    expect(instantOfCursor(["n", "5", "7.9.timings.asc"])).toBe(9)
    expect(instantOfCursor(["=brest", "12", "7.0.location.name.asc,score"])).toBe(0)
    for (const after of [[], ["9"], ["7.9"], ["7.-9.timings.asc"], ["7.9007199254740991.timings.asc"]]) {
      expect(instantOfCursor(after), after.join(" ")).toBeNull()
    }
  })

  it("decoding arbitrary strings never throws and accepts only what encoding produces", () => {
    FastCheck.assert(
      FastCheck.property(sortList, FastCheck.array(FastCheck.string(), { maxLength: 5 }), (sorts, after) => {
        const read = decodeCursor(listOf(sorts), after)
        if (read !== null) expect(encodeCursor(listOf(sorts), read)).toEqual(after)
      })
    )
  })
})
