import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import { eventParameters } from "../../src/query/eventParameters.js"
import { isPostedQuery, readPostedQuery } from "../../src/query/postedQuery.js"
import { readEventQuery } from "../../src/query/readEventQuery.js"

const parameters = eventParameters(defaultLimits)

describe("a posted query", () => {
  it.each([
    [{ size: 5 }, { size: "5" }],
    [{ timings: { gte: "today", tz: "Europe/Paris" } }, { timings: { gte: "today", tz: "Europe/Paris" } }],
    [{ "timings[gte]": "today", "uid[]": [1, 2] }, { timings: { gte: "today" }, uid: ["1", "2"] }],
    [{ featured: true, state: null, sort: "score" }, { featured: "true", state: "", sort: "score" }],
    [{ uid: [1, 2] }, { uid: ["1", "2"] }],
    [{ timings: [{ gte: "today" }] }, { timings: [{ gte: "today" }] }],
    [{ aggs: [{ t: "af", f: "genres" }], genres: [3] }, { aggs: [{ t: "af", f: "genres" }], genres: ["3"] }],
    [{ city: "Saint-Étienne & co=1" }, { city: "Saint-Étienne & co=1" }]
  ])("takes %j as a query", (body, tree) => {
    expect(isPostedQuery(body, parameters)).toBe(true)
    expect(readPostedQuery(body)).toEqual(tree)
  })

  it.each([
    [{}],
    [{ genres: [3] }],
    [{ state: 2 }],
    [{ slug: "fair", featured: true }],
    [{ timings: [] }],
    [{ timings: [{ begin: "2031-05-10T10:00:00Z", end: "2031-05-10T11:00:00Z" }], locationUid: 1 }],
    [{ age: { min: 6 } }],
    [{ title: { en: "Concert" }, size: 5 }],
    [{ description: { en: "Words" }, state: 2 }],
    [{ data: '{"size":5}', size: 5 }],
    [[{ size: 5 }]],
    ["size=5"],
    [null]
  ])("takes %j as a new event", (body) => {
    expect(isPostedQuery(body, parameters)).toBe(false)
  })

  it("keeps lists longer than the parser's index limit", () => {
    const uid = Array.from({ length: 1_500 }, (_, index) => index + 1)
    const query = readEventQuery(readPostedQuery({ uid }), 0, parameters, defaultLimits)
    expect(query.faults).toBeUndefined()
    expect(query.filter.uid).toEqual(uid)
  })
})
