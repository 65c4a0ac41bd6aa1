import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import type { AdditionalField } from "../../src/domain/field/AdditionalField.js"
import { agendasToName, type FacetViewing, locationsToName, presentFacet } from "../../src/present/facet/presentFacet.js"
import type { Range } from "../../src/query/event/Condition.js"
import type { FacetQuery } from "../../src/query/event/FacetQuery.js"
import { planFacet, type PlannedFacet } from "../../src/query/event/planFacet.js"
import type { Count, TallyAnswer } from "../../src/query/event/Tally.js"
import { instantOf } from "../instantOf.js"
import { agendaRecord as agenda, locationRecord as location } from "./records.js"

const genres: AdditionalField = {
  field: "genres",
  label: { fr: "Genres" },
  fieldType: "checkbox",
  optional: true,
  schemaType: "agenda",
  options: [
    { id: 3, value: "rock", label: { fr: "Rock", en: "Rock music" } },
    { id: 4, value: "pop", label: { fr: "Pop" }, withdrawn: true }
  ]
}
const free: AdditionalField = { field: "free", label: {}, fieldType: "boolean", optional: true, schemaType: "agenda" }
const places: AdditionalField = { field: "places", label: {}, fieldType: "integer", optional: true, schemaType: "agenda" }

const planned = (type: FacetQuery["type"], more: Partial<FacetQuery> = {}, timings: ReadonlyArray<Range> = []): PlannedFacet =>
  Either.getOrThrow(
    planFacet({ type, key: type, size: 10, ...more }, { timings, fields: [genres, free, places], asOf: instantOf("2031-05-10T12:00:00Z") })
  )

const viewing: FacetViewing = { locations: new Map(), agendas: new Map(), languages: null }
const show = (facet: PlannedFacet, answer: TallyAnswer | null, more: Partial<FacetViewing> = {}) =>
  presentFacet(facet, answer, { ...viewing, ...more })

const counts = (...rows: ReadonlyArray<readonly [Count["value"], number, string?]>): TallyAnswer => ({
  _tag: "Counts",
  counts: rows.map(([value, count, spelling]) => ({ value, count, spelling: spelling ?? null }))
})

describe("buckets", () => {
  it("buckets are sorted by count, then by key, and limited to the size", () => {
    const answer = counts(["b", 2, "B"], ["a", 2, "A"], ["c", 5, "C"], ["d", 1, "D"])
    expect(show(planned("keywords", { size: 3 }), answer)).toEqual([
      { key: "C", eventCount: 5 },
      { key: "A", eventCount: 2 },
      { key: "B", eventCount: 2 }
    ])
    expect(show(planned("keywords", { size: 0 }), answer)).toEqual([])
    expect(show(planned("keywords"), counts())).toEqual([])
  })

  it("spellings of one value are merged under the most frequent one", () => {
    expect(show(planned("cities"), counts(["brest", 2, "Brest"], ["brest", 3, "BREST"], ["quimper", 4, "Quimper"]))).toEqual([
      { key: "BREST", eventCount: 5 },
      { key: "Quimper", eventCount: 4 }
    ])
    expect(show(planned("cities"), counts(["a", 2, "\u{1F600}"], ["a", 2, "\uFF5E"], ["a", 1, "a"]))).toEqual([{
      key: "\uFF5E",
      eventCount: 5
    }])
  })

  it("numeric values are shown as numbers in numeric order", () => {
    expect(show(planned("status"), counts([10, 1], [2, 1], [-1, 1]))).toEqual([
      { key: -1, eventCount: 1 },
      { key: 2, eventCount: 1 },
      { key: 10, eventCount: 1 }
    ])
    expect(show(planned("relative"), counts(["passed", 1], ["upcoming", 2]))).toEqual([
      { key: "upcoming", eventCount: 2 },
      { key: "passed", eventCount: 1 }
    ])
    expect(show(planned("featured"), counts([1, 1], [0, 4]))).toEqual([{ key: false, eventCount: 4 }, { key: true, eventCount: 1 }])
  })

  it("events without a value have an additional bucket that does not count towards the size", () => {
    const answer = counts(["a", 3, "A"], [null, 2], ["b", 2, "B"], ["c", 1, "C"])
    expect(show(planned("cities", { missing: "none", size: 2 }), answer)).toEqual([
      { key: "A", eventCount: 3 },
      { key: "B", eventCount: 2 },
      { key: "none", eventCount: 2 }
    ])
    expect(show(planned("cities", { missing: "AA" }), answer)).toEqual([
      { key: "A", eventCount: 3 },
      { key: "AA", eventCount: 2 },
      { key: "B", eventCount: 2 },
      { key: "C", eventCount: 1 }
    ])
    expect(show(planned("cities"), answer)).toEqual([
      { key: "A", eventCount: 3 },
      { key: "B", eventCount: 2 },
      { key: "C", eventCount: 1 }
    ])
    expect(show(planned("cities", { missing: "none" }), counts(["a", 3, "A"]))).toEqual([{ key: "A", eventCount: 3 }])
  })

  const row = FastCheck.record({
    value: FastCheck.option(FastCheck.constantFrom("a", "b", "c", "d"), { nil: null }),
    spelling: FastCheck.constantFrom("A", "a", "À"),
    count: FastCheck.integer({ min: 1, max: 4 })
  })
  const rowsOf = FastCheck.uniqueArray(row, { selector: ({ spelling, value }) => `${value} ${spelling}` })

  it("fewer buckets are a prefix of more buckets", () => {
    FastCheck.assert(FastCheck.property(rowsOf, FastCheck.integer({ min: 0, max: 5 }), (rows, size) => {
      const answer: TallyAnswer = { _tag: "Counts", counts: rows }
      const all = show(planned("cities", { size: rows.length }), answer)
      expect(show(planned("cities", { size }), answer)).toEqual(Array.isArray(all) ? all.slice(0, size) : null)
    }))
  })

  it("buckets do not depend on the order of the counts", () => {
    FastCheck.assert(FastCheck.property(
      rowsOf.chain((rows) => FastCheck.tuple(FastCheck.constant(rows), FastCheck.shuffledSubarray(rows, { minLength: rows.length }))),
      FastCheck.integer({ min: 0, max: 5 }),
      ([rows, others], size) => {
        const facet = planned("cities", { size, missing: "none" })
        expect(show(facet, { _tag: "Counts", counts: rows })).toEqual(show(facet, { _tag: "Counts", counts: others }))
      }
    ))
  })
})

describe("locations and agendas", () => {
  const answer = counts([location.uid, 3], [999, 2], [null, 1])
  it("buckets include the names", () => {
    expect(locationsToName(planned("locations"), answer)).toEqual([location.uid, 999])
    expect(locationsToName(planned("locations", { size: 1 }), answer)).toEqual([location.uid])
    expect(show(planned("locations", { missing: "none" }), answer, { locations: new Map([[location.uid, location]]) })).toEqual([
      { key: location.uid, eventCount: 3, location: { uid: location.uid, name: location.name } },
      { key: "none", eventCount: 1 }
    ])
    expect(agendasToName(planned("originAgendas"), counts([agenda.uid, 3]))).toEqual([agenda.uid])
    expect(agendasToName(planned("locations"), answer)).toEqual([])
    expect(show(planned("originAgendas"), counts([agenda.uid, 3]), { agendas: new Map([[agenda.uid, agenda]]) })).toEqual([
      {
        key: agenda.uid,
        eventCount: 3,
        agenda: { uid: agenda.uid, title: agenda.title, slug: agenda.slug, image: agenda.image, url: agenda.url }
      }
    ])
  })
})

describe("additional fields", () => {
  const of = (field: string, more: Partial<FacetQuery> = {}) => planned("additionalFields", { field, ...more })
  it("option buckets have id and label, including withdrawn options", () => {
    const answer = counts(["4", 2, "4"], ["3", 1, "3"], [null, 5])
    expect(show(of("genres", { missing: "null" }), answer)).toEqual([
      { key: "null", eventCount: 5 },
      { id: 4, label: { fr: "Pop" }, eventCount: 2 },
      { id: 3, label: { fr: "Rock", en: "Rock music" }, eventCount: 1 }
    ])
    expect(show(of("genres"), answer, { languages: ["en", "fr"] })).toEqual([
      { id: 4, label: "Pop", eventCount: 2 },
      { id: 3, label: "Rock music", eventCount: 1 }
    ])
    expect(show(of("genres"), counts(["7", 1, "7"]))).toEqual([{ id: 7, label: {}, eventCount: 1 }])
  })

  it("boolean buckets have boolean keys", () => {
    expect(show(of("free"), counts(["true", 1, "true"], ["false", 2, "false"]))).toEqual([
      { key: false, eventCount: 2 },
      { key: true, eventCount: 1 }
    ])
  })

  it("numeric fields have metrics that do not depend on the order of the counts", () => {
    const metrics = planned("additionalFieldMetrics", { field: "places" })
    expect(show(metrics, counts([10, 2], [-5, 1], [100, 1]))).toEqual({ sum: 115, avg: 28.75, min: -5, max: 100 })
    expect(show(metrics, counts())).toEqual({ sum: null, avg: null, min: null, max: null })
    const numbers = FastCheck.uniqueArray(FastCheck.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 })
    FastCheck.assert(FastCheck.property(
      numbers.chain((values) =>
        FastCheck.tuple(FastCheck.constant(values), FastCheck.shuffledSubarray(values, { minLength: values.length }))
      ),
      ([values, others]) => {
        const rows = (numbers: ReadonlyArray<number>) => counts(...numbers.map((value): readonly [number, number] => [value, 1]))
        expect(show(metrics, rows(values))).toEqual(show(metrics, rows(others)))
      }
    ))
  })
})

describe("map facets", () => {
  const points: TallyAnswer = {
    _tag: "Points",
    points: [
      { latitude: 48.8583, longitude: 2.2945, count: 2 },
      { latitude: 48.86, longitude: 2.295, count: 1 },
      { latitude: -33.8568, longitude: 151.2153, count: 4 }
    ]
  }
  it("the viewport is the bounding box of the points", () => {
    expect(show(planned("viewport"), points)).toEqual({
      topLeft: { latitude: 48.86, longitude: 2.2945 },
      bottomRight: { latitude: -33.8568, longitude: 151.2153 }
    })
    expect(show(planned("viewport"), { _tag: "Points", points: [] })).toBeNull()
  })

  it("geohash cells depend on the zoom level", () => {
    expect(show(planned("geohash", { zoom: 0 }), points)).toEqual([
      { key: "r", eventCount: 4, latitude: -22.5, longitude: 157.5 },
      { key: "u", eventCount: 3, latitude: 67.5, longitude: 22.5 }
    ])
    expect(show(planned("geohash", { zoom: 20, size: 2 }), points)).toMatchObject([{ key: "r3gx2ux9g", eventCount: 4 }, {
      key: "u09tunqu1",
      eventCount: 2
    }])
    expect(show(planned("geohash"), { _tag: "Points", points: [] })).toEqual([])
  })
})

describe("time facets", () => {
  it("timespan is from the first begin to the last end in the time zone", () => {
    const span = { first: instantOf("2031-05-05T08:00:00Z"), last: instantOf("2031-12-05T20:00:00Z") }
    expect(show(planned("timespan"), { _tag: "Span", span })).toEqual({
      first: "2031-05-05T10:00:00+02:00",
      last: "2031-12-05T21:00:00+01:00"
    })
    expect(show(planned("timespan", { timezone: "UTC" }), { _tag: "Span", span })).toMatchObject({ first: "2031-05-05T08:00:00+00:00" })
    expect(show(planned("timespan"), { _tag: "Span", span: null })).toBeNull()
  })

  it("timings are counted by interval in chronological order", () => {
    const answer = counts(
      [instantOf("2031-10-26T01:10:00Z"), 3],
      [instantOf("2031-10-26T00:10:00Z"), 1],
      [instantOf("2031-10-26T00:40:00Z"), 1],
      [instantOf("2031-10-25T22:30:00Z"), 1]
    )
    expect(show(planned("timings", { interval: "hour" }), answer)).toEqual([
      { key: "2031-10-26T00:00:00+02:00", timingCount: 1 },
      { key: "2031-10-26T02:00:00+02:00", timingCount: 2 },
      { key: "2031-10-26T02:00:00+01:00", timingCount: 3 }
    ])
    expect(show(planned("timings"), answer)).toEqual([{ key: "2031-10-26", timingCount: 6 }])
    expect(show(planned("timings", { timezone: "UTC" }), answer)).toEqual([
      { key: "2031-10-25", timingCount: 1 },
      { key: "2031-10-26", timingCount: 5 }
    ])
    expect(show(planned("timings", { timezone: "UTC", size: 1 }), answer)).toEqual([{ key: "2031-10-25", timingCount: 1 }])
  })

  it("eventsByDateRanges counts by day, including empty days", () => {
    const timings = [{ gte: instantOf("2031-05-05T10:00:00Z"), lte: instantOf("2031-05-07T10:00:00Z") }]
    expect(show(planned("eventsByDateRanges", { size: 1 }, timings), counts([1, 2]))).toEqual([
      { key: "2031-05-05", eventCount: 0 },
      { key: "2031-05-06", eventCount: 2 },
      { key: "2031-05-07", eventCount: 0 }
    ])
  })
})

describe("facets without data", () => {
  for (const type of ["members", "sourceAgendas", "addMethods", "valid"] as const) {
    it(`${type} are empty`, () => expect(show(planned(type), null)).toEqual([]))
  }
})
