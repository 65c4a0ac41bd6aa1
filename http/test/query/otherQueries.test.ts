import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { parseQueryString } from "../../src/query/parseQueryString.js"
import { readAgendaDetailed, readAgendaQuery } from "../../src/query/readAgendaQuery.js"
import { readLocationQuery } from "../../src/query/readLocationQuery.js"

const agendas = (queryString: string) => Either.merge(readAgendaQuery(parseQueryString(queryString), defaultLimits))
const locations = (queryString: string) => Either.merge(readLocationQuery(parseQueryString(queryString), defaultLimits))

describe("readAgendaQuery", () => {
  it("reads everything", () => {
    expect(agendas("")).toEqual({ size: 20 })
    expect(agendas("uid[]=1&uid[]=2&slug=a&official=0&search=fête&size=100&after[]=12")).toEqual({
      uid: [1, 2],
      slug: ["a"],
      official: false,
      search: "fête",
      size: 100,
      after: [12]
    })
    expect(agendas("search[]=x&after=3&official=")).toEqual({ search: "x", after: [3], size: 20 })
  })
  it("lists every fault", () => {
    expect(agendas("size=101&official=maybe&uid=x&search=a&search=b&after=x")).toMatchObject(
      ["uid", "official", "search", "after", "size"].map((field) => ({ code: "parameter.invalid", field }))
    )
  })
  it("reads whether one agenda is asked for in detail", () => {
    expect(Either.merge(readAgendaDetailed(parseQueryString("detailed=1")))).toBe(true)
    expect(Either.merge(readAgendaDetailed(parseQueryString("")))).toBe(false)
    expect(Either.merge(readAgendaDetailed(parseQueryString("detailed=x")))).toMatchObject([{ field: "detailed" }])
  })
})

describe("readLocationQuery", () => {
  it("reads everything", () => {
    expect(locations("")).toEqual({ from: 0, sort: { key: "createdAt", direction: "desc" }, size: 20, detailed: false })
    expect(locations("search=bibl&order=name.asc&size=300&after=7&detailed=true")).toEqual({
      search: "bibl",
      sort: { key: "name", direction: "asc" },
      size: 300,
      after: 7,
      from: 0,
      detailed: true
    })
    expect(locations("sort=updatedAt.desc&from=5")).toMatchObject({ sort: { key: "updatedAt", direction: "desc" }, from: 5 })
  })
  it("lists every fault", () => {
    expect(locations("size=301&sort=uid.asc&detailed=5&after=1&from=0")).toMatchObject(
      ["from", "sort", "size", "detailed"].map((field) => ({ code: "parameter.invalid", field }))
    )
  })
})
