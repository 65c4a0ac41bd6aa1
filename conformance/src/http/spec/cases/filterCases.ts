import { anyText } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import { all, dated, type Expectation, isRefused, itemsOf, lists, reads, shows, type SpecCase } from "../SpecCase.js"
import { finds, published } from "./orders.js"

const path = "/agendas/{agenda:main}/events"

const filters = (clause: string, rows: ReadonlyArray<readonly [Asked, Expectation]>): ReadonlyArray<SpecCase> =>
  rows.map(([asked, answers]) => ({ clause, path, asked, answers }))

const hundreds = Array.from({ length: 400 }, (_, index) => String(900_000_000 + index))

const byText: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{}, lists(...published)],
  [{ adminLevel4: ["Quimper"] }, finds("ended", "between", "soon", "after-midnight", "english", "winter")],
  [{ adminLevel4: ["QUIMPER", "rabi"] }, finds("ended", "between", "soon", "after-midnight", "english", "winter", "cancelled")],
  [{ adminLevel4: ["Quimp"] }, lists()],
  [{ adminLevel4: ["none"] }, lists()],
  [
    { adminLevel2: ["finistere"] },
    finds("ended", "between", "soon", "after-midnight", "english", "winter", "ended-today", "tonight", "postponed")
  ],
  [{ adminLevel2: ["Finistère"], adminLevel4: ["Brest", "Paris"] }, finds("ended-today", "tonight", "postponed")],
  [{ adminLevel1: ["Île-de-France", "Northern"] }, finds("running", "july", "august", "august-too", "cancelled")],
  [{ adminLevel3: ["cornouaille"] }, finds("ended", "between", "soon", "after-midnight", "english", "winter")],
  [{ adminLevel5: ["Vieille ville"], adminLevel6: ["Centre"] }, finds("ended", "between", "soon", "after-midnight", "english", "winter")],
  [{ adminLevel6: ["Kerinou"] }, finds("ended-today", "tonight", "postponed")],
  [{ countryCode: ["fj"] }, finds("august", "august-too", "cancelled")],
  [{ keyword: ["jazz"] }, finds("ended", "running", "between", "tonight")],
  [{ keyword: ["JAZZ", "ete"] }, finds("ended", "between")],
  [{ keyword: ["plein air", "été", "jazz"] }, finds("between")],
  [{ keyword: ["e\u0301te\u0301"] }, finds("ended", "between")],
  [{ keyword: ["jazz", "rock"] }, lists()],
  [{ keyword: ["secret"] }, lists()],
  [{ languages: ["de"] }, finds("english")],
  [{ languages: ["de", "en"] }, finds("english", "ended-now", "between", "august", "august-too", "cancelled")],
  [{ slug: ["july{tag}"] }, finds("july")],
  [{ slug: ["july{tag}", "winter{tag}", "none", "ready{tag}"] }, finds("july", "winter")],
  [{ slug: ["jul"] }, lists()]
]

const byNumber: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ uid: ["{event:july}"] }, finds("july")],
  [{ uid: ["{event:winter}", "{event:ended}", "{event:ready}"] }, finds("winter", "ended")],
  [{ uid: ["-1"] }, lists()],
  [{ uid: [...hundreds, "{event:july}", "{event:winter}"] }, finds("july", "winter")],
  [{ locationUid: ["{place:chapel}"] }, finds("soon", "winter")],
  [{ locationUid: ["{place:chapel}", "{place:west}", "{place:stadium}"] }, finds("soon", "winter", "cancelled")],
  [{ originAgendaUid: ["{agenda:main}"] }, lists(...published)],
  [{ originAgendaUid: ["{agenda:other}", "5"] }, lists()],
  [{ extId: { key: "spec", value: "july{tag}" } }, finds("july")],
  [{ extId: { key: "other", value: "A/1 é;b{tag}" } }, finds("july")],
  [{ extId: { key: " other", value: "A/1 e\u0301;b{tag}\n" } }, finds("july")],
  [
    { extId: [{ key: "spec", value: "july{tag}" }, { key: "spec", value: "winter{tag}" }, { key: "other", value: "winter{tag}" }] },
    finds("july", "winter")
  ],
  [{ featured: ["1"] }, finds("between", "july", "ended-today")],
  [{ featured: ["0"], adminLevel4: ["Brest"] }, finds("tonight", "postponed")],
  [{ featured: ["0", "1"] }, lists(...published)],
  [{ attendanceMode: ["2"] }, finds("ended-now", "begins-now")],
  [{ attendanceMode: ["2", "3"] }, finds("ended-now", "begins-now", "july")],
  [{ status: ["6"] }, finds("cancelled")],
  [{ status: ["4", "6"] }, finds("cancelled", "postponed")],
  [{ state: ["2"] }, lists(...published)],
  [{ availability: ["available", "unknown"] }, lists()],
  [{ bookable: ["1"] }, lists()],
  [{ bookable: ["0"] }, lists(...published)],
  [{ pricing: ["free"] }, lists()],
  [{ availabilityUpdatedAt: { gte: "2000-01-01" } }, lists()],
  [{ age: { gte: "11" } }, finds("ended", "running")],
  [{ age: { lte: "8" } }, finds("ended", "july")],
  [{ age: { gte: "11", lte: "12" } }, finds("ended", "running")],
  [{ age: [{ gte: "50" }, { lte: "5" }] }, finds("running", "july")],
  [{ accessibility: ["mi"] }, finds("ended", "running")],
  [{ accessibility: ["hi", "vi"] }, finds("running", "july")],
  [{ accessibility: ["ii", "pi"] }, lists()],
  [{ size: "2" }, shows({ total: 16, sort: "timingsWithFeatured.asc", success: true, after: [anyText, anyText, anyText, anyText] })],
  [{ size: "0" }, shows({ total: 16, events: [] })],
  [{ from: "14" }, shows({ total: 16, after: null, events: [{ slug: "ended-now{tag}" }, { slug: "ended{tag}" }] })],
  [{ from: "16" }, shows({ total: 16, after: null, events: [] })]
]

const box = (north: string, east: string, south: string, west: string): Asked => ({
  geo: { northEast: { lat: north, lng: east }, southWest: { lat: south, lng: west } }
})

const inBrittany = ["ended", "ended-today", "between", "tonight", "after-midnight", "postponed", "english"]

const byPlace: ReadonlyArray<readonly [Asked, Expectation]> = [
  [box("49", "-4", "47.5", "-5"), finds(...inBrittany)],
  [box("47.99", "-4.1", "47.99", "-4.1"), finds("ended", "between", "after-midnight", "english")],
  [box("90", "180", "-90", "-180"), finds(...inBrittany, "running", "july", "august", "august-too", "cancelled")],
  [box("-16", "-179", "-17", "179"), finds("august", "august-too", "cancelled")],
  [box("-16", "-179.98", "-17", "179"), finds("august", "august-too")],
  [
    {
      geo: [
        { northEast: { lat: "49", lng: "3" }, southWest: { lat: "48", lng: "2" } },
        { northEast: { lat: "-16", lng: "-179" }, southWest: { lat: "-16.6", lng: "180" } }
      ]
    },
    finds("running", "july", "cancelled")
  ]
]

const byTime: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ relative: ["passed"] }, finds("ended-now", "ended-today", "ended")],
  [{ relative: ["current"] }, finds("between", "running", "begins-now")],
  [
    { relative: ["upcoming"] },
    finds("july", "soon", "tonight", "after-midnight", "august", "august-too", "cancelled", "postponed", "english", "winter")
  ],
  [{ relative: ["current", "passed"] }, finds("between", "running", "begins-now", "ended-now", "ended-today", "ended")],
  [{ relative: ["current", "upcoming", "passed"] }, lists(...published)],
  [{ timings: { gte: "2025-11-11" } }, finds("english", "winter", "soon")],
  [
    { timings: { gte: "2025-06-02", lte: "2025-06-19" } },
    finds("ended-today", "ended-now", "running", "begins-now", "soon", "tonight", "after-midnight")
  ],
  [{ timings: { gte: "2025-06-16", lte: "2025-06-21" } }, finds("between")],
  [{ timings: { lte: "2025-05-01T08:00:00Z" } }, finds("ended")],
  [{ timings: { lte: "2025-05-01T07:59:59.999Z" } }, lists()],
  [{ timings: { gte: "2025-07-01T17:00:00", lte: "2025-07-01T17:00:00" } }, finds("july")],
  [{ timings: { gte: "2025-07-01T19:00", lte: "2025-07-01T19:00", tz: "Europe/Paris" } }, finds("july")],
  [{ timings: { gte: "2025-07-01T19:00:00+02:00", lte: "2025-07-01T19:00:00+0200", tz: "Pacific/Fiji" } }, finds("july")],
  [{ timings: { gte: "2025-08-01", lte: "2025-08-01", tz: "Pacific/Fiji" } }, lists()],
  [{ timings: { gte: "2025-08-01", lte: "2025-08-02", tz: "Pacific/Fiji" } }, finds("august", "august-too")],
  [
    { timings: { gte: "today", lte: "today" } },
    finds("ended-today", "ended-now", "running", "begins-now", "soon", "tonight", "after-midnight")
  ],
  [
    { timings: { gte: "today", lte: "today", tz: "Europe/Paris" } },
    finds("ended-today", "ended-now", "running", "begins-now", "soon", "tonight")
  ],
  [
    { timings: { gte: "today", lte: "today", tz: "Pacific/Fiji" } },
    finds("ended-now", "running", "begins-now", "soon", "tonight", "after-midnight")
  ],
  [{ timings: [{ lte: "2025-05-31" }, { gte: "2026-03-01" }] }, finds("ended", "soon")],
  [
    { timings: [{ gte: "2025-09-01", lte: "2025-09-30" }, { gte: "2025-10-04T08:00Z", lte: "2025-10-04T08:00Z" }] },
    finds("cancelled", "postponed")
  ],
  [{ createdAt: { lte: "2025-06-15T14:29:40Z" } }, finds("ended", "ended-today", "ended-now")],
  [{ createdAt: { gte: "2025-06-15T14:41:40.000Z" } }, finds("english", "winter")],
  [{ updatedAt: { gte: "2025-06-15T14:57:40Z" } }, finds("english")],
  [{ updatedAt: { gte: "2025-06-15T14:40:00Z", lte: "2025-06-15T14:45:00Z" } }, finds("postponed", "winter")],
  [{ updatedAt: [{ gte: "2025-06-15T14:57:00" }, { lte: "2025-06-15T14:27:40" }] }, finds("english", "ended")],
  [{ updatedAt: { gte: "2025-06-15T16:57:40+02:00" } }, finds("english")],
  [{ updatedAt: { gte: "2025-06-15T16:57:40", tz: "Europe/Paris" } }, finds("english")],
  [{ createdAt: { gte: "2025-06-16T02:41:40", lte: "today", tz: "Pacific/Fiji" } }, finds("english", "winter")],
  [
    {
      timings: {
        0: { gte: "2025-07-01T19:00", lte: "2025-07-01T19:00" },
        1: { gte: "2025-06-16T00:30", lte: "2025-06-16T00:30" },
        tz: "Europe/Paris"
      }
    },
    finds("july", "after-midnight")
  ],
  [{ createdAt: { lte: "today" } }, lists(...published)],
  [{ updatedAt: { gte: "today", lte: "2025-06-15T14:27:40Z" } }, finds("ended")]
]

const together: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ keyword: ["jazz"], adminLevel4: ["quimper", "paris"], relative: ["current"] }, finds("between", "running")],
  [
    { relative: ["upcoming"], timings: { gte: "2025-06-15", lte: "2025-06-30" }, featured: ["0"], attendanceMode: ["1"] },
    finds("soon", "tonight", "after-midnight")
  ],
  [{ age: { gte: "1" }, accessibility: ["mi", "vi"], countryCode: ["FR"], size: "300" }, finds("ended", "running", "july")]
]

const byState: ReadonlyArray<SpecCase> = [
  { clause: "service.md, State", path, as: "moderatorKey", asked: { state: ["1"] }, answers: lists("ready") },
  {
    clause: "service.md, State",
    path,
    as: "moderatorToken",
    asked: { state: ["1", "-1", "0"], sort: ["createdAt.asc"] },
    answers: lists("ready", "review", "refused", "withdrawn")
  },
  { clause: "service.md, State", path, as: "moderatorKey", asked: {}, answers: lists(...published) },
  {
    clause: "service.md, Limits",
    path,
    as: "moderatorKey",
    asked: { state: ["2", "1", "0", "-1"], removed: "null" },
    answers: all(
      reads("the number of events", (body) => itemsOf(body, "events").length, 20),
      shows({ after: [anyText, anyText, anyText, anyText], success: true })
    )
  },
  ...(["ownerless", "agendaKey", "contributorKey", "strangerKey"] as const).map((as): SpecCase => ({
    clause: "wire.md §6, Filters",
    path,
    as,
    asked: { state: ["2", "0"] },
    answers: isRefused(403)
  }))
]

/** The filters of a list of events, and its pages. */
export const filterCases: ReadonlyArray<SpecCase> = [
  ...filters("service.md, Filters: places and words", byText),
  ...filters("service.md, Filters: numbers", byNumber),
  ...filters("service.md, Filters: geo", byPlace),
  ...dated(filters("wire.md §2, Dates", byTime)),
  ...dated(filters("wire.md §6, Filters", together)),
  ...byState
]
