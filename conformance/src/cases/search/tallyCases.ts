import type { Count, Tally, TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import { type Case, demand } from "../../Case.js"
import { fill, searches, world } from "../../storeCalls.js"
import { hour, interval, noon, sampleAgenda, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan, type PlanChoice } from "../plans.js"
import { expectCounts, expectMeaning } from "./searchCase.js"

const given = world({
  agendas: [sampleAgenda(1), sampleAgenda(2)],
  locations: [
    sampleLocation(1, 1, { adminLevel4: "Sète", latitude: 43.4, longitude: 3.7 }),
    sampleLocation(2, 1, { adminLevel4: "SETE", latitude: 43.4, longitude: 3.7 }),
    sampleLocation(3, 1, { adminLevel4: null, latitude: null, longitude: 3.7 }),
    sampleLocation(4, 1, { adminLevel4: "Sète", latitude: 43.4, longitude: -3.7 })
  ],
  events: [
    sampleEvent(1, { locationUid: 1, keywords: ["Jazz", "rock"], numbers: [{ dimension: "field:price", value: 0.1 }], at: [interval(1)] }),
    sampleEvent(2, {
      locationUid: 1,
      keywords: ["jazz"],
      status: 6,
      numbers: [{ dimension: "field:price", value: 0.1 }],
      at: [interval(-30), interval(-20)]
    }),
    sampleEvent(3, { locationUid: 2, keywords: ["Jazz"], featured: true, attendanceMode: 1, at: [interval(1), interval(2), interval(20)] }),
    sampleEvent(4, { locationUid: 3, at: [interval(-1, 2)], numbers: [{ dimension: "field:seats", value: 7 }] }),
    sampleEvent(5, { state: 1, at: [interval(40)] }),
    sampleEvent(6, { agendaUid: 2, locationUid: 4, keywords: ["jazz"] })
  ]
})

const count = (value: Count["value"], counted: number, spelling: string | null = null): Count => ({ value, spelling, count: counted })

const counts = (...counts: ReadonlyArray<Count>): TallyAnswer => ({ _tag: "Counts", counts })

const tally = (id: string, title: string, asked: Tally, expected: TallyAnswer, choice: PlanChoice = {}): Case =>
  demand(`search.tally.${id}`, "wire.md §6, Facets", title)(function*() {
    yield* fill(given)
    const asking = plan({ sort: "timings.asc", limit: 1, tallies: [asked], ...choice })
    const { tallies } = yield* searches((store) => store.search(asking))
    yield* expectCounts("the counts", tallies, [expected])
    yield* expectMeaning("the whole answer", asking, given)
  })

const keyword = { _tag: "Terms", dimension: "keyword" } as const
const price = { _tag: "Numbers", dimension: "field:price" } as const

/** The demands on what is counted of the events that match a plan. */
export const tallyCases: ReadonlyArray<Case> = [
  tally(
    "terms",
    "events counted by term and spelling, over all matches and not only the page",
    { ...keyword, none: false },
    counts(count("jazz", 2, "Jazz"), count("jazz", 1, "jazz"), count("rock", 1, "rock"))
  ),
  tally(
    "terms-none",
    "events without a term are counted under null",
    { ...keyword, none: true },
    counts(count("jazz", 2, "Jazz"), count("jazz", 1, "jazz"), count("rock", 1, "rock"), count(null, 1))
  ),
  tally(
    "terms-unknown",
    "a dimension that no event has counts every event under null",
    { _tag: "Terms", dimension: "field:x", none: true },
    counts(count(null, 4))
  ),
  tally("numbers", "events counted by number", { ...price, none: false }, counts(count(0.1, 2))),
  tally("numbers-none", "events without a number are counted under null", { ...price, none: true }, counts(count(0.1, 2), count(null, 2))),
  tally(
    "place",
    "events counted by a text of their location and its spelling; events without one under null",
    { _tag: "Place", field: "adminLevel4" },
    counts(count("sete", 2, "Sète"), count("sete", 1, "SETE"), count(null, 1))
  ),
  tally(
    "location",
    "events counted by location, events without one under null",
    { _tag: "Location" },
    counts(count(1, 2), count(2, 1), count(3, 1), count(null, 1)),
    { states: [2, 1] }
  ),
  tally("agenda", "events counted by agenda", { _tag: "Agenda" }, counts(count(1, 4), count(2, 1)), {
    scope: { _tag: "Public", within: null }
  }),
  tally("status", "events counted by status", { _tag: "Status" }, counts(count(1, 3), count(6, 1))),
  tally("attendance-mode", "events counted by attendance mode", { _tag: "AttendanceMode" }, counts(count(2, 3), count(1, 1))),
  tally("state", "events counted by state", { _tag: "State" }, counts(count(2, 4), count(1, 1)), { states: [2, 1, 0] }),
  tally("featured", "events counted by whether they are featured", { _tag: "Featured" }, counts(count(1, 1), count(0, 3))),
  tally(
    "relative",
    "events counted as passed, current or upcoming at an instant other than `asOf`",
    { _tag: "Relative", at: noon + 1.5 * hour },
    counts(count("passed", 2), count("current", 2))
  ),
  tally("points", "events counted by coordinates, without events that lack one", { _tag: "Points" }, {
    _tag: "Points",
    points: [{ latitude: 43.4, longitude: 3.7, count: 3 }]
  }),
  tally("span", "the span from the begin of the first slot to the end of the last", { _tag: "Span" }, {
    _tag: "Span",
    span: { first: interval(-30).begin, last: interval(20).end }
  }),
  tally("span-none", "the span of no events is null", { _tag: "Span" }, { _tag: "Span", span: null }, {
    where: [{ _tag: "Uid", in: [99] }]
  }),
  tally(
    "slot-begins",
    "slots counted by the instant at which they begin",
    { _tag: "SlotBegins", ranges: [{ gte: noon, lte: interval(2).begin }, { gte: interval(-20).begin, lte: interval(-20).begin }] },
    counts(count(interval(1).begin, 2), count(interval(2).begin, 1), count(interval(-20).begin, 1))
  ),
  tally(
    "slot-begins-all",
    "without ranges, all slots of the matching events are counted",
    { _tag: "SlotBegins", ranges: null },
    counts(count(interval(-30).begin, 1), count(interval(-20).begin, 1)),
    { where: [{ _tag: "Relative", in: ["passed"], at: noon }] }
  ),
  tally(
    "slot-ranges",
    "events counted once per range in which one of their slots begins; the end of a range is excluded",
    {
      _tag: "SlotRanges",
      ranges: [{ gte: noon, lt: interval(3).begin }, { gte: interval(1).begin, lt: interval(2).begin }, { gte: 0, lt: 1 }]
    },
    counts(count(0, 2), count(1, 2))
  ),
  tally(
    "slot-begins-many",
    "a slot in several of many overlapping ranges is counted once",
    {
      _tag: "SlotBegins",
      ranges: [...Array.from({ length: 40 }, (_, index) => interval(index * 7 + 40)), interval(1), interval(1)].map(({ begin }) => ({
        gte: begin,
        lte: begin
      }))
    },
    counts(count(interval(1).begin, 2))
  ),
  tally(
    "slot-ranges-states",
    "events in any state counted by the ranges in which their slots begin",
    {
      _tag: "SlotRanges",
      ranges: [{ gte: interval(40).begin, lt: interval(41).begin }, { gte: interval(1).begin, lt: interval(2).begin }]
    },
    counts(count(0, 1), count(1, 2)),
    { states: [2, 1, 0] }
  ),
  tally("removed-only", "a plan for tombstones only counts no events", { _tag: "Status" }, counts(), {
    live: null,
    removed: []
  }),
  tally("no-states", "a plan without states counts no events", { _tag: "Status" }, counts(), { states: [] }),
  tally(
    "segments",
    "segments do not restrict what is counted",
    { _tag: "Status" },
    counts(count(1, 3), count(6, 1)),
    { segments: plan({ sort: "timings.asc" }).segments.slice(0, 1) }
  )
]
