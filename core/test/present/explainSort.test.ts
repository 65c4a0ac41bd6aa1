import { describe, expect, it } from "@effect/vitest"
import type { Json } from "../../src/domain/Json.js"
import { explainSort } from "../../src/present/explainSort.js"
import type { EventSort } from "../../src/query/EventQuery.js"
import type { EventHit } from "../../src/query/QueryPlan.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { instantOf, slotOf } from "../instantOf.js"
import { storedEvent } from "../validation/storedEvent.js"

const record = recordOf({
  ...storedEvent,
  featured: true,
  timings: [
    { id: "aaaaa", ...slotOf("2022-10-15T17:00:00+02:00", "2022-10-15T19:00:00+02:00") },
    { id: "bbbbb", ...slotOf("2022-10-20T17:00:00+02:00", "2022-10-20T19:00:00+02:00") },
    { id: "ccccc", ...slotOf("2022-11-15T17:00:00+01:00", "2022-11-15T19:00:00+01:00") }
  ]
}, [])

const hitAt = (key: string): EventHit => ({
  _tag: "Event",
  segment: 0,
  position: { key: instantOf(key), uid: record.uid },
  head: record,
  body: null,
  next: null
})

const second = "2022-10-20T17:00:00+02:00"
const third = "2022-11-15T17:00:00+01:00"
const thirdEnd = "2022-11-15T19:00:00+01:00"

describe("explainSort", () => {
  it.each<[string, EventSort, string, string, ReadonlyArray<readonly [string, Json]>]>([
    ["its next slot", "timingsWithFeatured.asc", second, "2022-10-18T00:00:00Z", [
      ["featured", true],
      ["relative", "upcoming"],
      ["firstTiming", second]
    ]],
    ["its next slot, in the event's zone", "timings.asc", third, "2022-11-01T00:00:00Z", [["relative", "upcoming"], [
      "firstTiming",
      third
    ]]],
    ["its last slot, all ended", "timings.asc", thirdEnd, thirdEnd, [["relative", "passed"], ["firstTiming", third]]],
    ["its last slot", "lastTimingWithFeatured.asc", third, "2022-10-18T00:00:00Z", [
      ["featured", true],
      ["relative", "upcoming"],
      ["lastTiming", third]
    ]],
    ["its last slot, all ended", "lastTiming.asc", thirdEnd, "2022-12-01T00:00:00Z", [["relative", "passed"], ["lastTiming", third]]],
    ["its last change", "updatedAt.desc", "2022-10-05T20:00:00.001Z", "2022-12-01T00:00:00Z", [["updatedAt", "2022-10-05T20:00:00.001Z"]]],
    ["its last change", "updatedAt.asc", "2022-10-05T20:00:00.001Z", "2022-12-01T00:00:00Z", [["updatedAt", "2022-10-05T20:00:00.001Z"]]]
  ])("names %s under %s", (_label, sort, key, asOf, explained) => {
    expect(explainSort(sort, hitAt(key), instantOf(asOf))).toEqual(explained.map(([name, value]) => ({ key: name, value })))
  })
})
