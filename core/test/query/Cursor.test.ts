import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { decodeCursor, encodeCursor } from "../../src/query/Cursor.js"
import { type EventQuery, type EventSort, eventSorts } from "../../src/query/EventQuery.js"
import { planQuery } from "../../src/query/planQuery.js"

const queryOf = (sort: EventSort, more: Partial<EventQuery> = {}): EventQuery => ({
  filter: {},
  removed: "without",
  sort,
  start: { _tag: "First" },
  size: 20,
  detailed: false,
  includeSort: false,
  ...more
})

const segmentsOf = (query: EventQuery) =>
  Either.getOrThrow(planQuery(query, { scope: { _tag: "Agenda", agendaUid: 1 }, audience: "public", now: 0 })).segments

const lengths: Record<EventSort, number> = {
  "timingsWithFeatured.asc": 4,
  "lastTimingWithFeatured.asc": 4,
  "timings.asc": 3,
  "lastTiming.asc": 3,
  "updatedAt.asc": 2,
  "updatedAt.desc": 2
}

describe("Cursor", () => {
  for (const sort of eventSorts) {
    for (const removed of ["without", "with", "only"] as const) {
      it(`comes back as it was written: ${sort}, ${removed} tombstones`, () => {
        const segments = segmentsOf(queryOf(sort, { removed }))
        FastCheck.assert(FastCheck.property(
          FastCheck.nat(segments.length - 1),
          FastCheck.maxSafeInteger(),
          FastCheck.integer({ min: 1 }),
          FastCheck.nat(),
          (segment, key, uid, asOf) => {
            const after = encodeCursor(sort, segments, { segment, position: { key, uid }, asOf })
            expect(after).toHaveLength(lengths[sort])
            expect(decodeCursor(sort, segments, after)).toEqual({ segment, position: { key, uid }, asOf })
          }
        ))
      })
    }
  }

  it("of one sort is none of another", () => {
    for (const made of eventSorts) {
      const after = encodeCursor(made, segmentsOf(queryOf(made)), { segment: 0, position: { key: 5, uid: 7 }, asOf: 9 })
      for (const asked of eventSorts) {
        const read = decodeCursor(asked, segmentsOf(queryOf(asked)), after)
        expect(read === null, `${made} under ${asked}`).toBe(made !== asked)
      }
    }
  })

  it("is refused when anything of it is off", () => {
    const segments = segmentsOf(queryOf("timings.asc"))
    const good = encodeCursor("timings.asc", segments, { segment: 0, position: { key: 5, uid: 7 }, asOf: 9 })
    expect(decodeCursor("timings.asc", segments, good)).not.toBeNull()
    const bad: ReadonlyArray<ReadonlyArray<string>> = [
      [],
      ["x"],
      good.slice(1),
      [...good, "1"],
      ["z", "5", "7.9.1"],
      ["r", "5", "7.9.1"],
      ["n", "five", "7.9.1"],
      ["n", "5", "7.9"],
      ["n", "5", "7.9.1.1"],
      ["n", "5", "0.9.1"],
      ["n", "5", "-7.9.1"],
      ["n", "5", "7.9.0"],
      ["n", "5", "7.9.99"],
      ["n", "1e3", "7.9.1"],
      ["n", "", "7.9.1"],
      ["n", "99999999999999999999", "7.9.1"]
    ]
    for (const after of bad) expect(decodeCursor("timings.asc", segments, after), after.join(" ")).toBeNull()
  })

  it("never throws on arbitrary strings", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.constantFrom(...eventSorts), FastCheck.array(FastCheck.string(), { maxLength: 5 }), (sort, after) => {
        const read = decodeCursor(sort, segmentsOf(queryOf(sort)), after)
        if (read !== null) expect(encodeCursor(sort, segmentsOf(queryOf(sort)), read)).toEqual(after)
      })
    )
  })
})
