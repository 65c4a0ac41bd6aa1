import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Case } from "../../Case.js"
import { hour, interval, noon, sampleAgenda, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"
import { search } from "./searchCase.js"

const locations = [
  sampleLocation(1, 1, { adminLevel3: "CC", adminLevel5: "Quartier 5", adminLevel6: "Siam" }),
  sampleLocation(2, 1, { adminLevel1: "Occitanie", adminLevel2: "Hérault", adminLevel4: "Sète" }),
  sampleLocation(3, 1, { adminLevel1: null, adminLevel2: null, adminLevel4: null })
]

const events = [
  sampleEvent(1, { locationUid: 1, attendanceMode: 1, keywords: ["jazz", "rock"], at: [interval(1)] }),
  sampleEvent(2, { locationUid: 2, attendanceMode: 3, status: 3, keywords: ["jazz"], at: [interval(2), interval(50)] }),
  sampleEvent(3, { locationUid: 3, attendanceMode: 1, status: 6, keywords: ["jazz rock", "rock"], at: [interval(3)] }),
  sampleEvent(4, { attendanceMode: 2, keywords: [], featured: true, at: [interval(4)] }),
  sampleEvent(5, { state: 1, at: [interval(5)] }),
  sampleEvent(6, { state: 0, featured: true, at: [interval(6)] }),
  sampleEvent(7, { state: -1, at: [interval(7)] }),
  sampleEvent(8, { agendaUid: 2, keywords: ["jazz"], at: [interval(8)] })
]

const given = { events, locations }

const condition = (id: string, clause: string, title: string, where: ReadonlyArray<Condition>, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.${id}`, clause, title, { given, plan: plan({ where, sort: "timings.asc" }), uids })

const state = (id: string, title: string, states: ReadonlyArray<number>, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.${id}`, "service.md, States", title, {
    given,
    plan: plan({ states, sort: "timings.asc", audience: "privileged" }),
    uids
  })

const timed = {
  events: [
    sampleEvent(1, { at: [interval(-5), interval(-1)] }),
    sampleEvent(2, { at: [interval(-2, 1), interval(1)] }),
    sampleEvent(3, { at: [interval(0)] }),
    sampleEvent(4, { at: [{ begin: noon + 1_000, end: noon + hour }] }),
    sampleEvent(5, { at: [{ begin: noon - hour, end: noon + 1_000 }] }),
    sampleEvent(6, { at: [interval(-30), interval(30)] })
  ]
}

const relative = (id: string, title: string, where: Condition, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.relative.${id}`, "wire.md §6, relative", title, {
    given: timed,
    plan: plan({ where: [where], sort: "lastTiming.asc" }),
    uids
  })

const windows = (
  id: string,
  title: string,
  ranges: ReadonlyArray<readonly [number | null, number | null]>,
  uids: ReadonlyArray<number>
): Case =>
  search(`search.condition.timings.${id}`, "wire.md §6, timings", title, {
    given: timed,
    plan: plan({
      sort: "lastTiming.asc",
      where: [{
        _tag: "Timings",
        ranges: ranges.map(([gte, lte]) => ({
          gte: gte === null ? null : noon + gte * hour,
          lte: lte === null ? null : noon + lte * hour
        }))
      }]
    }),
    uids
  })

const changed = (
  id: string,
  title: string,
  ranges: Extract<Condition, { _tag: "UpdatedAt" }>["ranges"],
  uids: ReadonlyArray<number>
): Case =>
  search(`search.condition.updated-at.${id}`, "wire.md §6, updatedAt", title, {
    given: { events: [1, 2, 3, 4].map((uid) => sampleEvent(uid, { updatedAt: noon + uid })) },
    plan: plan({ where: [{ _tag: "UpdatedAt", ranges }], sort: "updatedAt.asc" }),
    uids
  })

/** The demands on what a plan narrows by. */
export const conditionCases: ReadonlyArray<Case> = [
  condition("none", "wire.md §6", "without conditions, every published event of the agenda and of no other", [], [1, 2, 3, 4]),
  condition("uid", "service.md, uid", "events with these uids, without those of other agendas", [{ _tag: "Uid", in: [3, 8, 1, 99, 3] }], [
    1,
    3
  ]),
  condition("uid-none", "wire.md §2", "a uid that no event has matches nothing", [{ _tag: "Uid", in: [-1] }], []),
  condition("empty-list", "Condition", "an empty list of values matches nothing", [{ _tag: "Uid", in: [] }], []),
  condition("slug", "service.md, slug", "events with these slugs, compared whole", [{ _tag: "Slug", in: ["event-2", "event"] }], [2]),
  condition("featured", "service.md, featured", "featured events", [{ _tag: "Featured", is: true }], [4]),
  condition("not-featured", "service.md, featured", "events that are not featured", [{ _tag: "Featured", is: false }], [1, 2, 3]),
  condition("status", "service.md, status", "events with one of these statuses", [{ _tag: "Status", in: [3, 6] }], [2, 3]),
  condition("attendance-mode", "wire.md §6", "events with one of these attendance modes", [{ _tag: "AttendanceMode", in: [2, 3] }], [2, 4]),
  condition("location-uid", "service.md, locationUid", "events at one of these locations", [{
    _tag: "LocationUid",
    in: [3, 1],
    orNone: false
  }], [
    1,
    3
  ]),
  condition("place", "service.md, adminLevel4", "events in one of these cities, compared whole", [{
    _tag: "Place",
    field: "adminLevel4",
    in: ["sete", "bres"],
    orNone: false
  }], [2]),
  condition("place.region", "service.md, adminLevel1", "events in one of these regions", [{
    _tag: "Place",
    field: "adminLevel1",
    in: ["bretagne", "occitanie"],
    orNone: false
  }], [1, 2]),
  condition(
    "place.department",
    "service.md, adminLevel2",
    "events in this department",
    [{ _tag: "Place", field: "adminLevel2", in: ["herault"], orNone: false }],
    [2]
  ),
  condition("place.other-levels", "wire.md §6", "events by administrative levels 3, 5 and 6", [
    { _tag: "Place", field: "adminLevel3", in: ["cc"], orNone: false },
    { _tag: "Place", field: "adminLevel5", in: ["quartier 5"], orNone: false },
    { _tag: "Place", field: "adminLevel6", in: ["siam"], orNone: false }
  ], [1]),
  condition(
    "keyword",
    "wire.md §6",
    "a keyword is compared whole",
    [{ _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }],
    [1, 2]
  ),
  condition("keyword.all", "service.md, keyword", "an event must have all of several keywords", [{
    _tag: "AllTerms",
    dimension: "keyword",
    all: ["rock", "jazz"]
  }], [1]),
  condition("keyword.none", "Condition", "an empty list of required keywords applies no condition", [{
    _tag: "AllTerms",
    dimension: "keyword",
    all: []
  }], [1, 2, 3, 4]),
  condition("and", "wire.md §6", "several conditions must all be true", [
    { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] },
    { _tag: "Place", field: "adminLevel1", in: ["occitanie"], orNone: false },
    { _tag: "Timings", ranges: [{ gte: noon + 40 * hour, lte: null }] }
  ], [2]),
  state("state.one", "events in one state other than published", [0], [6]),
  state("state.several", "events in several states, in one order", [2, 1, -1], [1, 2, 3, 4, 5, 7]),
  relative(
    "passed",
    "passed: the last slot has ended, at the instant of its end included",
    { _tag: "Relative", in: ["passed"], at: noon },
    [1]
  ),
  relative("upcoming", "upcoming: no slot has begun; a slot has begun at the instant of its begin", {
    _tag: "Relative",
    in: ["upcoming"],
    at: noon
  }, [4]),
  relative("current", "current: all other events, during a slot or between two slots", { _tag: "Relative", in: ["current"], at: noon }, [
    5,
    3,
    2,
    6
  ]),
  relative("two", "two of the three values", { _tag: "Relative", in: ["upcoming", "passed"], at: noon }, [4, 1]),
  relative("all", "the three values together match every event, each event once", {
    _tag: "Relative",
    in: ["passed", "current", "upcoming"],
    at: noon
  }, [
    5,
    3,
    4,
    2,
    6,
    1
  ]),
  relative("other-instant", "the condition uses its own instant, not that of the order", {
    _tag: "Relative",
    in: ["passed"],
    at: noon + 2 * hour
  }, [5, 3, 4, 2, 1]),
  windows("gte", "a slot begins at or after the lower bound", [[1, null]], [2, 6]),
  windows("lte", "a slot begins at or before the upper bound", [[null, -5]], [6, 1]),
  windows("one-slot", "one slot must satisfy both bounds", [[-29, 29]], [5, 3, 4, 2, 1]),
  windows("begin-counts", "a slot that began before the range does not match, even when it is still in progress", [[-0.5, -0.1]], []),
  windows("inclusive", "both bounds are included", [[0, 0]], [3]),
  windows("once", "an event with several matching slots is one hit", [[-6, 2]], [5, 3, 4, 2, 1]),
  windows("any-range", "a slot in any of several ranges", [[-30, -30], [1, 1]], [2, 6]),
  changed("bounds", "both bounds are included", [{ gte: noon + 2, lte: noon + 3 }], [2, 3]),
  changed("open", "a null bound is open", [{ gte: noon + 3, lte: null }], [3, 4]),
  changed("any-range", "a last change in any of several ranges", [{ gte: null, lte: noon + 1 }, { gte: noon + 4, lte: noon + 4 }], [1, 4]),
  search("search.scope.public", "service.md, GET /v2/events", "across agendas, events of the public, indexed agendas only", {
    given: {
      agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true }), sampleAgenda(4, { indexed: false })],
      events: [
        sampleEvent(1, { at: [interval(4)] }),
        sampleEvent(2, { agendaUid: 2, at: [interval(3)] }),
        sampleEvent(3, { agendaUid: 3, at: [interval(2)] }),
        sampleEvent(4, { agendaUid: 4, at: [interval(1)] }),
        sampleEvent(5, { agendaUid: 2, state: 0 }),
        sampleEvent(6, { agendaUid: 2, at: [interval(-4)] })
      ]
    },
    plan: plan({ scope: { _tag: "Public", within: null }, sort: "timings.asc" }),
    uids: [2, 1, 6]
  }),
  search("search.scope.private-agenda", "wire.md §5, Agenda", "a list of one private agenda has its events", {
    given: { agendas: [sampleAgenda(1, { private: true, indexed: false })], events: [sampleEvent(1)] },
    plan: plan({}),
    uids: [1]
  }),
  search("search.scope.unknown-agenda", "Scope", "a list of an unknown agenda is empty", {
    given: { events: [sampleEvent(1)] },
    plan: plan({ scope: { _tag: "Agenda", agendaUid: 77 } }),
    uids: []
  })
]
