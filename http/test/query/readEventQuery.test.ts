import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { FieldFilter } from "@agenda-engine/core/query/event/eventFilters"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { stringify } from "qs"
import { eventParameters } from "../../src/query/eventParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"
import { readEventQuery } from "../../src/query/readEventQuery.js"

const parameters = eventParameters(defaultLimits)
const now = 1_711_800_000_000 // 2024-03-30T12:00:00Z

const read = (queryString: string) => readEventQuery(parseQueryString(queryString), now, parameters, defaultLimits)
const query = (queryString: string) => {
  const { faults, ...asked } = read(queryString)
  expect(faults).toBeUndefined()
  return asked
}

const box = { north: 48.9, east: 2.5, south: 48.8, west: -2.25 }

const field = (filter: Partial<FieldFilter>): FieldFilter => ({ values: [], ranges: [], others: [], ...filter })

describe("spellings of a list", () => {
  for (
    const [label, queryString] of [
      ["an empty value beside it", "uid[]=&uid[]=5"],
      ["an empty value before it", "uid=&uid=5"]
    ] as const
  ) {
    it(label, () => expect(query(queryString).filter.uid).toEqual([5]))
  }
  for (
    const [label, queryString] of [
      ["repeated", "uid=5&uid=-1"],
      ["repeated brackets", "uid[]=5&uid[]=-1"],
      ["indices", "uid[0]=5&uid[1]=-1"],
      ["indices with gaps", "uid[3]=5&uid[17]=-1"],
      ["indices past what the parser keeps as a list", "uid[3]=5&uid[7000]=-1"],
      ["mixed", "uid=5&uid[]=-1"]
    ] as const
  ) {
    it(label, () => expect(query(queryString).filter.uid).toEqual([5, -1]))
  }
  it("hundreds of values", () => {
    const uids = Array.from({ length: 2_500 }, (_, index) => index + 1)
    expect(query(uids.map((uid) => `uid[]=${uid}`).join("&")).filter.uid).toEqual(uids)
    expect(query(uids.map((uid) => `uid=${uid}`).join("&")).filter.uid).toEqual(uids)
    expect(query(uids.map((uid, index) => `uid[${index}]=${uid}`).join("&")).filter.uid).toEqual(uids)
  })
})

describe("what each parameter is read into", () => {
  // The cases of conformance have one value of every filter, in every spelling.
  const filters: ReadonlyArray<readonly [string, unknown]> = [
    ["adminLevel4=Quimper&city[]=Brest", { adminLevel4: ["Quimper", "Brest"] }],
    ["timings[gte]=2024-03-31", { timings: [{ gte: 1_711_843_200_000, lte: null }] }],
    ["timings.gte=2024-03-31", { timings: [{ gte: 1_711_843_200_000, lte: null }] }],
    ["date[lte]=2024-03-31", { timings: [{ gte: null, lte: 1_711_843_200_000 }] }],
    [
      "timings[0][gte]=2024-03-31&timings[0][lte]=2024-04-01&timings[1][gte]=2024-05-01",
      { timings: [{ gte: 1_711_843_200_000, lte: 1_711_929_600_000 }, { gte: 1_714_521_600_000, lte: null }] }
    ],
    [
      "timings[0][gte]=2024-03-31&timings[1][gte]=2024-04-01&timings[tz]=Europe/Paris",
      { timings: [{ gte: 1_711_839_600_000, lte: null }, { gte: 1_711_922_400_000, lte: null }] }
    ],
    ["timings[gte]=2024-03-31&timings[tz][]=Europe/Paris", { timings: [{ gte: 1_711_839_600_000, lte: null }] }],
    ["timings[gte]=2024-03-31&timings[tz]=Europe/Paris&timings[tz]=Europe/Paris", { timings: [{ gte: 1_711_839_600_000, lte: null }] }],
    ["date[gte]=2024-03-31&date[timezone]=Europe/Paris", { timings: [{ gte: 1_711_839_600_000, lte: null }] }],
    ["date[gte]=2024-03-31&date[timezone]=Asia/Tokyo&timings[tz]=Europe/Paris", { timings: [{ gte: 1_711_839_600_000, lte: null }] }],
    ["timings[gte]=2024-03-31&timings[tz][]=&timings[from]=", { timings: [{ gte: 1_711_843_200_000, lte: null }] }],
    ["timings[gte]=2024-03-31&date[gte]=2024-04-01", {
      timings: [{ gte: 1_711_843_200_000, lte: null }, { gte: 1_711_929_600_000, lte: null }]
    }],
    ["timings[gte]=2024-03-31&date[lte]=2024-04-01", { timings: [{ gte: 1_711_843_200_000, lte: 1_711_929_600_000 }] }],
    ["date[gte]=2024-03-31&timings[tz]=Europe/Paris", { timings: [{ gte: 1_711_839_600_000, lte: null }] }],
    ["date[0][gte]=2024-03-31&timings[lte]=2024-03-31", {
      timings: [{ gte: null, lte: 1_711_843_200_000 }, { gte: 1_711_843_200_000, lte: null }]
    }],
    ["updatedAt[gte]=2024-03-31T10:00:00Z", { updatedAt: [{ gte: 1_711_879_200_000, lte: null }] }],
    ["timings[tz]=Europe/Paris", {}],
    ["state=&relative[]=&timings[gte]=&slug=", {}],
    ["geo[northEast][lat]=&geo[southWest][lng]=&extId[key]=&extId[0][value]=&age[0][gte]=&uid[deep]=&aggs[0][type]=", {}],
    ["threshold=1.2e1", { threshold: 12 }],
    ["threshold=false", {}],
    ["threshold[]=auto", { threshold: "auto" }],
    ["age[0][gte]=6&age[0][lte]=8&age[1][lte]=3", { age: [{ gte: 6, lte: 8 }, { gte: null, lte: 3 }] }],
    ["extId[0][key]=a&extId[0][value]=1&extId[1][key]=b&extId[1][value]=2", {
      extId: [{ key: "a", value: "1" }, { key: "b", value: "2" }]
    }],
    ["geo[northEast][lat]=48.9&geo[northEast][lng]=2.5&geo[southWest][lat]=48.8&geo[southWest][lng]=-2.25", { geo: [box] }],
    ["geo.northEast.lat=48.9&geo.northEast.lng=2.5&geo.southWest.lat=48.8&geo.southWest.lng=-2.25", { geo: [box] }],
    ["geo%5BnorthEast%5D%5Blat%5D=48.9&geo[northEast]lng=&geo[northEast][lng]=2.5&geo[southWest][lat]=48.8&geo[southWest].lng=-2.25", {
      geo: [box]
    }],
    ["geo[0][northEast][lat]=48.9&geo[0][northEast][lng]=2.5&geo[0][southWest][lat]=48.8&geo[0][southWest][lng]=-2.25", { geo: [box] }],
    ["genres[]=3&genres[]=4&free=1", { fields: { genres: field({ values: ["3", "4"] }), free: field({ values: ["1"] }) } }],
    ["genres=3&genres=4", { fields: { genres: field({ values: ["3", "4"] }) } }],
    ["genres[0]=3", { fields: { genres: field({ values: ["3"] }) } }],
    ["genres[7000]=3", { fields: { genres: field({ values: ["3"] }) } }],
    ["places[gte]=50", { fields: { places: field({ ranges: [{ gte: "50", lte: null }] }) } }],
    ["places.lte=9", { fields: { places: field({ ranges: [{ gte: null, lte: "9" }] }) } }],
    ["deadline[gte]=today&deadline[timezone]=Asia/Tokyo", {
      fields: { deadline: field({ ranges: [{ gte: "today", lte: null, tz: "Asia/Tokyo" }] }) }
    }],
    ["places[0][gte]=1&places[1]=7", { fields: { places: field({ values: ["7"], ranges: [{ gte: "1", lte: null }] }) } }],
    ["genres=&genres[]=&places[gte]=", {}],
    ["key=public&access_token=x&limit=3&title=a&hasOwnProperty=1&__proto__[a]=1&constructor=2", {}],
    ["nothing[we]=know&utm_source=x", {
      fields: { nothing: field({ others: ['{"we":"know"}'] }), utm_source: field({ values: ["x"] }) }
    }]
  ]
  for (const [queryString, filter] of filters) {
    it(queryString, () => expect(query(queryString).filter).toEqual(filter))
  }

  it("the rest of the query", () => {
    expect(query("")).toEqual({
      filter: {},
      removed: "without",
      sort: [],
      start: { _tag: "First" },
      size: 20,
      detailed: false,
      exact: false,
      explain: false,
      includeLabels: false,
      includeSort: false,
      facets: []
    })
    const view = "detailed=1&includeLabels=1&monolingual=fr&if=uid&includeFields[]=location.city"
    expect(query(`size=300&from=40&sort=updatedAt.asc&includeSort=true&removed=1&${view}`)).toEqual({
      filter: {},
      removed: "only",
      sort: ["updatedAt.asc"],
      start: { _tag: "From", skip: 40 },
      size: 300,
      detailed: true,
      exact: false,
      explain: false,
      includeLabels: true,
      monolingual: "fr",
      fields: { location: { city: "whole" }, uid: "whole" },
      pathNames: { uid: "if" },
      includeSort: true,
      facets: []
    })
    expect(query("after[]=1&after[]=abc&after[]=9").start).toEqual({ _tag: "After", cursor: ["1", "abc", "9"] })
    expect(query("sort[]=timings.asc").sort).toEqual(["timings.asc"])
    expect(query("sort[]=location.city.asc&sort[]=location.name.desc&sort[]=score&sort[]=createdAt.desc").sort).toEqual([
      "location.adminLevel4.asc",
      "location.name.desc",
      "score",
      "createdAt.desc"
    ])
    expect(query("sort=location.region.desc&sort=location.department.asc&sort=location.district.asc").sort).toEqual([
      "location.adminLevel1.desc",
      "location.adminLevel2.asc",
      "location.adminLevel6.asc"
    ])
    expect(query("size=0").size).toBe(0)
  })

  for (
    const [queryString, removed] of [
      ["removed=", "with"],
      ["removed", "with"],
      ["removed=null", "with"],
      ["removed=0", "without"],
      ["removed=false", "without"],
      ["removed=1", "only"],
      ["removed=true", "only"],
      ["removed[]=1", "only"]
    ] as const
  ) {
    it(queryString, () => expect(query(queryString).removed).toBe(removed))
  }
})

describe("properties", () => {
  const asked = FastCheck.record({
    uid: FastCheck.uniqueArray(FastCheck.integer({ min: 1 }), { minLength: 1, maxLength: 60 }),
    keyword: FastCheck.array(FastCheck.string({ minLength: 1, unit: "grapheme" }), { minLength: 1, maxLength: 5 }),
    state: FastCheck.constantFrom([2], [2, 1], [0, -1]),
    size: FastCheck.integer({ min: 0, max: 300 })
  })

  it("every way of writing a list means the same", () => {
    FastCheck.assert(FastCheck.property(
      asked,
      FastCheck.constantFrom<"brackets" | "indices" | "repeat">("brackets", "indices", "repeat"),
      FastCheck.boolean(),
      (value, arrayFormat, encodeValuesOnly) => {
        const written = query(stringify(value, { arrayFormat, encodeValuesOnly }))
        expect(written.size).toBe(value.size)
        expect(written.filter).toEqual({ uid: value.uid, keyword: value.keyword, state: value.state })
      }
    ))
  })

  it("nothing that can be sent throws", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.array(
        FastCheck.tuple(
          FastCheck.constantFrom(...Object.keys(parameters), "city", "date", "__proto__", "constructor"),
          FastCheck.constantFrom(
            "",
            "[key]",
            "[0][t]",
            "[northEast][lat]",
            "[]",
            "[0]",
            "[gte]",
            "[0][lte]",
            ".gte",
            "[tz]",
            "[a][b][c][d][e][f]",
            "[",
            "]",
            "%5B"
          ),
          FastCheck.oneof(FastCheck.string(), FastCheck.constantFrom("1", "today", "%zz", "Europe/Paris", "2024-13-01"))
        )
      ),
      (pairs) => {
        const queryString = pairs.map(([name, brackets, value]) => `${name}${brackets}=${value}`).join("&")
        expect(read(queryString).size).toBeGreaterThanOrEqual(0)
      }
    ))
  })
})

const instantOf = (text: string): number => DateTime.unsafeMake(text).epochMillis

describe("the word today", () => {
  const asked = "timings[gte]=today&timings[lte]=today&updatedAt[0][gte]=today"
  const dayOf = (at: string) => ({ gte: instantOf(`${at}T00:00:00.000Z`), lte: instantOf(`${at}T23:59:59.999Z`) })
  const after = (asOf: number | string) => `&after[]=n&after[]=5&after[]=7.${asOf}.timings.asc`

  it("is the day of the first page on every page", () => {
    expect(query(asked).filter.timings).toEqual([dayOf("2024-03-30")])
    const { filter, start } = query(asked + after(instantOf("2024-03-28T23:59:59.999Z")))
    expect(filter).toEqual({ timings: [dayOf("2024-03-28")], updatedAt: [{ gte: dayOf("2024-03-28").gte, lte: null }] })
    expect(start).toMatchObject({ _tag: "After" })
  })

  it("is the day of the request behind a cursor that will be refused", () => {
    for (const cursor of [after("x"), after(-1), after(Number.MAX_SAFE_INTEGER), "&after=x", "&after[]=7.9"]) {
      expect(query(asked + cursor).filter.timings, cursor).toEqual([dayOf("2024-03-30")])
    }
  })
})
