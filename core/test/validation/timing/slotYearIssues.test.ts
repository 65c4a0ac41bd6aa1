import { describe, expect, it } from "@effect/vitest"
import type { Json } from "../../../src/domain/text/Json.js"
import { slotYearIssues } from "../../../src/validation/timing/readTimings.js"
import { instantOf } from "../../instantOf.js"

const slot = (begin: string, end: string) => ({ begin, end })
const near = slot("2030-06-01T18:00:00Z", "2030-06-01T20:00:00Z")
const intervals = (timings: ReadonlyArray<{ readonly begin: string; readonly end: string }>) =>
  timings.map(({ begin, end }) => ({ begin: instantOf(begin), end: instantOf(end) })).sort((a, b) => a.begin - b.begin)

const faultsOf = (timings: ReadonlyArray<ReturnType<typeof slot>>, timezone: string, body: Json = { timings }) =>
  slotYearIssues({ slots_max: 3, body, named: intervals(timings), stored: null, timezone }).map(({ code, field, index }) =>
    `${code} ${field} #${index}`
  )

describe("slotYearIssues", () => {
  const atTheEnd = slot("9999-12-31T22:30:00Z", "9999-12-31T23:30:00Z")
  const atTheBeginning = slot("0000-01-01T03:00:00Z", "0000-01-01T06:00:00Z")

  it("reports bounds after year 9999 in local time by their index in the body", () => {
    expect(faultsOf([near, atTheEnd], "UTC")).toEqual([])
    expect(faultsOf([near, atTheEnd], "America/New_York")).toEqual([])
    expect(faultsOf([near, atTheEnd], "Europe/Paris")).toEqual(["date.invalid timings[1].end #1"])
    expect(faultsOf([atTheEnd, near], "Asia/Tokyo")).toEqual(["date.invalid timings[0].begin #0", "date.invalid timings[0].end #0"])
  })

  it("reports bounds before year 0", () => {
    expect(faultsOf([near, atTheBeginning], "UTC")).toEqual([])
    expect(faultsOf([near, atTheBeginning], "America/New_York")).toEqual(["date.invalid timings[1].begin #1"])
  })

  it("reports bounds besides other issues, also under data", () => {
    const body = { data: { timings: [{ begin: "x" }, 7, atTheEnd] } }
    expect(slotYearIssues({ slots_max: 3, body, named: undefined, stored: null, timezone: "Asia/Tokyo" })).toMatchObject([
      { code: "date.invalid", field: "timings[2].begin", origin: atTheEnd.begin },
      { code: "date.invalid", field: "timings[2].end", origin: atTheEnd.end }
    ])
  })

  it("checks at most as many slots as an event may have", () => {
    expect(faultsOf([near, near, near, atTheEnd], "Asia/Tokyo")).toEqual([])
  })

  it("reports a time zone that moves stored slots out of range, but no unchanged slots", () => {
    const [first = { begin: 0, end: 0 }] = intervals([atTheEnd])
    const stored = { timezone: "UTC", timings: [{ id: "slot0", ...first }] } as const
    const issues = (timezone: string) => slotYearIssues({ slots_max: 3, body: {}, named: undefined, stored, timezone })
    expect(issues("Asia/Tokyo")).toMatchObject([{ code: "date.invalid", field: "timezone", origin: "Asia/Tokyo" }])
    expect(issues("America/New_York")).toEqual([])
    expect(
      slotYearIssues({ slots_max: 3, body: {}, named: undefined, stored: { ...stored, timezone: "Asia/Tokyo" }, timezone: "Asia/Tokyo" })
    ).toEqual(
      []
    )
  })
})
