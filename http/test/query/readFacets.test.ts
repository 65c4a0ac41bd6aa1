import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { stringify } from "qs"
import { eventParameters } from "../../src/query/eventParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"
import { readEventQuery } from "../../src/query/readEventQuery.js"

const read = (queryString: string) => readEventQuery(parseQueryString(queryString), 0, eventParameters(defaultLimits), defaultLimits)
const query = (queryString: string) => {
  const { faults, ...asked } = read(queryString)
  expect(faults).toBeUndefined()
  return asked
}
const faults = (queryString: string) => read(queryString).faults ?? []

const at = (names: { readonly [member: string]: string }, member: string): string => names[member] ?? member

describe("facets", () => {
  const facets = (queryString: string) =>
    query(queryString).facets.map(({ asked, ...facet }) => {
      expect(asked).toMatchObject({ as: expect.stringMatching(/^agg/) })
      return facet
    })
  const cities = { type: "cities", key: "cities", size: 10 }
  const full = { type: "additionalFields", key: "by", field: "genres", size: 20, missing: "null" }
  for (
    const [queryString, expected] of [
      ["aggregations=cities", [cities]],
      ["aggs=cities", [cities]],
      ["aggregations[]=cities&aggregations[]=keywords", [cities, { type: "keywords", key: "keywords", size: 10 }]],
      ["aggregations=cities&aggs=keywords", [cities, { type: "keywords", key: "keywords", size: 10 }]],
      ["aggregations[type]=cities", [cities]],
      ["aggregations.type=cities", [cities]],
      ["aggregations[0][type]=cities", [cities]],
      ["aggregations[][type]=cities", [cities]],
      ["aggregations[0].type=cities", [cities]],
      ["aggregations%5B0%5D%5Btype%5D=cities", [cities]],
      ["aggregations[5000][type]=cities", [cities]],
      ["aggregations[0]=cities&aggregations[1][t]=keywords", [cities, { type: "keywords", key: "keywords", size: 10 }]],
      ["aggs[0][t]=af&aggs[0][k]=by&aggs[0][f]=genres&aggs[0][s]=20&aggs[0][m]=null", [full]],
      [
        "aggregations[0][type]=additionalFields&aggregations[0][key]=by&aggregations[0][field]=genres&aggregations[0][size]=20&aggregations[0][missing]=null",
        [full]
      ],
      ["aggs[0][t]=cities&aggs[0][k]=&aggs[0][m]=&aggs[0][s]=", [cities]],
      ["aggs[]=&aggs[0]=", []],
      ["aggs[0][t]=timings&aggs[0][interval]=week&aggs[0][timezone]=America/New_York", [
        { type: "timings", key: "timings", size: 2_000, interval: "week", timezone: "America/New_York" }
      ]],
      ["aggs[0][t]=geohash&aggs[0][zoom]=0", [{ type: "geohash", key: "geohash", size: 10, zoom: 0 }]],
      ["aggs=cities&timings[tz]=Asia/Tokyo", [{ ...cities, timezone: "Asia/Tokyo" }]],
      ["aggs=cities&timings[timezone]=Asia/Tokyo", [{ ...cities, timezone: "Asia/Tokyo" }]],
      ["aggs=cities&timings[tz][]=Asia/Tokyo", [{ ...cities, timezone: "Asia/Tokyo" }]],
      ["aggs=cities&timings[0][tz]=Asia/Tokyo&timings[0][gte]=2024-01-01", [{ ...cities, timezone: "Asia/Tokyo" }]],
      ["aggs=cities&timings[0][gte]=2024-01-01&timings[1][tz][0]=Asia/Tokyo&timings[tz]=UTC", [{ ...cities, timezone: "UTC" }]],
      ["aggs[0][t]=cities&aggs[0][timezone]=UTC&date[tz]=Asia/Tokyo", [{ ...cities, timezone: "UTC" }]],
      ["aggs=cities&aggsSizeLimit=1500", [{ ...cities, size: 1_500 }]],
      ["aggs=cities&aggsSizeLimit=5000", [{ ...cities, size: 2_000 }]],
      ["aggs=cities&aggsSizeLimit=3", [{ ...cities, size: 3 }]],
      ["aggs[0][t]=cities&aggs[0][s]=5&aggsSizeLimit=3", [{ ...cities, size: 3 }]],
      ["aggs[0][t]=cities&aggs[0][s]=5&aggsSizeLimit=1500", [{ ...cities, size: 5 }]],
      ["aggs[0][t]=cities&aggs[0][s]=2000", [{ ...cities, size: 2_000 }]]
    ] as const
  ) {
    it(queryString, () => expect(facets(queryString)).toEqual(expected))
  }

  it("say which parameters asked for them", () => {
    const asked = (queryString: string) => query(queryString).facets.map((facet) => facet.asked)
    expect(asked("aggs=cities")).toEqual([{ as: "aggs" }])
    expect(asked("aggregations[]=cities&aggregations[]=keywords")).toEqual([{ as: "aggregations[0]" }, { as: "aggregations[1]" }])
    expect(asked("aggs[4][t]=af&aggs[4][f]=genres&aggregations[field]=x&aggregations[t]=af")).toEqual([
      { as: "aggregations", field: "aggregations[field]" },
      { as: "aggs[0]", field: "aggs[0][f]" }
    ])
  })

  it("every type is taken by its name", () => {
    expect(facets(facetTypes.map((type) => `aggregations[]=${type}`).join("&")).map(({ key, type }) => [key, type])).toEqual(
      facetTypes.map((type) => [type, type])
    )
  })

  it("the short and the long name of a member cannot be combined, by name", () => {
    const pairs = [["t", "type", "cities"], ["k", "key", "a"], ["f", "field", "a"], ["s", "size", "3"], ["m", "missing", "none"]]
    for (const [short = "", long = "", value = ""] of pairs) {
      for (const [first, second] of [[short, long], [long, short]]) {
        const type = short === "t" ? "" : "aggs[0][type]=cities&"
        expect(faults(`${type}aggs[0][${first}]=${value}&aggs[0][${second}]=${value}`), long).toMatchObject([{
          code: "parameter.invalid",
          field: `aggs[0][${second}]`,
          origin: value,
          message: `aggs[0][${second}] and aggs[0][${first}] cannot be combined`
        }])
        expect(faults(`${type}aggs[0][${first}]=${value}&aggs[0][${second}]=`), long).toEqual([])
      }
    }
  })

  it("the word for what has no value is a value of the filter beside it", () => {
    const missing = (type: string, word = "none") => `aggs[0][t]=${type}&aggs[0][m]=${word}`
    const filter = (queryString: string) => query(queryString).filter
    expect(filter(`${missing("cities")}&city=none&city=Brest`)).toEqual({ adminLevel4: ["Brest"], none: ["adminLevel4"] })
    expect(filter(`${missing("locations", "null")}&locationUid[]=null&locationUid[]=7`)).toEqual({
      locationUid: [7],
      none: ["locationUid"]
    })
    expect(filter(`${missing("keywords")}&keyword=none`)).toEqual({ none: ["keyword"] })
    expect(filter(`${missing("languages")}&languages=none&languages=fr`)).toEqual({ languages: ["fr"], none: ["languages"] })
    expect(filter(`${missing("accessibilities")}&accessibility=none`)).toEqual({ none: ["accessibility"] })
    expect(filter(`${missing("availabilities")}&availability=none&availability=soldOut`)).toEqual({
      availability: ["soldOut"],
      none: ["availability"]
    })
    expect(filter(`${missing("pricings")}&pricing=none`)).toEqual({ none: ["pricing"] })
    expect(filter(`${missing("countryCodes")}&countryCode=none`)).toEqual({ none: ["countryCode"] })
    expect(filter(`${missing("cities")}&region=none`)).toEqual({ adminLevel1: ["none"] })
    expect(filter("aggs=cities&city=none")).toEqual({ adminLevel4: ["none"] })
    expect(faults(`${missing("cities", "null")}&locationUid=null`)).toMatchObject([{ field: "locationUid", origin: "null" }])
    expect(filter(`${missing("af")}&aggs[0][f]=genres&genres=none`)).toEqual({
      fields: { genres: { values: ["none"], ranges: [], others: [] } }
    })
  })

  it("are the same in every way that clients write them", () => {
    const text = FastCheck.string({ minLength: 1, maxLength: 6, unit: "grapheme" })
    const asked = FastCheck.record({
      type: FastCheck.constantFrom("cities" as const, "keywords" as const, "locations" as const),
      key: text,
      missing: text,
      size: FastCheck.integer({ min: 0, max: 2_000 })
    })
    const shortened = { type: "t", key: "k", missing: "m", size: "s" } as const
    FastCheck.assert(FastCheck.property(
      FastCheck.array(asked, { minLength: 1, maxLength: 5 }),
      FastCheck.boolean(),
      FastCheck.boolean(),
      FastCheck.constantFrom("aggs", "aggregations"),
      (wanted, isShort, allowDots, name) => {
        const written = wanted.map((facet) =>
          isShort ? Object.fromEntries(Object.entries(facet).map(([member, value]) => [at(shortened, member), value])) : facet
        )
        expect(facets(stringify({ [name]: written }, { allowDots }))).toEqual(wanted)
      }
    ))
  })
})
