import { describe, expect, it } from "@effect/vitest"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { type AvailabilityContext, readAvailability } from "../../../src/validation/ticketing/readAvailability.js"
import { instantOf } from "../../instantOf.js"
import { faultOf } from "../fault.js"

const slots = new Set(["a1B2c", "d3E4f"])
const providers = ["mapado", "weezevent"]
const context = { slots, providers, stored: {}, limits: defaultLimits, now: instantOf("2024-05-01T10:00:00Z") }

const row = { syncedAt: "2024-05-01T09:00:00Z" }

const faultsOf = (body: Json, more?: Partial<AvailabilityContext>) => readAvailability(body, { ...context, ...more }).issues.map(faultOf)

describe("readAvailability", () => {
  it.each<[string, Json]>([
    ["at the root", { a1B2c: { weezevent: row, mapado: null }, d3E4f: {} }],
    ["under data", { data: { a1B2c: { weezevent: row, mapado: null }, d3E4f: {} } }],
    ["as JSON text under data", { data: JSON.stringify({ a1B2c: { weezevent: row, mapado: null } }) }]
  ])("accepts rows %s", (_label, body) => {
    expect(readAvailability(body, context)).toEqual({
      rows: [{ slot: "a1B2c", provider: "weezevent", row }, { slot: "a1B2c", provider: "mapado", row: null }],
      issues: [],
      warnings: []
    })
  })

  it("an empty body changes nothing", () => {
    expect(readAvailability({}, context)).toEqual({ rows: [], issues: [], warnings: [] })
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["a list", [], ["json.invalid "]],
    ["a list under data", { data: [] }, ["type.invalid data"]],
    ["a slot that the event has not", { zzzzz: { weezevent: row } }, ["timing.unknown zzzzz"]],
    ["what cannot be a slot", { timings: [], "": {} }, ["timing.unknown timings", "type.invalid timings", "timing.unknown "]],
    ["a slot to be forgotten", { a1B2c: null }, ["type.invalid a1B2c"]],
    ["a list of rows", { a1B2c: [row] }, ["type.invalid a1B2c"]],
    ["a provider that nobody knows", { a1B2c: { Weezevent: row, constructor: null } }, [
      "provider.unknown a1B2c.Weezevent",
      "provider.unknown a1B2c.constructor"
    ]],
    ["a row that is none", { a1B2c: { weezevent: 3 } }, ["type.invalid a1B2c.weezevent"]]
  ])("refuses %s", (_label, body, faults) => {
    expect(faultsOf(body)).toEqual(faults)
  })

  it("a row of a removed provider can be deleted", () => {
    const stored = { a1B2c: { eventim: row } }
    expect(readAvailability({ a1B2c: { eventim: null } }, { ...context, stored })).toEqual({
      rows: [{ slot: "a1B2c", provider: "eventim", row: null }],
      issues: [],
      warnings: []
    })
    expect(faultsOf({ a1B2c: { eventim: row, constructor: null }, d3E4f: { eventim: null } }, { stored })).toEqual([
      "provider.unknown a1B2c.eventim",
      "provider.unknown a1B2c.constructor",
      "provider.unknown d3E4f.eventim"
    ])
  })

  it("reports all issues of all rows in body order", () => {
    const body = {
      d3E4f: { weezevent: { status: "mixed" }, eventim: { syncedAt: 3 } },
      zzzzz: { mapado: { ...row, remaining: -1 } },
      a1B2c: { mapado: row }
    }
    expect(faultsOf(body)).toEqual([
      "required d3E4f.weezevent.syncedAt",
      "enum.invalid d3E4f.weezevent.status",
      "provider.unknown d3E4f.eventim",
      "date.invalid d3E4f.eventim.syncedAt",
      "timing.unknown zzzzz",
      "range zzzzz.mapado.remaining"
    ])
  })

  it("truncates the list of issues with tooMany", () => {
    const body = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${10_000 + index}`, { mapado: {} }]))
    const faults = faultsOf(body, { limits: { ...defaultLimits, issues_max: 5 } })
    expect(faults).toHaveLength(6)
    expect(faults.at(-1)).toBe("tooMany errors")
  })

  it("warns about unknown members of a row", () => {
    const { issues, warnings } = readAvailability({ a1B2c: { mapado: { ...row, provider: "mapado", reportedStatus: "soldOut" } } }, context)
    expect(issues).toEqual([])
    expect(warnings.map(faultOf)).toEqual(["ignored a1B2c.mapado.provider", "ignored a1B2c.mapado.reportedStatus"])
  })
})
