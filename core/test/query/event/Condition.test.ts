import { interval, noon, sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type Condition, type GeoBox, meetsCondition } from "../../../src/query/event/Condition.js"
import type { LocationRecord } from "../../../src/record/LocationRecord.js"
import { readSearch } from "../../../src/search/readSearch.js"
import { searchDocument } from "../../../src/search/SearchDocument.js"

const at = (given: Partial<LocationRecord>) => sampleLocation(1, 1, given)

const withTerms = sampleEvent(1, {
  keywords: ["Jazz", "Plein air"],
  terms: [{ dimension: "language", value: "fr", spelling: "fr" }, { dimension: "field:kind", value: "3", spelling: "3" }],
  numbers: [{ dimension: "field:price", value: 12.5 }],
  extIds: [{ key: "a", value: "1" }],
  at: [interval(1), interval(30)]
})

const meets = (condition: Condition, event = withTerms, location: ReturnType<typeof at> | null = null) =>
  meetsCondition(event, location, condition)

const box = (west: number, east: number, south = -10, north = 10): GeoBox => ({ west, east, south, north })

const age = (min: number | null, max: number | null) => sampleEvent(1, { age: min === null && max === null ? null : { min, max } })

describe("meetsCondition", () => {
  it.each<[string, Condition, boolean]>([
    ["an identifier it has", { _tag: "ExtId", in: [{ key: "b", value: "1" }, { key: "a", value: "1" }] }, true],
    ["one of another key", { _tag: "ExtId", in: [{ key: "b", value: "1" }] }, false],
    ["its agenda", { _tag: "Agenda", in: [2, 1] }, true],
    ["another agenda", { _tag: "Agenda", in: [2] }, false],
    ["one of several terms", { _tag: "Terms", dimension: "keyword", in: ["rock", "jazz"], orNone: false }, true],
    ["a term of another dimension", { _tag: "Terms", dimension: "accessibility", in: ["fr"], orNone: false }, false],
    ["a term of a dimension it has nothing in, or none", { _tag: "Terms", dimension: "accessibility", in: ["hi"], orNone: true }, true],
    ["none, of a dimension it has something in", { _tag: "Terms", dimension: "language", in: [], orNone: true }, false],
    ["every term", { _tag: "AllTerms", dimension: "keyword", all: ["jazz", "plein air"] }, true],
    ["every term but one", { _tag: "AllTerms", dimension: "keyword", all: ["jazz", "rock"] }, false],
    ["every term of a dimension it has nothing in", { _tag: "AllTerms", dimension: "accessibility", all: ["hi"] }, false],
    ["a number in a range", { _tag: "Numbers", dimension: "field:price", ranges: [{ gte: 12.5, lte: null }], orNone: false }, true],
    ["a number beside a range", { _tag: "Numbers", dimension: "field:price", ranges: [{ gte: null, lte: 12.4 }], orNone: true }, false],
    ["no number, or none", { _tag: "Numbers", dimension: "field:size", ranges: [], orNone: true }, true],
    ["no number", { _tag: "Numbers", dimension: "field:size", ranges: [{ gte: null, lte: null }], orNone: false }, false],
    ["no location, or none", { _tag: "LocationUid", in: [], orNone: true }, true],
    ["no place, or none", { _tag: "Place", field: "countryCode", in: ["fr"], orNone: true }, true],
    ["no place", { _tag: "Place", field: "countryCode", in: ["fr"], orNone: false }, false],
    ["no coordinates", { _tag: "Geo", boxes: [box(-180, 180, -90, 90)] }, false],
    ["the end of its last slot", { _tag: "EndsFrom", gte: interval(30).end }, true],
    ["an instant after it", { _tag: "EndsFrom", gte: interval(30).end + 1 }, false],
    ["its creation", { _tag: "CreatedAt", ranges: [{ gte: noon, lte: null }, { gte: null, lte: noon }] }, true]
  ])("evaluates the condition %s", (_label, condition, expected) => {
    expect(meets(condition)).toBe(expected)
  })

  it.each<[string, readonly [number | null, number | null], readonly [number | null, number | null], boolean]>([
    ["within", [6, 12], [8, 10], true],
    ["touching below", [6, 12], [null, 6], true],
    ["touching above", [6, 12], [12, null], true],
    ["below", [6, 12], [null, 5], false],
    ["above", [6, 12], [13, null], false],
    ["an open end above", [6, null], [90, null], true],
    ["an open end below", [null, 12], [null, 0], true],
    ["none of its own", [null, null], [null, null], false]
  ])("compares ages: %s", (_label, [min, max], [gte, lte], expected) => {
    expect(meets({ _tag: "Age", ranges: [{ gte, lte }] }, age(min, max))).toBe(expected)
  })

  it.each<[string, number, GeoBox, boolean]>([
    ["inside", 5, box(0, 10), true],
    ["on its western edge", 0, box(0, 10), true],
    ["on its eastern edge", 10, box(0, 10), true],
    ["west of it", -1, box(0, 10), false],
    ["east of the antimeridian, in a box across it", -179, box(170, -170), true],
    ["west of the antimeridian, in a box across it", 179, box(170, -170), true],
    ["between the ends of a box across it", 0, box(170, -170), false]
  ])("finds a point %s", (_label, longitude, asked, expected) => {
    const location = at({ latitude: 10, longitude })
    expect(meets({ _tag: "Geo", boxes: [asked] }, withTerms, location)).toBe(expected)
    expect(meets({ _tag: "Geo", boxes: [box(-2, -1), asked] }, sampleEvent(1), location)).toBe(expected || longitude === -1)
    expect(meets({ _tag: "Geo", boxes: [{ ...asked, north: 9 }] }, withTerms, location)).toBe(false)
    expect(meets({ _tag: "Geo", boxes: [asked] }, withTerms, at({ latitude: null, longitude }))).toBe(false)
  })

  it("a box across the antimeridian contains the same points as its two halves", () => {
    const degrees = FastCheck.integer({ min: -180, max: 180 })
    FastCheck.assert(FastCheck.property(degrees, degrees, degrees, (west, east, longitude) => {
      FastCheck.pre(west > east)
      const location = at({ latitude: 0, longitude })
      const halves: Condition = { _tag: "Geo", boxes: [box(west, 180), box(-180, east)] }
      expect(meets({ _tag: "Geo", boxes: [box(west, east)] }, withTerms, location)).toBe(meets(halves, withTerms, location))
    }))
  })

  it("a search condition covers the texts of the event and its location and applies the minimum score", () => {
    const reading = readSearch(["concert brest"])
    if (reading._tag !== "Search") throw new Error("nothing to search for")
    const search = searchDocument({ title: { fr: "Concert" }, description: {}, longDescription: {}, keywords: {} })
    const event = sampleEvent(1, { search })
    const condition = (least: number): Condition => ({ _tag: "Search", search: reading.plan, least })
    expect(meets(condition(0), event, at({ adminLevel4: "Brest" }))).toBe(true)
    expect(meets(condition(24), event, at({ adminLevel4: "Brest" }))).toBe(true)
    expect(meets(condition(25), event, at({ adminLevel4: "Brest" }))).toBe(false)
    expect(meets(condition(0), event, at({ adminLevel4: "Quimper", name: "Salle" }))).toBe(false)
    expect(meets(condition(0), event, null)).toBe(false)
  })
})
