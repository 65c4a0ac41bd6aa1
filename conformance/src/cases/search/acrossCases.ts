import type { Case } from "../../Case.js"
import { hour, interval, noon, sampleAgenda, sampleEvent, sampleTombstone } from "../../testing/SampleRecords.js"
import { ordered, plan, type PlanChoice, tombstonesLast } from "../plans.js"
import { search } from "./searchCase.js"

const given = {
  agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true }), sampleAgenda(4)],
  events: [
    sampleEvent(1, { agendaUid: 1, at: [interval(-30), interval(5)], updatedAt: noon + 4, extIds: [{ key: "a", value: "1" }] }),
    sampleEvent(2, { agendaUid: 2, at: [interval(2)], updatedAt: noon + 3, extIds: [{ key: "a", value: "1" }], keywords: ["jazz"] }),
    sampleEvent(3, { agendaUid: 3, at: [interval(1)], updatedAt: noon + 2, extIds: [{ key: "a", value: "1" }] }),
    sampleEvent(4, { agendaUid: 4, at: [interval(-3)], updatedAt: noon + 1, featured: true, keywords: ["jazz"] }),
    sampleEvent(5, { agendaUid: 4, at: [interval(-50)], updatedAt: noon, extIds: [{ key: "a", value: "2" }, { key: "b", value: "1" }] })
  ],
  tombstones: [sampleTombstone(8, { agendaUid: 2, removedAt: noon + 2 }), sampleTombstone(9, { agendaUid: 3 })]
}

const across = (id: string, clause: string, title: string, choice: PlanChoice, uids: ReadonlyArray<number>): Case =>
  search(`search.across.${id}`, clause, title, {
    given,
    plan: plan({ scope: { _tag: "Public", within: null }, sort: "timings.asc", ...choice }),
    uids
  })

/** The demands on lists across agendas. */
export const acrossCases: ReadonlyArray<Case> = [
  across("timings", "service.md, GET /v2/events", "events of every public agenda, in one order of time", {}, [2, 1, 4, 5]),
  across("page", "service.md, GET /v2/events", "a page that skips one event", { start: { _tag: "Skip", count: 1 }, limit: 2 }, [1, 4]),
  across("last-timing", "service.md, GET /v2/events", "sorted by the last slot", { sort: "lastTiming.asc" }, [2, 1, 4, 5]),
  across("updated", "service.md, GET /v2/events", "sorted by last change, with tombstones", {
    segments: [{ source: "both", featured: null, endedFilter: null, order: [{ key: "updatedAt", direction: "desc" }], ties: "desc" }],
    removed: []
  }, [1, 2, 8, 4, 5]),
  across("within", "Scope", "events of these agendas only, without those of agendas that are not public", {
    scope: { _tag: "Public", within: [2, 3, 4, 99] },
    removed: [],
    segments: [...plan({ sort: "timings.asc" }).segments, tombstonesLast]
  }, [2, 4, 5, 8]),
  across("within-none", "Scope", "an empty list of agendas has no events", { scope: { _tag: "Public", within: [] }, removed: [] }, []),
  across("ends-from", "wire.md §6, Across agendas", "only events that end after the instant", {
    where: [{ _tag: "EndsFrom", gte: noon - 2 * hour }]
  }, [2, 1, 4]),
  across("ends-from-later", "EndsFrom", "the instant of the condition may be later than that of the order", {
    where: [{ _tag: "EndsFrom", gte: noon + 4 * hour }]
  }, [1]),
  across("agenda", "wire.md §6, originAgendaUid", "events of one of these agendas", { where: [{ _tag: "Agenda", in: [3, 4] }] }, [4, 5]),
  across("ext-id", "wire.md §6, extId", "events of several agendas that share an external id", {
    where: [{ _tag: "ExtId", in: [{ key: "a", value: "1" }, { key: "b", value: "9" }] }]
  }, [2, 1]),
  across("ext-id-pair", "wire.md §6, extId", "key and value must belong to the same external id", {
    where: [{ _tag: "ExtId", in: [{ key: "b", value: "2" }] }]
  }, []),
  across("ext-id-many", "wire.md §6, extId", "one of many external ids, some of which contain NUL characters", {
    where: [{ _tag: "ExtId", in: Array.from({ length: 50 }, (_, index) => ({ key: index % 2 ? "b" : "\0", value: String(index) })) }]
  }, [5]),
  across("terms", "wire.md §6, Filters", "events with a term", {
    where: [{ _tag: "Terms", dimension: "keyword", in: ["jazz"], orNone: false }]
  }, [2, 4]),
  across("created", "wire.md §6, createdAt", "the `createdAt` condition includes both bounds", {
    where: [{ _tag: "CreatedAt", ranges: [{ gte: noon - 120 * hour, lte: noon - 120 * hour }] }],
    segments: ordered({ key: "createdAt", direction: "desc" })
  }, [5, 4, 2, 1])
]
