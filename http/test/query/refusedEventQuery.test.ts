import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import { eventParameters } from "../../src/query/eventParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"
import { readEventQuery } from "../../src/query/readEventQuery.js"

const parameters = eventParameters(defaultLimits)

const faults = (queryString: string) => readEventQuery(parseQueryString(queryString), 0, parameters, defaultLimits).faults ?? []

describe("what cannot be read of a list of events", () => {
  // `http/server/test/spec` has the bad values of every parameter.
  const refused: ReadonlyArray<readonly [string, string, string]> = [
    ["uid[]=1&uid[]=x", "uid", "x"],
    ["uid[a]=1", "uid", '{"a":"1"}'],
    ["availability=soldout", "availability", "soldout"],
    ["timings=2024-01-01", "timings", "2024-01-01"],
    ["timings[0][gte]=today&timings[1][gte]=soon", "timings[1][gte]", "soon"],
    ["timings[gte][]=2024-01-01", "timings[gte]", '["2024-01-01"]'],
    ["sort=location.constructor.asc", "sort", "location.constructor.asc"],
    ["extId[key][]=a&extId[value]=1", "extId[key]", '["a"]'],
    ["if=uid&includeFields=nonsense.path", "includeFields", "nonsense.path"],
    ["includeFields=uid&if=nonsense.path", "if", "nonsense.path"],
    ["aggs[0][t]=cities&aggs[1][t]=colours", "aggs[1][t]", "colours"],
    ["aggregations[0][type][]=cities", "aggregations[0][type]", '["cities"]'],
    ["if[title]=fr", "if", '{"title":"fr"}']
  ]
  for (const [queryString, field, origin] of refused) {
    it(queryString, () => {
      const [only, ...more] = faults(queryString)
      expect(more).toEqual([])
      expect(only).toMatchObject({ code: "parameter.invalid", field, origin })
      expect(only?.message).toContain(`${field} takes `)
      expect(only?.info).toHaveProperty("takes")
    })
  }

  it.each([
    ["timings[from]=2024-01-01", "timings[from]", "2024-01-01", "timings"],
    ["date[0][gt]=2024-01-01", "date[0][gt]", "2024-01-01", "date[0]"],
    ["age[tz]=UTC&age[gte]=1", "age[tz]", "UTC", "age"],
    ["extId[key]=a&extId[value]=1&extId[kind]=b", "extId[kind]", "b", "extId"],
    ["geo[north]=1", "geo[north]", "1", "geo"],
    ["aggregations[0][type]=cities&aggregations[0][colour][]=red", "aggregations[0][colour]", '["red"]', "aggregations[0]"]
  ])("a part that there is not: %s", (queryString, field, origin, whole) => {
    const [fault] = faults(queryString)
    expect(fault).toMatchObject({ code: "parameter.invalid", field, origin, info: { takes: expect.any(String) } })
    expect(fault?.message).toContain(`${field} is invalid: ${whole} takes `)
  })

  it.each([
    ["geo[northEast][lat]=91", 'geo[northEast][lat] takes a number from -90 to 90, not "91"'],
    ["geo[southWest][lng]=-181", 'geo[southWest][lng] takes a number from -180 to 180, not "-181"'],
    ["age[gte]=x", 'age[gte] takes a whole number from 0 on, not "x"'],
    ["timings[lte]=x", 'timings[lte] takes an ISO 8601 date or instant or the word today, not "x"'],
    ["timings[0][gte][]=x", 'timings[0][gte] takes an ISO 8601 date or instant or the word today, not ["x"]'],
    ["extId[key][a]=b", 'extId[key] takes text, not {"a":"b"}'],
    ["aggs[0][size]=x", 'aggs[0][size] takes a whole number from 0 to 2000, not "x"']
  ])("a part says what it takes itself, and quotes what it was given: %s", (queryString, message) => {
    expect(faults(queryString).map((fault) => fault.message)).toContain(message)
  })

  it("what is missing of what comes together", () => {
    const messages = (queryString: string) => faults(queryString).map(({ message }) => message)
    expect(messages("extId[key]=a")).toEqual(["extId[value] is missing: key and value come together"])
    expect(messages("extId[value]=1")).toEqual(["extId[key] is missing: key and value come together"])
    expect(messages("extId[0][key]=a&extId[0][value]=&extId[1][key]=b&extId[1][value]=2")).toEqual([
      "extId[0][value] is missing: key and value come together"
    ])
    expect(messages("geo[northEast][lat]=1&geo[southWest][lng]=1")).toEqual([
      "geo[northEast][lng] is missing: a box needs both corners",
      "geo[southWest][lat] is missing: a box needs both corners"
    ])
    expect(messages("geo.northEast.lat=1&geo.northEast.lng=1&geo.southWest.lat=2&geo.southWest.lng=0")).toEqual([
      "geo[northEast][lat] lies south of southWest"
    ])
    expect(messages("aggregations[0][k]=a")).toEqual(["aggregations[0][type] is missing: it is the type of the facet"])
  })
  it("an unknown time zone, once", () => {
    expect(faults("timings[tz]=Mars/Base&timings[gte]=2024-01-01&timings[0][gte]=2024-01-02")).toMatchObject([
      { code: "timezone.invalid", field: "timings[tz]", origin: "Mars/Base" }
    ])
    expect(faults("date[timezone]=Mars/Base&date[gte]=today")).toMatchObject([
      { code: "timezone.invalid", field: "date[timezone]", origin: "Mars/Base" }
    ])
  })
  it("a time zone that is not one text, which is none", () => {
    for (
      const [asked, origin] of [["timings[tz]=UTC&timings[tz]=Asia/Tokyo", '["UTC","Asia/Tokyo"]'], ["timings[tz][a]=UTC", '{"a":"UTC"}']]
    ) {
      expect(faults(`${asked}&timings[gte]=2024-01-01`)).toMatchObject([{ code: "timezone.invalid", field: "timings[tz]", origin }])
    }
  })
  it("after and from cannot be combined", () => {
    expect(faults("after[]=1&from=0")).toMatchObject([{ code: "parameter.invalid", field: "from", origin: "0" }])
  })
  it("two sizes", () => {
    expect(faults("size=1&size=2")).toMatchObject([{ code: "parameter.invalid", field: "size", message: "size takes one value" }])
    expect(faults("size=2&size=2")).toEqual([])
    for (const asked of ["size=1&size=2", "size[]=1&size[]=&size[]=2", "size[0]=1&size[7]=2"]) {
      expect(faults(asked)).toMatchObject([{ origin: '["1","2"]' }])
    }
  })
  it("all of them at once", () => {
    const all = faults("size=301&sort=nonsense&uid=x&uid=y&state=9&timings[gte]=soon&removed=2")
    expect(all.map(({ field }) => field)).toEqual(["uid", "uid", "state", "timings[gte]", "removed", "sort", "size"])
  })
})
