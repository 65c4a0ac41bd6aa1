import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { encodeCursor } from "../../src/query/Cursor.js"
import { type EventQuery, eventSorts } from "../../src/query/EventQuery.js"
import { selectFields } from "../../src/query/FieldPath.js"
import { planQuery } from "../../src/query/planQuery.js"
import type { QueryPlan } from "../../src/query/QueryPlan.js"

const asked: EventQuery = {
  filter: {},
  removed: "without",
  sort: "timingsWithFeatured.asc",
  start: { _tag: "First" },
  size: 20,
  detailed: false,
  includeSort: false
}

const plan = (query: Partial<EventQuery>, now = 1_000): QueryPlan =>
  Either.getOrThrow(planQuery({ ...asked, ...query }, { scope: { _tag: "Agenda", agendaUid: 1 }, audience: "public", now }))

const shape = (made: QueryPlan) =>
  made.segments.map(({ direction, featured, half, key, source }) => [source, featured, half, `${key} ${direction}`])

describe("planQuery", () => {
  it("makes the segments of each sort", () => {
    expect(shape(plan({ sort: "timingsWithFeatured.asc" }))).toEqual([
      ["live", true, "notEnded", "nextBegin asc"],
      ["live", true, "ended", "lastEnd desc"],
      ["live", false, "notEnded", "nextBegin asc"],
      ["live", false, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: "timings.asc" }))).toEqual([
      ["live", null, "notEnded", "nextBegin asc"],
      ["live", null, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: "lastTimingWithFeatured.asc" }))).toEqual([
      ["live", true, "notEnded", "lastBegin asc"],
      ["live", true, "ended", "lastEnd desc"],
      ["live", false, "notEnded", "lastBegin asc"],
      ["live", false, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: "lastTiming.asc" }))).toEqual([
      ["live", null, "notEnded", "lastBegin asc"],
      ["live", null, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: "updatedAt.asc" }))).toEqual([["live", null, null, "updatedAt asc"]])
    expect(shape(plan({ sort: "updatedAt.desc" }))).toEqual([["live", null, null, "updatedAt desc"]])
  })

  it("puts tombstones last under time sorts and among the events under sorts by change", () => {
    expect(shape(plan({ sort: "timings.asc", removed: "with" })).at(-1)).toEqual(["removed", null, null, "uid asc"])
    expect(shape(plan({ sort: "updatedAt.desc", removed: "with" }))).toEqual([["both", null, null, "updatedAt desc"]])
    expect(shape(plan({ sort: "timings.asc", removed: "only" }))).toEqual([["removed", null, null, "uid asc"]])
    expect(shape(plan({ sort: "updatedAt.asc", removed: "only" }))).toEqual([["removed", null, null, "updatedAt asc"]])
  })

  it("asks for bodies only where something of them is shown", () => {
    const picked = (...paths: ReadonlyArray<string>) => ({ fields: selectFields(paths.map((path) => path.split("."))) })
    expect(plan({}).bodies).toBe(false)
    expect(plan({ detailed: true }).bodies).toBe(true)
    expect(plan({ removed: "with" }).bodies).toBe(true)
    expect(plan({ detailed: true, ...picked("uid", "location.region", "updatedAt") }).bodies).toBe(false)
    expect(plan({ removed: "with", ...picked("title") }).bodies).toBe(false)
    expect(plan({ removed: "with", ...picked("title", "timings.begin") }).bodies).toBe(true)
  })

  it("leaves out segments that cannot hold anything", () => {
    expect(shape(plan({ sort: "timings.asc", filter: { relative: ["passed"] } }))).toEqual([["live", null, "ended", "lastEnd desc"]])
    expect(shape(plan({ sort: "timings.asc", filter: { relative: ["current"] } }))).toEqual([["live", null, "notEnded", "nextBegin asc"]])
    expect(shape(plan({ filter: { featured: [true] } })).map((segment) => segment[1])).toEqual([true, true])
    expect(shape(plan({ filter: { featured: [true, false] } }))).toHaveLength(4)
  })

  it("asks for published events unless states are named", () => {
    expect(plan({}).live).toEqual([{ _tag: "State", in: [2] }])
    expect(plan({ filter: { state: [0, 1, 0] } }).live).toEqual([{ _tag: "State", in: [0, 1] }])
  })

  it("folds text and resolves relative words against the first page's instant", () => {
    const made = plan({ filter: { keyword: ["Été", "ete"], relative: ["upcoming"], place: { adminLevel4: ["SÈTE"] } } })
    expect(made.live).toContainEqual({ _tag: "Keyword", all: ["ete"] })
    expect(made.live).toContainEqual({ _tag: "Relative", in: ["upcoming"], at: 1_000 })
    expect(made.live).toContainEqual({ _tag: "Place", field: "adminLevel4", in: ["sete"] })
  })

  it("passes only uid and change bounds on to tombstones", () => {
    const made = plan({ removed: "with", filter: { uid: [3], keyword: ["jazz"], state: [2], updatedAt: [{ gte: 5, lte: null }] } })
    expect(made.removed).toEqual([{ _tag: "Uid", in: [3] }, { _tag: "UpdatedAt", ranges: [{ gte: 5, lte: null }] }])
    expect(plan({ removed: "only" }).live).toBeNull()
    expect(plan({}).removed).toBeNull()
  })

  it("keeps the first page's instant on later pages, and shows with the request's", () => {
    for (const sort of eventSorts) {
      const first = plan({ sort, filter: { relative: ["current", "passed", "upcoming"] } }, 1_000)
      const cursor = encodeCursor(sort, first.segments, {
        segment: first.segments.length - 1,
        position: { key: 4, uid: 8 },
        asOf: first.asOf
      })
      const second = plan({ sort, filter: { relative: ["current", "passed", "upcoming"] }, start: { _tag: "After", cursor } }, 9_000)
      expect(second.asOf).toBe(1_000)
      expect(second.shownAt).toBe(9_000)
      expect(second.live).toEqual(first.live)
      expect(second.start).toEqual({ _tag: "Behind", segment: first.segments.length - 1, position: { key: 4, uid: 8 } })
    }
  })

  it("refuses a cursor of another list", () => {
    const first = plan({ sort: "timings.asc", removed: "with" })
    const cursor = encodeCursor("timings.asc", first.segments, { segment: 2, position: { key: 4, uid: 4 }, asOf: 1 })
    const refused = planQuery({ ...asked, sort: "timings.asc", start: { _tag: "After", cursor } }, {
      scope: { _tag: "Agenda", agendaUid: 1 },
      audience: "public",
      now: 0
    })
    expect(Either.getOrThrow(Either.flip(refused)).map(({ code, field }) => [code, field])).toEqual([["cursor.invalid", "after"]])
  })

  it("is data: it survives JSON and structuredClone", () => {
    const made = plan({
      removed: "with",
      filter: { timings: [{ gte: 1, lte: null }], locationUid: [4] },
      start: { _tag: "From", skip: 30 }
    })
    expect(JSON.parse(JSON.stringify(made))).toEqual(made)
    expect(structuredClone(made)).toEqual(made)
    expect(made.start).toEqual({ _tag: "Skip", count: 30 })
  })
})
