import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { readLocationQuery } from "../../src/query/locationParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"

const instantOf = (text: string): number => DateTime.unsafeMake(text).epochMillis

const now = instantOf("2025-06-15T15:06:40Z")

const read = (queryString: string) => Either.merge(readLocationQuery(parseQueryString(queryString), now, defaultLimits))

const nothingAsked = { sort: { key: "createdAt", direction: "desc" }, from: 0, size: 20, detailed: false } as const

const range = (gte: string | null, lte: string | null) => ({
  gte: gte === null ? null : instantOf(gte),
  lte: lte === null ? null : instantOf(lte)
})

describe("readLocationQuery", () => {
  it("parses every parameter", () => {
    expect(read("")).toEqual(nothingAsked)
    expect(
      read(
        "search=bibl&state=1&createdAt[gte]=2024-06-01&updatedAt[lte]=2024-06-02T10:00:00Z&order=name.asc&size=300&after=7&detailed=true"
      )
    ).toEqual({
      search: "bibl",
      state: [1],
      createdAt: [range("2024-06-01T00:00:00Z", null)],
      updatedAt: [range(null, "2024-06-02T10:00:00Z")],
      sort: { key: "name", direction: "asc" },
      after: 7,
      from: 0,
      size: 300,
      detailed: true
    })
    expect(read("sort=updatedAt.desc&from=5")).toEqual({ ...nothingAsked, sort: { key: "updatedAt", direction: "desc" }, from: 5 })
  })

  const both = { ...nothingAsked, state: [0, 1] }
  it.each([
    ["state=0&state=1", both],
    ["state[]=0&state[]=1", both],
    ["state[0]=0&state[1]=1", both],
    ["state%5B%5D=0&state%5B%5D=1", both],
    ["sort=&state=&search=&createdAt[gte]=&after=&size=", nothingAsked],
    ["after=0", nothingAsked],
    ["sort[]=name.desc", { ...nothingAsked, sort: { key: "name", direction: "desc" } }],
    ["sort=name.desc&order=name.desc", { ...nothingAsked, sort: { key: "name", direction: "desc" } }],
    ["createdAt.gte=2024-06-01", { ...nothingAsked, createdAt: [range("2024-06-01T00:00:00Z", null)] }],
    ["createdAt[gte]=today", { ...nothingAsked, createdAt: [range("2025-06-15T00:00:00Z", null)] }],
    ["updatedAt[lte]=2024-06-01T10:00&updatedAt[tz]=Europe/Paris", {
      ...nothingAsked,
      updatedAt: [range(null, "2024-06-01T08:00:00Z")]
    }],
    ["updatedAt[0][gte]=2024-06-01&updatedAt[1][lte]=2023-06-01", {
      ...nothingAsked,
      updatedAt: [range("2024-06-01T00:00:00Z", null), range(null, "2023-06-01T00:00:00Z")]
    }],
    ["nothing=1&locationUid=7", nothingAsked]
  ])("accepts %s", (queryString, expected) => expect(read(queryString)).toEqual(expected))

  it("reports every error", () => {
    expect(
      read("size=301&sort=uid.asc&detailed=5&after=1&from=0&state=2&createdAt=2024&updatedAt[gte]=soon&updatedAt[lt]=2024-06-01")
    ).toMatchObject(
      ["state", "createdAt", "updatedAt[lt]", "updatedAt[gte]", "from", "sort", "size", "detailed"].map((field) => ({
        code: "parameter.invalid",
        field
      }))
    )
    expect(read("after=-1&from=-1&search=a&search=b&sort=name.asc&order=name.desc")).toMatchObject(
      ["search", "after", "from", "sort"].map((field) => ({ code: "parameter.invalid", field }))
    )
  })
})
