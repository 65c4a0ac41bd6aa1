import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { issue } from "../../../src/domain/error/Issue.js"
import { encodeCursor } from "../../../src/query/event/Cursor.js"
import type { EventQuery } from "../../../src/query/event/EventQuery.js"
import { type EventSort, eventSorts } from "../../../src/query/event/EventSort.js"
import { selectFields } from "../../../src/query/event/FieldPath.js"
import { planQuery, withMinimumScore } from "../../../src/query/event/planQuery.js"
import type { OrderValue, QueryPlan } from "../../../src/query/event/QueryPlan.js"
import { asked, context, planned } from "../planned.js"

const plan = (query: Partial<EventQuery>, now = 1_000): QueryPlan => planned(query, { now }).plan

const sortedBy = (...sort: ReadonlyArray<EventSort>): Partial<EventQuery> => ({ sort })

const shape = (made: QueryPlan) =>
  made.segments.map((
    { featured, endedFilter: half, order, source }
  ) => [source, featured, half, order.map(({ direction, key }) => `${key} ${direction}`).join(", ")])

const refusal = (query: Partial<EventQuery>) =>
  Either.getOrThrow(Either.flip(planQuery({ ...asked, ...query }, context))).map(({ code, field }) => [code, field])

describe("planQuery", () => {
  it("each sort has its segments", () => {
    expect(shape(plan({ sort: ["timingsWithFeatured.asc"] }))).toEqual([
      ["live", true, "notEnded", "nextBegin asc"],
      ["live", true, "ended", "lastEnd desc"],
      ["live", false, "notEnded", "nextBegin asc"],
      ["live", false, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: ["timings.asc"] }))).toEqual([
      ["live", null, "notEnded", "nextBegin asc"],
      ["live", null, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: ["lastTimingWithFeatured.asc"] }))).toEqual([
      ["live", true, "notEnded", "lastBegin asc"],
      ["live", true, "ended", "lastEnd desc"],
      ["live", false, "notEnded", "lastBegin asc"],
      ["live", false, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: ["lastTiming.asc"] }))).toEqual([
      ["live", null, "notEnded", "lastBegin asc"],
      ["live", null, "ended", "lastEnd desc"]
    ])
    expect(shape(plan({ sort: ["updatedAt.asc"] }))).toEqual([["live", null, null, "updatedAt asc"]])
    expect(shape(plan({ sort: ["updatedAt.desc"] }))).toEqual([["live", null, null, "updatedAt desc"]])
  })

  it("tombstones come last under time sorts and are merged under sorts by change", () => {
    expect(shape(plan({ sort: ["timings.asc"], removed: "with" })).at(-1)).toEqual(["removed", null, null, ""])
    expect(shape(plan({ sort: ["updatedAt.desc"], removed: "with" }))).toEqual([["both", null, null, "updatedAt desc"]])
    expect(shape(plan({ sort: ["timings.asc"], removed: "only" }))).toEqual([["removed", null, null, ""]])
    expect(shape(plan({ sort: ["updatedAt.asc"], removed: "only" }))).toEqual([["removed", null, null, "updatedAt asc"]])
  })

  it("a list of size 0 has unordered segments", () => {
    const counted = (query: Partial<EventQuery>) => shape(plan({ ...query, size: 0, start: { _tag: "From", skip: 3 } }))
    expect(counted({})).toEqual([["live", null, null, ""]])
    expect(counted({ sort: ["updatedAt.desc"], removed: "with" })).toEqual([["live", null, null, ""], ["removed", null, null, ""]])
    expect(counted({ removed: "only" })).toEqual([["removed", null, null, ""]])
    expect(plan({ size: 0, start: { _tag: "From", skip: 3 } }).start).toEqual({ _tag: "Skip", count: 0 })
  })

  it("bodies are requested only when the view shows a body member", () => {
    const picked = (...paths: ReadonlyArray<string>) => ({ fields: selectFields(paths.map((path) => path.split("."))) })
    expect(plan({}).bodies).toBe(false)
    expect(plan({ detailed: true }).bodies).toBe(true)
    expect(plan({ removed: "with" }).bodies).toBe(true)
    expect(plan({ detailed: true, ...picked("uid", "location.region", "updatedAt") }).bodies).toBe(false)
    expect(plan({ removed: "with", ...picked("title") }).bodies).toBe(false)
    expect(plan({ removed: "with", ...picked("title", "timings.begin") }).bodies).toBe(true)
  })

  it("segments that are always empty are omitted", () => {
    expect(shape(plan({ sort: ["timings.asc"], filter: { relative: ["passed"] } }))).toEqual([["live", null, "ended", "lastEnd desc"]])
    expect(shape(plan({ sort: ["timings.asc"], filter: { relative: ["current"] } }))).toEqual([["live", null, "notEnded", "nextBegin asc"]])
    expect(shape(plan({ filter: { featured: [true] } })).map((segment) => segment[1])).toEqual([true, true])
    expect(shape(plan({ filter: { featured: [true, false] } }))).toHaveLength(4)
  })

  it("the default state is published", () => {
    expect(plan({}).live).toEqual([{ _tag: "State", in: [2] }])
    expect(plan({ filter: { state: [0, 1, 0] } }).live).toEqual([{ _tag: "State", in: [0, 1] }])
  })

  it("texts are folded and relative times resolve against the instant of the first page", () => {
    const made = plan({ filter: { keyword: ["Été", "ete"], relative: ["upcoming"], adminLevel4: ["SÈTE"] } })
    expect(made.live).toContainEqual({ _tag: "AllTerms", dimension: "keyword", all: ["ete"] })
    expect(made.live).toContainEqual({ _tag: "Relative", in: ["upcoming"], at: 1_000 })
    expect(made.live).toContainEqual({ _tag: "Place", field: "adminLevel4", in: ["sete"], orNone: false })
  })

  it("overlapping and touching ranges are merged", () => {
    const ranges = [{ gte: 5, lte: null }, { gte: 1, lte: 2 }, { gte: 3, lte: 3 }, { gte: 7, lte: 9 }]
    const fewest = [{ gte: 1, lte: 3 }, { gte: 5, lte: null }]
    const apart = [{ gte: 1, lte: 2 }, { gte: 3, lte: 3 }, { gte: 5, lte: null }]
    const numbers = { _tag: "Numbers", dimension: "field:size", orNone: false } as const
    const made = planned({ removed: "with", filter: { timings: ranges, createdAt: ranges, updatedAt: ranges, age: ranges } }, {
      fields: [{ ...numbers, ranges }]
    })
    expect(made.plan.live).toEqual([
      { _tag: "State", in: [2] },
      { _tag: "Age", ranges: apart },
      { _tag: "Timings", ranges: fewest },
      { _tag: "CreatedAt", ranges: fewest },
      { _tag: "UpdatedAt", ranges: fewest },
      { ...numbers, ranges: apart }
    ])
    expect(made.plan.removed).toEqual([{ _tag: "UpdatedAt", ranges: fewest }])
  })

  it("a filter takes at most a hundred ranges, and each filter with more is reported", () => {
    const ranges = (count: number) => Array.from({ length: count }, (_, index) => ({ gte: index * 2, lte: index * 2 }))
    const boxes = (count: number) => Array.from({ length: count }, () => ({ north: 1, east: 1, south: 0, west: 0 }))
    const bounds = (count: number) => Array.from({ length: count }, () => ({ gte: "1", lte: null }))
    const filter = (count: number): EventQuery["filter"] => ({
      age: ranges(count),
      createdAt: ranges(count),
      geo: boxes(count),
      timings: ranges(count),
      updatedAt: ranges(count),
      fields: { size: { values: [], ranges: bounds(count), others: [] } }
    })
    expect(planned({ filter: filter(100) }).plan.live).toContainEqual({ _tag: "Timings", ranges: ranges(100) })
    expect(refusal({ filter: filter(101) })).toEqual(
      ["geo", "age", "timings", "createdAt", "updatedAt", "size"].map((name) => ["parameter.invalid", name])
    )
  })

  it("tombstones are filtered only by uid and updatedAt", () => {
    const made = plan({ removed: "with", filter: { uid: [3], keyword: ["jazz"], state: [2], updatedAt: [{ gte: 5, lte: null }] } })
    expect(made.removed).toEqual([{ _tag: "Uid", in: [3] }, { _tag: "UpdatedAt", ranges: [{ gte: 5, lte: null }] }])
    expect(plan({ removed: "only" }).live).toBeNull()
    expect(plan({}).removed).toBeNull()
  })

  it("later pages filter by the instant of the first page and present by the instant of the request", () => {
    for (const sort of eventSorts) {
      const filter = { relative: ["current", "passed", "upcoming"] } as const
      const first = plan({ sort: [sort], filter }, 1_000)
      const segment = first.segments.length - 1
      const values = (first.segments[segment]?.order ?? []).map(({ key }): OrderValue => key.startsWith("location.") ? "brest" : 4)
      const position = { values, uid: 8 }
      const cursor = encodeCursor({ sorts: [sort], segments: first.segments, hasCut: false }, {
        segment,
        position,
        asOf: first.asOf,
        minimumScore: null
      })
      const second = plan({ sort: [sort], filter, start: { _tag: "After", cursor } }, 9_000)
      expect(second.asOf).toBe(1_000)
      expect(second.shownAt).toBe(9_000)
      expect(second.live).toEqual(first.live)
      expect(second.start).toEqual({ _tag: "After", segment, position })
    }
  })

  it("a cursor of another list is refused together with all other issues", () => {
    const start = { _tag: "After", cursor: ["r", "r", "4.1.timings.asc"] } as const
    expect(refusal({ ...sortedBy("timings.asc"), start })).toEqual([["cursor.invalid", "after"]])
    expect(Either.isRight(planQuery({ ...asked, ...sortedBy("timings.asc"), removed: "with", start }, context))).toBe(true)
    const words = Array.from({ length: 65 }, (_, index) => `mot${index}`).join(" ")
    expect(refusal({ start, filter: { search: [words] }, faults: [issue("parameter.invalid", "size")] })).toEqual([
      ["parameter.invalid", "size"],
      ["parameter.invalid", "search"],
      ["cursor.invalid", "after"]
    ])
  })

  it("a filter with too many ranges is reported under the parameter name that was sent", () => {
    const timings = Array.from({ length: 101 }, (_, day) => ({ gte: day, lte: null }))
    expect(refusal({ filter: { timings }, names: { timings: "date" } })).toEqual([["parameter.invalid", "date"]])
    expect(refusal({ filter: { timings } })).toEqual([["parameter.invalid", "timings"]])
  })

  it("the list is sorted as requested, else by score with a search, else by the default", () => {
    expect(planned({}).sorts).toEqual(["timingsWithFeatured.asc"])
    expect(planned({}, { defaultSort: "timings.asc" }).sorts).toEqual(["timings.asc"])
    expect(planned({ filter: { search: ["jazz"] } }).sorts).toEqual(["score"])
    expect(planned({ filter: { search: ["jazz"] }, ...sortedBy("timings.asc") }).sorts).toEqual(["timings.asc"])
    expect(planned({ filter: { search: ["…", ""] } }).sorts).toEqual(["score"])
    expect(planned({ filter: { search: [] } }).sorts).toEqual(["timingsWithFeatured.asc"])
    expect(planned(sortedBy("createdAt.asc", "score", "createdAt.asc")).sorts).toEqual(["createdAt.asc", "score"])
  })

  it("several sorts share one segment, and time sorts expand to all their keys", () => {
    expect(shape(plan(sortedBy("location.adminLevel4.desc", "lastTimingWithFeatured.asc", "createdAt.desc")))).toEqual([
      ["live", null, null, "location.adminLevel4 desc, featured desc, ended asc, lastTime asc, createdAt desc"]
    ])
    expect(shape(plan({ ...sortedBy("timings.asc", "updatedAt.asc"), removed: "with" }))).toEqual([
      ["live", null, null, "ended asc, nextTime asc, updatedAt asc"],
      ["removed", null, null, ""]
    ])
    expect(shape(plan(sortedBy("score")))).toEqual([["live", null, null, "score desc, fit desc, ended asc, nextTime asc"]])
    expect(shape(plan(sortedBy("score", "createdAt.desc")))).toEqual([["live", null, null, "score desc, createdAt desc"]])
  })

  it("locations are requested only when the view or the sort explanation shows them", () => {
    const picked = { detailed: true, fields: selectFields([["uid"]]) }
    expect(plan({}).locations).toBe(true)
    expect(plan(picked).locations).toBe(false)
    expect(plan({ ...picked, fields: selectFields([["country", "code"]]) }).locations).toBe(true)
    expect(plan({ ...picked, ...sortedBy("location.name.asc") }).locations).toBe(false)
    expect(plan({ ...picked, ...sortedBy("location.name.asc"), includeSort: true }).locations).toBe(true)
  })

  it("events without a value match when requested, alone or besides values", () => {
    expect(plan({ filter: { none: ["keyword", "adminLevel4", "locationUid", "languages"], locationUid: [3] } }).live?.slice(1)).toEqual([
      { _tag: "LocationUid", in: [3], orNone: true },
      { _tag: "Place", field: "adminLevel4", in: [], orNone: true },
      { _tag: "Terms", dimension: "keyword", in: [], orNone: true },
      { _tag: "Terms", dimension: "language", in: [], orNone: true }
    ])
    expect(plan({ filter: { none: ["keyword"], keyword: ["Jazz"] } }).live?.slice(1)).toEqual([
      { _tag: "Terms", dimension: "keyword", in: [], orNone: true },
      { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }
    ])
  })

  it("ticket filters apply at the instant of the list and exclude events without tickets unless requested", () => {
    const conditions = (filter: EventQuery["filter"]) => plan({ filter }).live?.slice(1)
    const at = plan({}).asOf
    expect(conditions({ availability: ["available", "unknown"] })).toEqual([
      { _tag: "Availability", in: ["available", "unknown"], at, orNone: false }
    ])
    expect(conditions({ none: ["availability"], availability: ["soldOut"] })).toEqual([
      { _tag: "Availability", in: ["soldOut"], at, orNone: true }
    ])
    expect(conditions({ none: ["availability"] })).toEqual([{ _tag: "Availability", in: [], at, orNone: true }])
    expect(conditions({ bookable: [true] })).toEqual([{ _tag: "Availability", in: ["available", "limited"], at, orNone: false }])
    expect(conditions({ bookable: [false, false] })).toEqual([
      { _tag: "Availability", in: ["soldOut", "notYetOnSale", "salesClosed", "mixed", "unknown"], at, orNone: true }
    ])
    expect(conditions({ bookable: [true, false] })).toEqual([])
    expect(conditions({ pricing: ["free"] })).toEqual([{ _tag: "Terms", dimension: "pricing", in: ["free"], orNone: false }])
    expect(conditions({ none: ["pricing"] })).toEqual([{ _tag: "Terms", dimension: "pricing", in: [], orNone: true }])
    expect(conditions({ availabilityUpdatedAt: [{ gte: 0, lte: null }, { gte: null, lte: 0 }] })).toEqual([
      { _tag: "AvailabilityUpdatedAt", ranges: [{ gte: null, lte: null }] }
    ])
  })

  it("the uids of ties go the way of the last sort", () => {
    const ties = (...sort: ReadonlyArray<EventSort>) => plan({ sort, removed: "with" }).segments.map(({ ties }) => ties)
    expect(ties("updatedAt.asc")).toEqual(["asc"])
    expect(ties("updatedAt.desc")).toEqual(["desc"])
    expect(ties("createdAt.desc")).toEqual(["desc", "desc"])
    expect(ties("location.name.desc", "createdAt.asc")).toEqual(["asc", "asc"])
    expect(ties("createdAt.asc", "location.name.desc")).toEqual(["desc", "desc"])
    expect(ties("timings.asc", "availabilityUpdatedAt.desc")).toEqual(["desc", "desc"])
    expect(ties("score")).toEqual(["asc", "asc"])
    expect(ties("createdAt.desc", "score")).toEqual(["asc", "asc"])
    // Those of ended events descend.
    expect(ties("timings.asc")).toEqual(["asc", "desc", "asc"])
    expect(ties("lastTimingWithFeatured.asc")).toEqual(["asc", "desc", "asc", "desc", "asc"])
    expect(ties("createdAt.desc", "timings.asc")).toEqual(["asEnded", "asc"])
  })

  it("events that ended before the configured limit are excluded", () => {
    expect(planned({}, { past_ms_max: 300 }).plan.live).toContainEqual({ _tag: "EndsFrom", gte: 700 })
  })

  it("a threshold is the minimum score, and an automatic one needs the plan of the best scores", () => {
    const leastOf = (made: QueryPlan) => made.live?.flatMap((condition) => condition._tag === "Search" ? [condition.least] : [])
    expect(leastOf(plan({ filter: { search: ["jazz"] } }))).toEqual([0])
    expect(leastOf(plan({ filter: { search: ["🎷"] } }))).toEqual([])
    expect(leastOf(plan({ filter: { search: ["jazz"], threshold: 7.2 } }))).toEqual([8])
    expect(leastOf(plan({ filter: { search: ["jazz"], threshold: -3 } }))).toEqual([0])
    expect(leastOf(plan({ filter: { threshold: 7 } }))).toEqual([])
    expect(planned({ filter: { search: ["jazz"], threshold: 7 } }).scoring).toBeNull()
    expect(planned({ filter: { threshold: "auto" } }).scoring).toBeNull()

    const auto = { filter: { search: ["jazz"], threshold: "auto", relative: ["upcoming"] }, size: 3, removed: "with" } as const
    const first = planned(auto)
    expect(first.scoring).toEqual({
      ...first.plan,
      removed: null,
      segments: [{ source: "live", featured: null, endedFilter: null, order: [{ key: "score", direction: "desc" }], ties: "asc" }],
      limit: 20,
      bodies: false,
      locations: false
    })
    expect(leastOf(withMinimumScore(first.plan, 24))).toEqual([24])

    const later = planned({ ...auto, start: { _tag: "After", cursor: ["30_1_0_900", "24", "4.500.score"] } }, { now: 9_000 })
    expect(later).toMatchObject({ scoring: null, minimumScore: 24, plan: { asOf: 500 } })
    expect(leastOf(later.plan)).toEqual([24])
  })

  it("a plan survives JSON and structuredClone", () => {
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
