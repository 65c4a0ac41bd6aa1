import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import { type FacetQuery, facetTypes } from "../../../src/query/event/FacetQuery.js"
import { answerOf, type FacetContext, planFacets, talliesOf } from "../../../src/query/event/planFacet.js"
import { instantOf } from "../../instantOf.js"

const field = (code: string, fieldType: AdditionalField["fieldType"]): AdditionalField => ({
  field: code,
  label: { en: code },
  fieldType,
  optional: true,
  schemaType: "agenda"
})

const context: FacetContext = {
  timings: [],
  fields: [
    field("genres", "checkbox"),
    field("genre", "radio"),
    field("free", "boolean"),
    field("places", "integer"),
    field("motto", "text")
  ],
  asOf: instantOf("2031-05-10T12:00:00Z")
}

const facet = (type: FacetQuery["type"], more: Partial<FacetQuery> = {}): FacetQuery => ({ type, key: type, size: 10, ...more })

const plan = (facets: ReadonlyArray<FacetQuery>, more: Partial<FacetContext> = {}) => planFacets(facets, { ...context, ...more })
const tallies = (facets: ReadonlyArray<FacetQuery>, more: Partial<FacetContext> = {}) =>
  Either.getOrThrow(plan(facets, more)).map(({ tally }) => tally)
const faults = (facets: ReadonlyArray<FacetQuery>, more: Partial<FacetContext> = {}) =>
  Either.getOrElse(Either.flip(plan(facets, more)), () => []).map(({ message }) => message)

describe("planFacets", () => {
  it("each facet type has its own tally", () => {
    expect(tallies([facet("cities"), facet("regions"), facet("departments"), facet("districts"), facet("adminLevels3")])).toEqual([
      { _tag: "Place", field: "adminLevel4" },
      { _tag: "Place", field: "adminLevel1" },
      { _tag: "Place", field: "adminLevel2" },
      { _tag: "Place", field: "adminLevel6" },
      { _tag: "Place", field: "adminLevel3" }
    ])
    expect(tallies([facet("keywords"), facet("languages", { missing: "none" }), facet("accessibilities")])).toEqual([
      { _tag: "Terms", dimension: "keyword", none: false },
      { _tag: "Terms", dimension: "language", none: true },
      { _tag: "Terms", dimension: "accessibility", none: false }
    ])
    expect(tallies([facet("availabilities"), facet("availabilities", { missing: "none", key: "a" }), facet("pricings")])).toEqual([
      { _tag: "Availability", at: context.asOf, none: false },
      { _tag: "Availability", at: context.asOf, none: true },
      { _tag: "Terms", dimension: "pricing", none: false }
    ])
    expect(tallies([facet("relative"), facet("members"), facet("viewport"), facet("geohash"), facet("timespan")])).toEqual([
      { _tag: "Relative", at: context.asOf },
      null,
      { _tag: "Points" },
      { _tag: "Points" },
      { _tag: "Span" }
    ])
  })

  it("slot facets count within the timings filter of the list", () => {
    const timings = [{ gte: 5, lte: null }]
    expect(tallies([facet("timings")])).toEqual([{ _tag: "SlotBegins", ranges: null }])
    expect(tallies([facet("timings")], { timings })).toEqual([{ _tag: "SlotBegins", ranges: timings }])
  })

  it("eventsByDateRanges has one range per day of the time zone", () => {
    const timings = [{ gte: instantOf("2031-05-05T23:00:00Z"), lte: instantOf("2031-05-06T23:00:00Z") }]
    const [planned] = Either.getOrThrow(plan([facet("eventsByDateRanges")], { timings }))
    expect(planned?.days).toEqual(["2031-05-06", "2031-05-07"])
    expect(planned?.tally).toEqual({
      _tag: "SlotRanges",
      ranges: [
        { gte: instantOf("2031-05-05T22:00:00Z"), lt: instantOf("2031-05-06T22:00:00Z") },
        { gte: instantOf("2031-05-06T22:00:00Z"), lt: instantOf("2031-05-07T22:00:00Z") }
      ]
    })
    const [inUtc] = Either.getOrThrow(plan([facet("eventsByDateRanges", { timezone: "UTC" })], { timings }))
    expect(inUtc?.days).toEqual(["2031-05-05", "2031-05-06"])
    expect(Either.getOrThrow(plan([facet("eventsByDateRanges")]))[0]?.days).toHaveLength(31)
  })

  it("eventsByDateRanges refuses more than 400 days", () => {
    const timings = [{ gte: 0, lte: context.asOf }]
    expect(faults([facet("eventsByDateRanges", { key: "calendar" })], { timings })).toEqual([
      "aggregations counts by at most 400 days: narrow the range of timings"
    ])
  })

  it("field facets accept only fields of a countable type", () => {
    const of = (code: string, more: Partial<FacetQuery> = {}) => facet("additionalFields", { field: code, ...more })
    expect(tallies([of("genres", { key: "a" }), of("genre", { key: "b", missing: "x" }), of("free", { key: "c" })])).toEqual([
      { _tag: "Terms", dimension: "field:genres", none: false },
      { _tag: "Terms", dimension: "field:genre", none: true },
      { _tag: "Terms", dimension: "field:free", none: false }
    ])
    expect(tallies([facet("additionalFieldMetrics", { field: "places" })])).toEqual([
      { _tag: "Numbers", dimension: "field:places", none: false }
    ])
    expect(faults([of("places"), of("motto", { key: "b" }), facet("additionalFieldMetrics", { field: "free" })])).toEqual([
      'aggregations[field] takes the code of an additional field of choices or a boolean, and "places" is of another type',
      'aggregations[field] takes the code of an additional field of choices or a boolean, and "motto" is of another type',
      'aggregations[field] takes the code of an additional field of numbers, and "free" is of another type'
    ])
    expect(faults([facet("additionalFields"), facet("additionalFieldMetrics")])).toEqual([
      "aggregations[field] takes the code of an additional field of choices or a boolean, which additionalFields is counted by",
      "aggregations[field] takes the code of an additional field of numbers, which additionalFieldMetrics is counted by"
    ])
  })

  it("issues are reported under the parameter names of the request", () => {
    const faults = (facet: FacetQuery) => Either.getOrElse(Either.flip(plan([facet])), () => [])
    const takes = "the code of an additional field of choices or a boolean"
    expect(faults(facet("additionalFields", { field: "xx", asked: { as: "aggs[0]", field: "aggs[0][f]" } }))).toEqual([{
      code: "parameter.invalid",
      field: "aggs[0][f]",
      origin: "xx",
      message: `aggs[0][f] takes ${takes}: there is no "xx" here`,
      info: { takes }
    }])
    expect(faults(facet("additionalFields", { asked: { as: "aggs[2]" } }))).toMatchObject([{ field: "aggs[2][field]", origin: "" }])
  })

  it("an unreadable field is refused like an unknown one", () => {
    const refusal = (code: string) =>
      Either.getOrElse(Either.flip(plan([facet("additionalFields", { field: code })])), () => []).map((issue) =>
        JSON.stringify(issue).replaceAll(code, "…")
      )
    expect(refusal("secret")).toEqual(refusal("nonsense"))
    expect(refusal("secret")).toHaveLength(1)
  })

  it("two different facets with the same key are refused", () => {
    const fault = 'aggregations has the key "cities" as another one does: give each a key (k) of its own'
    expect(faults([facet("cities"), facet("regions", { key: "cities" }), facet("status", { key: "cities" })])).toEqual([fault, fault])
    expect(faults([facet("cities"), facet("cities", { size: 5 })])).toEqual([fault])
    expect(faults([facet("cities"), facet("cities", { key: "more" })])).toEqual([])
  })

  it("identical facets are merged", () => {
    const twice = [facet("cities", { asked: { as: "aggs[0]" } }), facet("cities", { asked: { as: "aggs[1]" } })]
    expect(tallies(twice)).toEqual([{ _tag: "Place", field: "adminLevel4" }])
  })

  it("facets with equal tallies share one tally", () => {
    const facets = Either.getOrThrow(plan([
      facet("cities"),
      facet("members"),
      facet("geohash"),
      facet("cities", { key: "more", size: 50 }),
      facet("viewport")
    ]))
    expect(talliesOf(facets)).toEqual([{ _tag: "Place", field: "adminLevel4" }, { _tag: "Points" }])
    const [cities, points] = [{ _tag: "Counts", counts: [] }, { _tag: "Points", points: [] }] as const
    expect(facets.map(answerOf(facets, [cities, points]))).toEqual([cities, null, points, cities, points])
  })

  it("more than thirty facets are refused", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => facet("cities", { key: String(index) }))
    expect(faults(many(30))).toEqual([])
    expect(faults(many(31))).toEqual(["aggregations takes at most 30 for a list"])
  })

  it("every other facet type has a plan", () => {
    const fields = new Set<FacetQuery["type"]>(["additionalFields", "additionalFieldMetrics"])
    expect(faults(facetTypes.filter((type) => !fields.has(type)).map((type) => facet(type)))).toEqual([])
  })
})
