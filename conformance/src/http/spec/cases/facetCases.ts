import { agendaUid, anyNumber, anyText, placeUid, textLike } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import { type Expectation, isRefused, needing, showsAt, type SpecCase } from "../SpecCase.js"
import { finds } from "./orders.js"

const path = "/agendas/{agenda:main}/events"

/** Buckets with their counts, in order. */
const bucket = (key: unknown, eventCount: number) => ({ key, eventCount })

const asks = (facet: Asked, rest: Asked = {}): Asked => ({ aggregations: [facet], ...rest })

/** A facet that says nothing but its type has these buckets. */
const counts = (type: string, ...buckets: ReadonlyArray<readonly [key: unknown, count: number]>): readonly [Asked, Expectation] => [
  asks({ type }),
  showsAt(["aggregations"], { [type]: buckets.map(([key, count]) => bucket(key, count)) })
]

const option = (id: number, name: string, eventCount: number) => ({ id, label: { fr: `${name} (fr)`, en: `${name} (en)` }, eventCount })

const under = (key: string, value: unknown): Expectation => showsAt(["aggregations", key], value)

const byValue: ReadonlyArray<readonly [Asked, Expectation]> = [
  counts("cities", ["Quimper", 6], ["Brest", 3], ["Paris", 2], ["Waiyevo", 2], ["Rabi", 1]),
  counts("regions", ["Bretagne", 9], ["Northern", 3], ["Île-de-France", 2]),
  counts("departments", ["Finistère", 9], ["Paris", 2]),
  counts("districts", ["Centre", 6], ["Kerinou", 3]),
  counts("countryCodes", ["FR", 11], ["FJ", 3]),
  counts("adminLevels3", ["Cornouaille", 6], ["Pays de Brest", 3]),
  counts("adminLevels5", ["Vieille ville", 6]),
  counts("keywords", ["jazz", 4], ["été", 2], ["music", 1], ["plein air", 1], ["rock", 1]),
  counts("languages", ["fr", 11], ["en", 6], ["de", 1]),
  counts("accessibilities", ["mi", 2], ["hi", 1], ["vi", 1]),
  counts("status", [1, 14], [4, 1], [6, 1]),
  counts("attendanceModes", [1, 13], [2, 2], [3, 1]),
  counts("states", [2, 16]),
  counts("featured", [false, 13], [true, 3]),
  counts("availabilities"),
  counts("pricings"),
  counts("members"),
  counts("sourceAgendas"),
  counts("addMethods"),
  counts("valid")
]

const byRelative = [counts("relative", ["upcoming", 10], ["current", 3], ["passed", 3])]

const byMore: ReadonlyArray<readonly [Asked, Expectation]> = [
  [asks({ type: "cities", size: "2", key: "towns" }), showsAt(["aggregations"], { towns: [bucket("Quimper", 6), bucket("Brest", 3)] })],
  [asks({ type: "cities" }, { aggsSizeLimit: "1" }), under("cities", [bucket("Quimper", 6)])],
  [asks({ type: "cities" }, { adminLevel4: ["Brest", "Rabi"], size: "0" }), under("cities", [bucket("Brest", 3), bucket("Rabi", 1)])],
  [
    { aggregations: [{ type: "countryCodes" }, { type: "regions", size: "1" }, { type: "regions", key: "all" }] },
    showsAt(["aggregations"], {
      countryCodes: [bucket("FR", 11), bucket("FJ", 3)],
      regions: [bucket("Bretagne", 9)],
      all: [bucket("Bretagne", 9), bucket("Northern", 3), bucket("Île-de-France", 2)]
    })
  ],
  [
    { aggregations: [{ type: "countryCodes" }, { type: "departments" }] },
    showsAt(["aggregations"], {
      countryCodes: [bucket("FR", 11), bucket("FJ", 3)],
      departments: [bucket("Finistère", 9), bucket("Paris", 2)]
    })
  ],
  [
    asks({ type: "cities", missing: "none" }),
    under("cities", [
      bucket("Quimper", 6),
      bucket("Brest", 3),
      bucket("Paris", 2),
      bucket("Waiyevo", 2),
      bucket("none", 2),
      bucket("Rabi", 1)
    ])
  ],
  [asks({ type: "cities", missing: "none", size: "1" }), under("cities", [bucket("Quimper", 6), bucket("none", 2)])],
  [asks({ type: "cities", missing: "none" }, { adminLevel4: ["none"] }), finds("ended-now", "begins-now")],
  [asks({ type: "cities", missing: "none" }, { adminLevel4: ["none", "rabi"] }), finds("ended-now", "begins-now", "cancelled")],
  [asks({ type: "keywords", missing: "sans" }, { keyword: ["sans"], adminLevel4: ["Brest"] }), finds("postponed")],
  [asks({ type: "keywords", missing: "sans" }, { keyword: ["sans", "jazz"] }), finds()],
  [asks({ type: "cities" }, { search: ["jazz"] }), under("cities", [bucket("Quimper", 2), bucket("Brest", 1), bucket("Paris", 1)])],
  [asks({ type: "cities" }, { search: ["jazz"], threshold: "100000" }), under("cities", [])],
  [{ aggregations: [{ type: "countryCodes" }, { type: "countryCodes" }] }, under("countryCodes", [bucket("FR", 11), bucket("FJ", 3)])],
  [asks({ type: "pricings", missing: "none" }, { adminLevel4: ["Brest"] }), under("pricings", [bucket("none", 3)])],
  [asks({ type: "availabilities", missing: "none" }, { uid: ["-1"] }), under("availabilities", [])],
  [asks({ type: "availabilities", missing: "none" }, { availability: ["none"], adminLevel4: ["Rabi"] }), finds("cancelled")],
  [asks({ type: "availabilities", missing: "none" }, { availability: ["soldOut"] }), finds()],
  [asks({ type: "locations", missing: "none" }, { locationUid: ["none", "{place:west}"] }), finds("ended-now", "begins-now", "cancelled")],
  [
    asks({ type: "locations", size: "2" }),
    under("locations", [
      { key: placeUid("hall"), eventCount: 4, location: { uid: placeUid("hall"), name: "Médiathèque{tag}" } },
      { key: placeUid("arena"), eventCount: 3, location: { uid: placeUid("arena"), name: "Arena{tag}" } }
    ])
  ]
]

const byAgenda: ReadonlyArray<readonly [Asked, Expectation]> = [
  [
    asks({ type: "originAgendas" }),
    under("originAgendas", [{
      key: agendaUid("main"),
      eventCount: 16,
      agenda: { uid: agendaUid("main"), title: "Town agenda", slug: "town-agenda", image: null, url: null }
    }])
  ]
]

const byField: ReadonlyArray<readonly [Asked, Expectation]> = [
  [
    asks({ type: "additionalFields", field: "genre", missing: "none" }, { genre: ["none"], featured: ["1"] }),
    finds("between", "ended-today")
  ],
  [
    asks({ type: "additionalFields", field: "genre" }),
    under("additionalFields", [option(1, "jazz", 2), option(2, "rock", 1), option(3, "choir", 1)])
  ],
  [asks({ type: "additionalFields", field: "publics", key: "who" }), under("who", [option(1, "all", 2), option(2, "families", 2)])],
  [asks({ type: "additionalFields", field: "themes", size: "1" }), under("additionalFields", [option(1, "danse", 2)])],
  [asks({ type: "additionalFields", field: "free" }), under("additionalFields", [bucket(false, 1), bucket(true, 1)])],
  [asks({ type: "additionalFieldMetrics", field: "price" }), under("additionalFieldMetrics", { sum: 20.5, avg: 10.25, min: 8, max: 12.5 })],
  [
    asks({ type: "additionalFieldMetrics", field: "places", key: "seats" }),
    under("seats", { sum: 300, avg: 100, min: 50, max: 200 })
  ],
  [
    asks({ type: "additionalFieldMetrics", field: "places" }, { uid: ["-1"] }),
    under("additionalFieldMetrics", { sum: null, avg: null, min: null, max: null })
  ],
  [
    asks({ type: "additionalFields", field: "room" }, { monolingual: "en" }),
    under("additionalFields", [{ id: 11, label: "large (en)", eventCount: 1 }, { id: 12, label: "small (en)", eventCount: 1 }])
  ],
  [asks({ type: "additionalFieldMetrics", field: "budget" }), isRefused(400)]
]

const slots = (key: string, timingCount: number) => ({ key, timingCount })

const byPlace: ReadonlyArray<readonly [Asked, Expectation]> = [
  [
    asks({ type: "viewport" }, { countryCode: ["FR"] }),
    under("viewport", { topLeft: { latitude: 48.8719, longitude: -4.48 }, bottomRight: { latitude: 47.99, longitude: 2.3316 } })
  ],
  [asks({ type: "viewport" }, { uid: ["-1"] }), under("viewport", null)],
  [
    asks({ type: "geohash", zoom: "4" }, { adminLevel4: ["Paris"] }),
    under("geohash", [{
      key: textLike(/^u/),
      eventCount: 2,
      latitude: anyNumber,
      longitude: anyNumber
    }])
  ],
  [
    asks({ type: "geohash", zoom: "0" }),
    under("geohash", [
      { key: "g", eventCount: 7, latitude: 67.5, longitude: -22.5 },
      { key: "r", eventCount: 2, latitude: -22.5, longitude: 157.5 },
      { key: "u", eventCount: 2, latitude: 67.5, longitude: 22.5 },
      { key: "2", eventCount: 1, latitude: -22.5, longitude: -157.5 }
    ])
  ]
]

const byTime: ReadonlyArray<readonly [Asked, Expectation]> = [
  [asks({ type: "timespan" }, { slug: ["july{tag}"] }), under("timespan", { first: "2025-07-01T19:00:00+02:00", last: anyText })],
  [asks({ type: "timespan" }, { uid: ["-1"] }), under("timespan", null)],
  [
    asks({ type: "timings", interval: "month" }, { timings: { gte: "2025-10-01" } }),
    under("timings", ["2025-10", "2025-11", "2025-12", "2026-02", "2026-03"].map((month) => slots(month, 1)))
  ],
  [
    asks({ type: "timings", interval: "day" }, { timings: { gte: "2025-06-15T20:00:00Z", lte: "2025-06-30" } }),
    under("timings", [slots("2025-06-15", 1), slots("2025-06-16", 1), slots("2025-06-20", 1)])
  ],
  [
    asks({ type: "timings", interval: "day", timezone: "UTC" }, { timings: { gte: "2025-06-15T20:00:00Z", lte: "2025-06-30" } }),
    under("timings", [slots("2025-06-15", 2), slots("2025-06-20", 1)])
  ],
  [
    asks({ type: "timings", interval: "day" }, { timings: { gte: "2025-06-16T08:00", lte: "2025-06-30", tz: "Pacific/Fiji" } }),
    under("timings", [slots("2025-06-16", 2), slots("2025-06-20", 1)])
  ],
  [
    asks({ type: "timings", interval: "week" }, { timings: { gte: "2025-06-15T20:00:00Z", lte: "2025-06-30" } }),
    under("timings", [slots("2025-W24", 1), slots("2025-W25", 2)])
  ],
  [
    asks({ type: "timings", interval: "hour" }, { timings: { gte: "2025-06-15T15:00:00Z", lte: "2025-06-15T22:00:00Z" } }),
    under("timings", [slots("2025-06-15T17:00:00+02:00", 4), slots("2025-06-15T23:00:00+02:00", 1)])
  ],
  [
    asks({ type: "timings", interval: "year" }, { slug: ["winter{tag}"] }),
    under("timings", [slots("2025", 1), slots("2026", 1)])
  ],
  [
    asks({ type: "eventsByDateRanges" }, { timings: { gte: "2025-06-30", lte: "2025-07-03T23:59:59", tz: "Europe/Paris" } }),
    under("eventsByDateRanges", [bucket("2025-06-30", 0), bucket("2025-07-01", 1), bucket("2025-07-02", 1), bucket("2025-07-03", 0)])
  ],
  [
    asks({ type: "eventsByDateRanges" }),
    under(
      "eventsByDateRanges",
      Array.from({ length: 30 }, (_, index) => {
        const day = `2025-06-${String(index + 1).padStart(2, "0")}`
        return bucket(day, { "2025-06-01": 1, "2025-06-15": 6, "2025-06-16": 1, "2025-06-20": 1 }[day] ?? 0)
      })
    )
  ],
  [asks({ type: "eventsByDateRanges" }, { timings: { gte: "2024-01-01", lte: "2026-01-01" } }), isRefused(400)]
]

const none: ReadonlyArray<readonly [Asked, Expectation]> = [[{}, showsAt(["aggregations"], undefined)]]

const refused: ReadonlyArray<readonly [Asked, Expectation]> = [
  [asks({ type: "nonsense" }), isRefused(400)],
  [asks({ type: "cities", size: "2001" }), isRefused(400)],
  [asks({ type: "geohash", zoom: "21" }), isRefused(400)],
  [asks({ type: "timings", interval: "decade" }), isRefused(400)],
  [asks({ type: "timings", timezone: "Mars/Phobos" }), isRefused(400)],
  [asks({ type: "additionalFields" }), isRefused(400)],
  [asks({ type: "additionalFields", field: "nonsense" }), isRefused(400)]
]

const casesOf = (rows: ReadonlyArray<readonly [Asked, Expectation]>): ReadonlyArray<SpecCase> =>
  rows.map(([asked, answers]) => ({ clause: "wire.md §6, Facets", path, asked, answers }))

const byState: SpecCase = {
  clause: "wire.md §6, Facets",
  path,
  as: "moderatorKey",
  asked: asks({ type: "states" }, { state: ["1", "2"] }),
  answers: under("states", [bucket(2, 16), bucket(1, 1)])
}

/** The facets of a list of events. */
export const facetCases: ReadonlyArray<SpecCase> = [
  ...casesOf([...byValue, ...byMore, ...none, ...refused]),
  byState,
  ...needing(["agendas"], casesOf(byAgenda)),
  ...needing(["fields"], casesOf(byField)),
  ...casesOf([...byRelative, ...byPlace]),
  ...needing(["clock"], casesOf(byTime))
]
