import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { readAvailabilityRow } from "../../../src/validation/ticketing/readAvailabilityRow.js"
import { instantOf } from "../../instantOf.js"
import { readOf } from "../fault.js"

const now = instantOf("2024-05-01T10:00:00Z")
const field = "a1B2c.weezevent"

const read = (row: Json) => readOf(readAvailabilityRow(row, { field }, { limits: defaultLimits, now }))

const syncedAt = "2024-05-01T10:00:00+02:00"

const whole = {
  syncedAt,
  onSaleFrom: "2024-04-01T10:00:00.250+0200",
  onSaleThrough: "2024-06-01T22:00Z",
  closedBySource: false,
  remaining: 12,
  lowStockThreshold: 20,
  sourceRef: "W-77",
  status: "limited"
}

describe("readAvailabilityRow", () => {
  it.each<[string, Json, Json]>([
    ["every fact, instants as they were sent", whole, whole],
    ["nothing but when it was asked", { syncedAt }, { syncedAt }],
    ["null and blank as absent", {
      syncedAt,
      onSaleFrom: null,
      onSaleThrough: "",
      closedBySource: null,
      remaining: null,
      lowStockThreshold: null,
      sourceRef: " ",
      status: null
    }, { syncedAt }],
    ["0 as a number of tickets", { syncedAt, remaining: 0, lowStockThreshold: 0 }, { syncedAt, remaining: 0, lowStockThreshold: 0 }],
    ["members that nobody knows", { syncedAt, provider: "weezevent", mood: 3 }, { syncedAt }],
    ["a window of no length", { syncedAt, onSaleFrom: syncedAt, onSaleThrough: syncedAt }, {
      syncedAt,
      onSaleFrom: syncedAt,
      onSaleThrough: syncedAt
    }],
    ["5 minutes ahead", { syncedAt: "2024-05-01T10:05:00Z" }, { syncedAt: "2024-05-01T10:05:00Z" }],
    ["255 characters", { syncedAt, sourceRef: "🎟".repeat(255) }, { syncedAt, sourceRef: "🎟".repeat(255) }]
  ])("accepts %s", (_label, row, expected) => {
    expect(read(row)).toEqual(expected)
  })

  it("members are in a fixed order, so that equal rows have equal JSON", () => {
    const reversed = Object.fromEntries(Object.entries(whole).reverse())
    expect(JSON.stringify(read(reversed))).toBe(JSON.stringify(whole))
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["a text", "available", [`type.invalid ${field}`]],
    ["a list", [whole], [`type.invalid ${field}`]],
    ["nothing", {}, [`required ${field}.syncedAt`]],
    ["an empty instant", { syncedAt: "" }, [`required ${field}.syncedAt`]],
    ["an instant without offset", { syncedAt: "2024-05-01T10:00:00" }, [`offset.required ${field}.syncedAt`]],
    ["a millisecond more than 5 minutes ahead", { syncedAt: "2024-05-01T10:05:00.001Z" }, [`range ${field}.syncedAt`]],
    ["sales that end before they begin", { syncedAt, onSaleFrom: "2024-05-01T10:00:00.001Z", onSaleThrough: "2024-05-01T12:00:00+02:00" }, [
      `range ${field}.onSaleThrough`
    ]],
    ["the status of aggregates alone", { syncedAt, status: "mixed" }, [`enum.invalid ${field}.status`]],
    ["a status in other letters", { syncedAt, status: "soldout" }, [`enum.invalid ${field}.status`]],
    ["256 characters", { syncedAt, sourceRef: "x".repeat(256) }, [`string.toolong ${field}.sourceRef`]],
    ["half a ticket", { syncedAt, remaining: 0.5 }, [`integer.invalid ${field}.remaining`]],
    ["fewer than none", { syncedAt, remaining: -1, lowStockThreshold: -1 }, [
      `range ${field}.remaining`,
      `range ${field}.lowStockThreshold`
    ]],
    ["more than can be counted", { syncedAt, remaining: 2 ** 53 }, [`range ${field}.remaining`]],
    ["a number as text", { syncedAt, remaining: "3" }, [`type.invalid ${field}.remaining`]],
    ["a flag as a number", { syncedAt, closedBySource: 0 }, [`type.invalid ${field}.closedBySource`]],
    ["a reference as a number", { syncedAt, sourceRef: 7 }, [`type.invalid ${field}.sourceRef`]]
  ])("refuses %s", (_label, row, faults) => {
    expect(read(row)).toEqual(faults)
  })

  it("reports all issues", () => {
    expect(read({
      syncedAt: "yesterday",
      onSaleFrom: "2024-06-01T10:00:00Z",
      onSaleThrough: "2024-05-01T10:00:00Z",
      closedBySource: "no",
      remaining: -1,
      lowStockThreshold: 1.5,
      sourceRef: [],
      status: "mixed"
    })).toEqual([
      `date.invalid ${field}.syncedAt`,
      `type.invalid ${field}.closedBySource`,
      `range ${field}.remaining`,
      `integer.invalid ${field}.lowStockThreshold`,
      `type.invalid ${field}.sourceRef`,
      `enum.invalid ${field}.status`,
      `range ${field}.onSaleThrough`
    ])
  })

  it("issues contain the refused value and the bound", () => {
    const ahead = readAvailabilityRow({ syncedAt: "2024-05-01T13:00:00+02:00" }, { field: "timings[2].availability[0]", index: 2 }, {
      limits: { ...defaultLimits, syncedAhead_seconds_max: 60 },
      now
    })
    expect(Either.flip(ahead).pipe(Either.getOrThrow)).toEqual([{
      code: "range",
      field: "timings[2].availability[0].syncedAt",
      index: 2,
      message: "this is more than 60 seconds ahead of the server's clock",
      origin: "2024-05-01T13:00:00+02:00",
      info: { now: "2024-05-01T10:00:00.000Z", ahead_seconds_max: 60 }
    }])
  })
})
