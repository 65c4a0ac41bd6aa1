import type { PlanStart } from "@agenda-engine/core/query/event/QueryPlan"
import type { Case } from "../../Case.js"
import { hour, interval, noon, sampleEvent, sampleTombstone } from "../../testing/SampleRecords.js"
import { changes, plan, type PlanChoice, tombstonesLast } from "../plans.js"
import { search } from "./searchCase.js"

/** Two events in each of the four segments of the default sort, then two tombstones. */
const given = {
  events: [
    sampleEvent(1, { featured: true, at: [interval(5)] }),
    sampleEvent(2, { featured: true, at: [interval(5)] }),
    sampleEvent(3, { featured: true, at: [interval(-5)] }),
    sampleEvent(4, { featured: true, at: [interval(-6)] }),
    sampleEvent(5, { at: [interval(1)] }),
    sampleEvent(6, { at: [interval(2)] }),
    sampleEvent(7, { at: [interval(-5)] }),
    sampleEvent(8, { at: [interval(-5)] })
  ],
  tombstones: [sampleTombstone(10), sampleTombstone(11)]
}

const withTombstones: PlanChoice = { removed: [], segments: [...plan({}).segments, tombstonesLast] }

const page = (id: string, clause: string, title: string, choice: PlanChoice, uids: ReadonlyArray<number>): Case =>
  search(`search.page.${id}`, clause, title, { given, plan: plan({ ...withTombstones, ...choice }), uids })

const after = (segment: number, key: number, uid: number): PlanStart => ({ _tag: "After", segment, position: { values: [key], uid } })

/** The demands on where a page starts, how much it holds and what it counts. */
export const pageCases: ReadonlyArray<Case> = [
  page("whole", "QueryPlan", "a page larger than the list returns all of it, segment by segment", {}, [1, 2, 3, 4, 5, 6, 8, 7, 10, 11]),
  page("limit", "service.md, size", "a page has at most `limit` hits, `total` counts all matches, and `more` says whether others follow", {
    limit: 3
  }, [1, 2, 3]),
  page("exact", "SearchAnswer.more", "`more` is false for a page that ends with the list", { limit: 10 }, [1, 2, 3, 4, 5, 6, 8, 7, 10, 11]),
  page("segment-end", "SearchAnswer.more", "`more` is true for a page that ends with a segment when another follows", { limit: 4 }, [
    1,
    2,
    3,
    4
  ]),
  page("zero", "wire.md §6, Cursor", "a limit of 0 returns only the total", { limit: 0 }, []),
  page("zero-skip", "wire.md §6, Cursor", "a limit of 0 returns the same total from any start", {
    limit: 0,
    start: { _tag: "Skip", count: 4 }
  }, []),
  page("skip", "service.md, from", "a page skips a number of events, across segments", {
    start: { _tag: "Skip", count: 3 },
    limit: 3
  }, [4, 5, 6]),
  page("skip-past-end", "service.md, from", "skipping past the end returns an empty page with the total", {
    start: { _tag: "Skip", count: 10 }
  }, []),
  page("skip-far-past-end", "service.md, from", "skipping far past the end returns an empty page with the total", {
    start: { _tag: "Skip", count: 1_000_000 }
  }, []),
  search("search.page.skip-events", "service.md, from", "skipping counts events, not their matching slots", {
    given: { events: [3, 1, 2].map((uid) => sampleEvent(uid, { at: [interval(1), interval(2), interval(9)] })) },
    plan: plan({
      sort: "lastTiming.asc",
      where: [{ _tag: "Timings", ranges: [{ gte: null, lte: interval(5).begin }] }],
      start: { _tag: "Skip", count: 1 }
    }),
    uids: [2, 3]
  }),
  page("after", "service.md, after", "a page starts after a position", { start: after(0, interval(5).begin, 1), limit: 3 }, [2, 3, 4]),
  page("after-tie", "wire.md §6, Sorts", "after one of several ended events with equal keys come those with smaller uids", {
    start: after(3, interval(-5).end, 8),
    limit: 2
  }, [7, 10]),
  page("after-descending", "wire.md §6, Cursor", "in a descending segment, a page after a position has earlier instants", {
    start: after(1, interval(-5).end, 3),
    limit: 2
  }, [4, 5]),
  page("after-last-of-segment", "wire.md §6, Cursor", "after the last record of a segment, the next segment begins", {
    start: after(0, interval(5).begin, 2),
    limit: 1
  }, [3]),
  page("after-gone", "wire.md §6, Cursor", "a page starts after a position whose event no longer exists", {
    start: after(2, noon + 1.5 * hour, 99),
    limit: 2
  }, [6, 8]),
  page("after-tombstone", "wire.md §6, Cursor", "a page starts after a tombstone", { start: after(4, 10, 10) }, [11]),
  page("after-end", "SearchAnswer.more", "a page after the last record is empty and has the same total", { start: after(4, 11, 11) }, []),
  search(
    "search.page.both-tie",
    "service.md, Synchronisation pattern",
    "a page starts after a tie in a merged order of events and tombstones",
    {
      given: {
        events: [sampleEvent(2, { updatedAt: noon }), sampleEvent(4, { updatedAt: noon })],
        tombstones: [sampleTombstone(1, { removedAt: noon }), sampleTombstone(3, { removedAt: noon })]
      },
      plan: plan({ removed: [], segments: [changes("desc")], start: after(0, noon, 3), limit: 2 }),
      uids: [2, 1]
    }
  ),
  search("search.page.empty", "QueryPlan", "an empty agenda has an empty page with total 0", {
    given: { events: [] },
    plan: plan({}),
    uids: []
  }),
  search("search.page.no-segments", "QueryPlan", "a plan without segments returns no hits", {
    given: { events: [sampleEvent(1)] },
    plan: plan({ segments: [], where: [{ _tag: "Relative", in: [], at: noon }] }),
    uids: []
  }),
  search("search.page.one-side", "QueryPlan", "a plan may have only the segments of ended events", {
    given,
    plan: plan({
      where: [{ _tag: "Relative", in: ["passed"], at: noon }],
      segments: plan({}).segments.filter(({ endedFilter }) => endedFilter === "ended")
    }),
    uids: [3, 4, 8, 7]
  })
]
