import { sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import { formatUtc } from "../../src/derive/dates/formatInstant.js"
import type { Json } from "../../src/domain/text/Json.js"
import { explainSort } from "../../src/present/presentExplanation.js"
import type { EventSort } from "../../src/query/event/EventSort.js"
import type { OrderValue } from "../../src/query/event/QueryPlan.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { instantOf, slotOf } from "../instantOf.js"
import { planned } from "../query/planned.js"
import { storedEvent, untouched } from "../validation/storedEvent.js"

const record = recordOf({
  ...storedEvent,
  featured: true,
  timings: [
    { id: "aaaaa", ...slotOf("2022-10-15T17:00:00+02:00", "2022-10-15T19:00:00+02:00") },
    { id: "bbbbb", ...slotOf("2022-10-20T17:00:00+02:00", "2022-10-20T19:00:00+02:00") },
    { id: "ccccc", ...slotOf("2022-11-15T17:00:00+01:00", "2022-11-15T19:00:00+01:00") }
  ]
}, untouched)

const { record: location } = sampleLocation(1, 1, { adminLevel4: "Sète" })

const second = "2022-10-20T17:00:00+02:00"
const third = "2022-11-15T17:00:00+01:00"
const thirdEnd = "2022-11-15T19:00:00+01:00"
const before = "2022-10-18T00:00:00Z"
const after = "2022-12-01T00:00:00Z"

const explain = (sorts: ReadonlyArray<EventSort>, values: ReadonlyArray<OrderValue>, asOf: string, segment = 0, place = location) =>
  explainSort(
    { sorts, segments: planned({ sort: sorts }).plan.segments, asOf: instantOf(asOf) },
    { _tag: "Event", segment, position: { values, uid: record.uid }, head: record, body: null, next: null, availability: null },
    place
  )

describe("explainSort", () => {
  it.each<[string, EventSort, number, OrderValue, string, ReadonlyArray<readonly [string, Json]>]>([
    ["its next slot", "timingsWithFeatured.asc", 0, instantOf(second), before, [
      ["featured", true],
      ["relative", "upcoming"],
      ["firstTiming", second]
    ]],
    ["its next slot, in the event's zone", "timings.asc", 0, instantOf(third), "2022-11-01T00:00:00Z", [
      ["relative", "upcoming"],
      ["firstTiming", third]
    ]],
    ["its last slot, all ended", "timings.asc", 1, instantOf(thirdEnd), thirdEnd, [["relative", "passed"], ["firstTiming", third]]],
    ["its last slot", "lastTimingWithFeatured.asc", 0, instantOf(third), before, [
      ["featured", true],
      ["relative", "upcoming"],
      ["lastTiming", third]
    ]],
    ["its last slot, all ended", "lastTiming.asc", 1, instantOf(thirdEnd), after, [["relative", "passed"], ["lastTiming", third]]],
    ["its last change", "updatedAt.desc", 0, 1, after, [["updatedAt", "2022-10-05T20:00:00.001Z"]]],
    ["its creation", "createdAt.asc", 0, 1, after, [["createdAt", formatUtc(record.createdAt)]]],
    ["that its availability never changed", "availabilityUpdatedAt.asc", 0, null, after, [["availabilityUpdatedAt", null]]],
    ["its score", "score", 0, 24, after, [["search", 24]]],
    ["its city as it is written", "location.adminLevel4.asc", 0, "sete", after, [["location.adminLevel4", "Sète"]]]
  ])("names %s under %s", (_label, sort, segment, value, asOf, explained) => {
    expect(explain([sort], [value], asOf, segment)).toEqual(explained.map(([key, value]) => ({ key, value })))
  })

  it("several sorts are explained by all their keys in order", () => {
    expect(explain(["location.adminLevel3.desc", "timingsWithFeatured.asc", "score"], [null, 1, 0, instantOf(second), 8], before)).toEqual([
      { key: "location.adminLevel3", value: null },
      { key: "featured", value: true },
      { key: "relative", value: "upcoming" },
      { key: "firstTiming", value: second },
      { key: "search", value: 8 }
    ])
  })

  it("location texts are null without a location", () => {
    const list = { sorts: ["location.name.asc"] as const, segments: planned({ sort: ["location.name.asc"] }).plan.segments, asOf: 0 }
    const hit = {
      _tag: "Event",
      segment: 0,
      position: { values: [null], uid: 1 },
      head: record,
      body: null,
      next: null,
      availability: null
    } as const
    expect(explainSort(list, hit, null)).toEqual([{ key: "location.name", value: null }])
  })
})
