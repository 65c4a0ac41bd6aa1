import type { Condition, GeoBox } from "@agenda-engine/core/query/event/Condition"
import type { Case } from "../../Case.js"
import { hour, interval, noon, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"
import { search } from "./searchCase.js"

const given = {
  locations: [
    sampleLocation(1, 1, { adminLevel1: "Bretagne", countryCode: "FR", latitude: 48.39, longitude: -4.486 }),
    sampleLocation(2, 1, { adminLevel1: null, countryCode: "FJ", latitude: -17, longitude: 179.5 }),
    sampleLocation(3, 1, { adminLevel1: "Occitanie", countryCode: "fr", latitude: null, longitude: 3.7 }),
    sampleLocation(4, 1, { adminLevel1: "", countryCode: "FJ", latitude: -16.5, longitude: -179.9 })
  ],
  events: [...[1, 2, 3, 4].map((uid) => sampleEvent(uid, { locationUid: uid, at: [interval(uid)] })), sampleEvent(5, { at: [interval(5)] })]
}

const condition = (id: string, clause: string, title: string, where: Condition, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.${id}`, clause, title, { given, plan: plan({ where: [where], sort: "timings.asc" }), uids })

const geo = (id: string, title: string, boxes: ReadonlyArray<GeoBox>, uids: ReadonlyArray<number>): Case =>
  condition(`geo.${id}`, "wire.md §6, geo", title, { _tag: "Geo", boxes }, uids)

const brittany: GeoBox = { north: 48.39, east: -4, south: 48, west: -4.486 }
const acrossTheDateLine: GeoBox = { north: 0, east: -179, south: -20, west: 179 }
const elsewhere: GeoBox = { north: 1, east: 1, south: 0, west: 0 }

const windowed = {
  locations: given.locations,
  events: [
    sampleEvent(1, { locationUid: 1, at: [interval(-30), interval(30)] }),
    sampleEvent(2, { locationUid: 1, at: [interval(-5), interval(-1)] }),
    sampleEvent(3, { locationUid: 1, at: [interval(-30), interval(2), interval(30)] }),
    sampleEvent(4, { locationUid: 2, at: [interval(2)] }),
    sampleEvent(5, { locationUid: 1, state: 1, at: [interval(2)] }),
    sampleEvent(6, { locationUid: 1, featured: true, at: [interval(-2, 3)] }),
    sampleEvent(7, { locationUid: 1, at: [interval(-9)] }),
    sampleEvent(8, { at: [interval(2)] })
  ]
}

/** A window of hours from noon. */
const inWindow = (
  id: string,
  title: string,
  where: Condition,
  [gte, lte]: readonly [number, number | null],
  uids: ReadonlyArray<number>
): Case =>
  search(`search.condition.${id}`, "wire.md §6, timings", title, {
    given: windowed,
    plan: plan({
      where: [
        where,
        { _tag: "Timings", ranges: [{ gte: noon + gte * hour, lte: lte === null ? null : noon + lte * hour }] }
      ],
      sort: "timingsWithFeatured.asc"
    }),
    uids
  })

/** The demands on what is asked of the locations of events. */
export const locatedCases: ReadonlyArray<Case> = [
  condition("place.country", "wire.md §6, countryCode", "events in this country, compared by folded country code", {
    _tag: "Place",
    field: "countryCode",
    in: ["fr"],
    orNone: false
  }, [1, 3]),
  condition("place.empty", "Condition", "an empty text is a value, not a missing one", {
    _tag: "Place",
    field: "adminLevel1",
    in: [""],
    orNone: false
  }, [4]),
  condition("place.or-none", "wire.md §6, missing", "events in this region, without a region, or without a location", {
    _tag: "Place",
    field: "adminLevel1",
    in: ["bretagne"],
    orNone: true
  }, [1, 2, 5]),
  condition("place.none-only", "wire.md §6, missing", "events without a region or without a location", {
    _tag: "Place",
    field: "adminLevel1",
    in: [],
    orNone: true
  }, [2, 5]),
  condition("location-uid.or-none", "wire.md §6, missing", "events at one of these locations, or without a location", {
    _tag: "LocationUid",
    in: [3, 99],
    orNone: true
  }, [3, 5]),
  inWindow(
    "place.window",
    "events in a region with a slot in a time window: ended or not, featured or not, in one state",
    { _tag: "Place", field: "adminLevel1", in: ["bretagne"], orNone: false },
    [-5, 3],
    [6, 3, 2]
  ),
  inWindow(
    "location-uid.window",
    "events at a location with a slot from an instant on",
    { _tag: "LocationUid", in: [1], orNone: false },
    [-5, null],
    [6, 3, 1, 2]
  ),
  inWindow(
    "geo.window",
    "events in a box with a slot in a future time window",
    { _tag: "Geo", boxes: [brittany] },
    [1, 29],
    [3]
  ),
  geo("edges", "events in a box, its edges included", [brittany], [1]),
  geo("antimeridian", "a box can cross the antimeridian", [acrossTheDateLine], [2, 4]),
  geo("not-inside-out", "a box that does not cross the antimeridian matches nothing outside its edges", [{
    ...acrossTheDateLine,
    west: -180
  }], [4]),
  geo("any-box", "events in any of several boxes", [elsewhere, brittany, acrossTheDateLine], [1, 2, 4]),
  geo("whole-world", "an event without both coordinates is in no box", [{ north: 90, east: 180, south: -90, west: -180 }], [1, 2, 4]),
  geo("many", "events in one of many boxes", [...Array.from({ length: 130 }, () => elsewhere), acrossTheDateLine], [2, 4])
]
