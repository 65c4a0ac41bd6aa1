import { day, hour, noon } from "@agenda-engine/conformance/testing/SampleRecords"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { readAgendaQuery, readAgendaView } from "../../src/query/agendaParameters.js"
import { readMemberPageQuery } from "../../src/query/memberParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"

const agendas = (queryString: string) => Either.merge(readAgendaQuery(parseQueryString(queryString), noon, defaultLimits))

describe("readAgendaQuery", () => {
  it("parses every parameter", () => {
    expect(agendas("")).toEqual({ size: 20 })
    expect(agendas("uid[]=1&uid[]=2&slug=a&official=0&search=fête&size=100&after[]=12")).toEqual({
      uid: [1, 2],
      slug: ["a"],
      official: false,
      search: "fête",
      size: 100,
      after: [12]
    })
    expect(
      agendas(
        "network=9&locationSet=5&updatedAt.gte=2031-05-01&updatedAt[lte]=today&sort=recentlyAddedEvents.desc&if[]=uid&includeFields=summary"
      )
    ).toEqual({
      network: [9],
      locationSet: [5],
      updatedAt: [{ gte: noon - 4 * day - 12 * hour, lte: noon + 12 * hour - 1 }],
      sort: "recentlyAddedEvents.desc",
      fields: ["summary", "uid"],
      size: 20
    })
    expect(agendas("search[]=x&after=3&official=")).toEqual({ search: "x", after: [3], size: 20 })
  })
  it("reports every error", () => {
    expect(
      agendas("size=101&official=maybe&uid=x&search=a&search=b&after=x&network=a&locationSet=b&sort=uid.asc&if=events&updatedAt=1")
    ).toMatchObject(
      ["uid", "official", "network", "locationSet", "updatedAt", "search", "sort", "if", "after", "size"].map((field) => ({
        code: "parameter.invalid",
        field
      }))
    )
  })
  it("parses the view of a single agenda", () => {
    const view = (queryString: string) => Either.merge(readAgendaView(parseQueryString(queryString)))
    expect(view("detailed=1")).toEqual({ detailed: true })
    expect(view("includeFields[]=uid&includeFields[]=schema")).toEqual({ detailed: false, fields: ["uid", "schema"] })
    expect(view("detailed=x&if=events")).toMatchObject([{ field: "detailed" }, { field: "if" }])
  })
})

describe("readMemberPageQuery", () => {
  const members = (queryString: string) => Either.merge(readMemberPageQuery(parseQueryString(queryString), defaultLimits))
  it("parses every parameter", () => {
    expect(members("")).toEqual({ limit: 20 })
    expect(members("limit=100&after=7")).toEqual({ limit: 100, after: 7 })
  })
  it("reports every error", () => {
    expect(members("limit=101&after=x")).toMatchObject(["limit", "after"].map((field) => ({ code: "parameter.invalid", field })))
  })
})
