import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import type { FieldFilter } from "../../../src/query/event/eventFilters.js"
import type { FacetQuery } from "../../../src/query/event/FacetQuery.js"
import { planFields } from "../../../src/query/event/planFields.js"

const field = (code: string, fieldType: AdditionalField["fieldType"], more: Partial<AdditionalField> = {}): AdditionalField => ({
  field: code,
  label: { en: code },
  fieldType,
  optional: true,
  schemaType: "agenda",
  ...more
})

const readable = [
  field("genres", "checkbox", {
    options: [{ id: 3, value: "rock", label: {} }, { id: 4, value: "pop", label: {}, withdrawn: true }]
  }),
  field("free", "boolean"),
  field("places", "integer"),
  field("price", "number"),
  field("motto", "text"),
  field("story", "markdown"),
  field("site", "link"),
  field("deadline", "date"),
  field("brochure", "file")
]

const asked = (filter: Partial<FieldFilter>): FieldFilter => ({ values: [], ranges: [], others: [], ...filter })

/** 1970-01-11T23:30Z */
const now = 10 * 86_400_000 + 84_600_000

const plan = (fields: { readonly [code: string]: Partial<FieldFilter> }, facets: ReadonlyArray<FacetQuery> = []) =>
  planFields(
    { filter: { fields: Object.fromEntries(Object.entries(fields).map(([code, filter]) => [code, asked(filter)])) }, facets },
    readable,
    now
  )

const conditions = (...parameters: Parameters<typeof plan>) => Either.getOrThrow(plan(...parameters))
const faults = (...parameters: Parameters<typeof plan>) => Either.getOrElse(Either.flip(plan(...parameters)), () => [])

const facet = (code: string, missing: string): FacetQuery => ({ type: "additionalFields", key: code, size: 10, field: code, missing })

describe("planFields", () => {
  it("options match by id, including withdrawn and unknown ones", () => {
    expect(conditions({ genres: { values: ["3", "4", "03", "99", "-1"] } })).toEqual([
      { _tag: "Terms", dimension: "field:genres", in: ["3", "4", "99", "-1"], orNone: false }
    ])
  })

  it("booleans are accepted in every spelling", () => {
    expect(conditions({ free: { values: ["1"] } })).toEqual([{ _tag: "Terms", dimension: "field:free", in: ["true"], orNone: false }])
    expect(conditions({ free: { values: ["0", "false", "true"] } })).toEqual([
      { _tag: "Terms", dimension: "field:free", in: ["false", "true"], orNone: false }
    ])
  })

  it("numbers match by value and by range", () => {
    expect(conditions({ places: { values: ["50"], ranges: [{ gte: "100", lte: null }, { gte: "-5", lte: "1.5" }] } })).toEqual([
      {
        _tag: "Numbers",
        dimension: "field:places",
        ranges: [{ gte: 100, lte: null }, { gte: -5, lte: 1.5 }, { gte: 50, lte: 50 }],
        orNone: false
      }
    ])
    expect(conditions({ price: { values: ["2.50", "1e3"] } })).toMatchObject([{
      ranges: [{ gte: 2.5, lte: 2.5 }, { gte: 1000, lte: 1000 }]
    }])
  })

  it("days match by value and by range, as days since 1970", () => {
    expect(conditions({ deadline: { values: ["1970-01-02"], ranges: [{ gte: "2031-05-10", lte: null }] } })).toEqual([
      { _tag: "Numbers", dimension: "field:deadline", ranges: [{ gte: 22_409, lte: null }, { gte: 1, lte: 1 }], orNone: false }
    ])
    expect(conditions({ deadline: { values: ["empty"] } })).toMatchObject([{ ranges: [], orNone: true }])
    const takes = "an ISO 8601 date or instant or the word today"
    expect(faults({ deadline: { values: ["tomorrow"], ranges: [{ gte: "2031-02-30", lte: "5" }] } })).toMatchObject([
      { field: "deadline", info: { takes: "a day such as 2031-05-10, or the bounds gte and lte" } },
      { field: "deadline[gte]", info: { takes } },
      { field: "deadline[lte]", info: { takes } }
    ])
  })

  it("links match as a whole, files by their absence", () => {
    expect(conditions({ site: { values: ["HTTPS://example.org/A"] } })).toMatchObject([{ _tag: "Terms", dimension: "field:site" }])
    expect(conditions({ site: { values: ["empty"] } })).toMatchObject([{ in: [], orNone: true }])
    expect(conditions({ brochure: { values: ["empty"] } })).toMatchObject([{ in: [], orNone: true }])
    expect(faults({ brochure: { values: ["https://example.org"] } })).toMatchObject([{ field: "brochure" }])
  })

  it("texts match as a whole and folded", () => {
    expect(conditions({ motto: { values: [" Plein  ÉTÉ ", "plein ete", "empty"] } })).toEqual([
      { _tag: "Terms", dimension: "field:motto", in: ["plein ete", "empty"], orNone: false }
    ])
  })

  it("the word empty or the missing label of a facet selects events without a value", () => {
    expect(conditions({ genres: { values: ["empty"] } })).toEqual([{ _tag: "Terms", dimension: "field:genres", in: [], orNone: true }])
    expect(conditions({ story: { values: ["empty"] } })).toEqual([{ _tag: "Terms", dimension: "field:story", in: [], orNone: true }])
    expect(conditions({ places: { values: ["empty", "5"] } })).toEqual([
      { _tag: "Numbers", dimension: "field:places", ranges: [{ gte: 5, lte: 5 }], orNone: true }
    ])
    expect(conditions({ motto: { values: ["null", "a"] } }, [facet("motto", "null")])).toEqual([
      { _tag: "Terms", dimension: "field:motto", in: ["a"], orNone: true }
    ])
    expect(faults({ genres: { values: ["null"] } }, [facet("motto", "null")])).toMatchObject([{ field: "genres", origin: "null" }])
    expect(faults({ genres: { values: ["null"] } }, [{ ...facet("genres", "null"), type: "additionalFieldMetrics" }])).toHaveLength(1)
  })

  it("filters on unknown fields are ignored", () => {
    expect(conditions({ secret: { values: ["x"], ranges: [{ gte: "y", lte: null }], others: ["{}"] }, utm_source: { values: ["mail"] } }))
      .toEqual([])
    expect(Either.getOrThrow(planFields({ filter: {}, facets: [] }, readable, now))).toEqual([])
  })

  const refused: ReadonlyArray<readonly [string, Partial<FieldFilter>, string, string]> = [
    ["genres", { values: ["rock"] }, "rock", "ids of options"],
    ["genres", { values: ["3.5"] }, "3.5", "ids of options"],
    ["free", { values: ["yes"] }, "yes", "one of 0, 1, false, true"],
    ["places", { values: ["many"] }, "many", "a number, or the bounds gte and lte"],
    ["places", { values: ["Infinity"] }, "Infinity", "a number, or the bounds gte and lte"],
    ["places", { values: ["1e999"] }, "1e999", "a number, or the bounds gte and lte"],
    ["story", { values: ["x"] }, "x", "the word empty, for events without a value"],
    ["story", { values: [" "] }, " ", "the word empty, for events without a value"]
  ]
  for (const [code, filter, origin, takes] of refused) {
    it(`the value ${origin} of ${code} is refused`, () => {
      expect(faults({ [code]: filter })).toEqual([
        { code: "parameter.invalid", field: code, origin, message: `${code} takes ${takes}, not "${origin}"`, info: { takes } }
      ])
    })
  }

  it("a value that is neither a text nor a range is refused", () => {
    expect(faults({ genres: { others: ['{"a":"1"}'] } })).toMatchObject([
      { field: "genres", origin: '{"a":"1"}', message: 'genres takes ids of options, not {"a":"1"}' }
    ])
  })

  it("the bounds of days are days, instants or today, in the zone of the range", () => {
    const bounds = (gte: string, lte: string, tz?: string) => {
      const [condition] = conditions({ deadline: { ranges: [{ gte, lte, ...(tz === undefined ? {} : { tz }) }] } })
      return condition?._tag === "Numbers" ? condition.ranges.map(({ gte, lte }) => [gte, lte]) : []
    }
    expect(bounds("1970-01-05", "1970-01-05")).toEqual([[4, 4]])
    expect(bounds("1970-01-05T00:00:00Z", "1970-01-05T00:00:00Z")).toEqual([[4, 4]])
    expect(bounds("1970-01-05T00:00:01Z", "1970-01-05T23:59:59Z")).toEqual([[5, 4]])
    expect(bounds("1970-01-05T12:00", "1970-01-05T12:00", "Asia/Tokyo")).toEqual([[5, 4]])
    expect(bounds("1970-01-04T15:00:00Z", "1970-01-04T15:00:00Z", "Asia/Tokyo")).toEqual([[4, 4]])
    expect(bounds("today", "today")).toEqual([[10, 10]])
    expect(bounds("today", "today", "Asia/Tokyo")).toEqual([[11, 11]])
    expect(bounds("today", "today", "America/New_York")).toEqual([[10, 10]])
  })

  it("the zone of a range exists, and only days have one", () => {
    const ranged = (code: string, tz: string) => faults({ [code]: { ranges: [{ gte: "1", lte: null, tz }] } })
    expect(faults({ deadline: { ranges: [{ gte: "today", lte: null, tz: "Mars/Base" }] } })).toMatchObject([
      { code: "timezone.invalid", field: "deadline[tz]", origin: "Mars/Base" }
    ])
    expect(ranged("places", "UTC")).toMatchObject([{
      field: "places[tz]",
      origin: "UTC",
      message: "places[tz] is invalid: places takes a number, or the bounds gte and lte"
    }])
  })

  it("range bounds are refused except for numbers", () => {
    const bounds = (code: string, gte: string | null, lte: string | null) =>
      faults({ [code]: { ranges: [{ gte, lte }] } }).map(({ field, message, origin }) => [field, origin, message])
    expect(bounds("places", "few", "9")).toEqual([["places[gte]", "few", 'places[gte] takes a number, not "few"']])
    expect(bounds("genres", "1", null)).toEqual([["genres[gte]", "1", "genres[gte] is invalid: genres takes ids of options"]])
    expect(bounds("motto", "a", "b").map(([field]) => field)).toEqual(["motto[gte]", "motto[lte]"])
  })

  it("all issues are reported together", () => {
    const all = faults({ genres: { values: ["a", "3", "b"] }, free: { values: ["c"] }, places: { others: ["d"] } })
    expect(all.map(({ origin }) => origin)).toEqual(["a", "b", "c", "d"])
  })
})
