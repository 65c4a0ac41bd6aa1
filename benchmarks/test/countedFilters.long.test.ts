import * as DateTime from "effect/DateTime"
import { expect, it } from "vitest"
import { choiceField } from "../src/data/skewedEvents.js"
import { countedFilters } from "../src/scenario/countedFilters.js"

const known = { uids: [1, 2], slugs: ["one", "two"], locationUids: [3] }

const namesOf = (index: number): ReadonlySet<string> =>
  new Set(
    countedFilters.flatMap(({ write }) => [...new URLSearchParams(write(index, "timings[gte]=2030-01-01T00:00:00.000Z", known)).keys()])
      .map((name) => name.replace("[]", ""))
  )

// service.md, list filters; `category` is a field of the agenda.
const filters = [
  "removed",
  "adminLevel4",
  "adminLevel2",
  "adminLevel1",
  "timings[gte]",
  "timings[lte]",
  "updatedAt[gte]",
  "updatedAt[lte]",
  "search",
  "uid",
  "slug",
  "featured",
  "relative",
  "state",
  "keyword",
  "geo[northEast][lat]",
  "locationUid",
  "accessibility",
  "status",
  "age[gte]",
  "age[lte]",
  choiceField.code
]

it("counts by each filter of lists", () => {
  expect([...namesOf(0)]).toEqual(expect.arrayContaining(filters))
})

it("generates different requests each time, so that no total is cached", () => {
  for (const { name, write } of countedFilters) {
    const written = Array.from({ length: 2_000 }, (_, index) => {
      const since = `timings[gte]=${DateTime.formatIso(DateTime.unsafeMake(index * 60_000))}`
      return write(index, since, { uids: numbers(300), slugs: numbers(300).map(String), locationUids: numbers(300) })
    })
    expect(new Set(written).size, name).toBe(written.length)
  }
})

function numbers(count: number): ReadonlyArray<number> {
  return Array.from({ length: count }, (_, index) => index)
}
