import type { EventSort } from "@agenda-engine/core/query/event/EventSort"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { compileList, type ListShape, listShapes, planOf } from "../../../sql/test/listShapes.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

/**
 * How a list shape is read: what its counts and each of its segments search, in order. `sorts`: it sorts, for the
 * reason given.
 */
interface Expectation {
  readonly counts: ReadonlyArray<string>
  readonly segments: ReadonlyArray<ReadonlyArray<string>>
  readonly sorts?: string
  /** The indexes that are read from end to end, in order and as far as the page goes. */
  readonly scans?: ReadonlyArray<string>
}

const lastEnd = "COVERING INDEX agenda_event_by_last_end (agenda_uid=? AND last_end<?)"
const lastEndNot = "COVERING INDEX agenda_event_by_last_end (agenda_uid=? AND last_end>?)"
const featuredLastEnd = "COVERING INDEX agenda_event_featured_by_last_end (agenda_uid=? AND last_end<?)"
const featuredLastEndNot = "COVERING INDEX agenda_event_featured_by_last_end (agenda_uid=? AND last_end>?)"
const nextBegin = "COVERING INDEX agenda_slot_by_begin (agenda_uid=? AND begin_ms>?)"
const featuredNextBegin = "COVERING INDEX agenda_slot_featured_by_begin (agenda_uid=? AND begin_ms>?)"
const lastBegin = "COVERING INDEX agenda_event_by_last_begin (agenda_uid=? AND last_begin>?)"
const allOfAgenda = "COVERING INDEX agenda_event_by_availability_updated (agenda_uid=?)"
const featuredCounts = [featuredLastEndNot, featuredLastEnd, lastEndNot, lastEnd]
const featuredWithEvent = [
  [featuredNextBegin, "PRIMARY KEY (uid=?)"],
  [featuredLastEnd],
  [nextBegin, "PRIMARY KEY (uid=?)"],
  [lastEnd]
]
const termOfEvent = "COVERING INDEX agenda_filter_term_by_event (event_uid=? AND dimension=? AND value=?)"
const termOfAgenda = "PRIMARY KEY (agenda_uid=? AND dimension=? AND value=?)"
const anyTermOfEvent = "COVERING INDEX agenda_filter_term_by_event (event_uid=? AND dimension=?)"
const lastEndBetween = "COVERING INDEX agenda_event_by_last_end (agenda_uid=? AND last_end>? AND last_end<?)"
const ofLocation = "COVERING INDEX agenda_event_by_location (agenda_uid=? AND location_uid=?)"
const locationsOfAgenda = [
  "COVERING INDEX agenda_event_by_location (agenda_uid=?)",
  "COVERING INDEX agenda_event_by_location (agenda_uid=? AND location_uid>?)",
  "INTEGER PRIMARY KEY (rowid=?)"
]
const agendaOfRow = "INTEGER PRIMARY KEY (rowid=?)"
const locationOfEvent = "INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"
const slotsWithin = "PRIMARY KEY (event_uid=? AND begin_ms>? AND begin_ms<?)"
const unpublishedLastEnd = "COVERING INDEX agenda_event_unpublished_by_last_end (agenda_uid=? AND last_end<?)"

const expected: { readonly [S in ListShape]: Expectation } = {
  timingsWithFeatured: {
    counts: featuredCounts,
    segments: [[featuredNextBegin], [featuredLastEnd], [nextBegin], [lastEnd]]
  },
  timings: { counts: [lastEndNot, lastEnd], segments: [[nextBegin], [lastEnd]] },
  timingsAfter: {
    counts: [lastEndNot, lastEnd],
    segments: [["COVERING INDEX agenda_slot_by_begin (agenda_uid=? AND (begin_ms,event_uid)>(?,?))"], [lastEnd]]
  },
  timingsAfterEnded: {
    counts: [lastEndNot, lastEnd],
    segments: [[nextBegin], ["COVERING INDEX agenda_event_by_last_end (agenda_uid=? AND (last_end,uid)<(?,?))"]]
  },
  lastTimingWithFeatured: {
    counts: featuredCounts,
    segments: [[featuredLastEndNot], [featuredLastEnd], [lastBegin], [lastEnd]],
    sorts: "there are few featured events"
  },
  lastTiming: {
    counts: [lastEndNot, lastEnd],
    segments: [[lastBegin], [lastEnd]]
  },
  updatedAscending: {
    counts: [allOfAgenda],
    segments: [["COVERING INDEX agenda_event_by_updated (agenda_uid=?)"]]
  },
  updatedDescending: {
    counts: [allOfAgenda],
    segments: [["COVERING INDEX agenda_event_by_updated (agenda_uid=?)"]]
  },
  synchronisation: {
    counts: [
      "COVERING INDEX agenda_event_by_updated (agenda_uid=? AND updated_at>?)",
      "COVERING INDEX agenda_tombstone_by_removed (agenda_uid=? AND audience=? AND removed_at>?)"
    ],
    segments: [[
      "COVERING INDEX agenda_event_by_updated (agenda_uid=? AND (updated_at,uid)>(?,?))",
      "COVERING INDEX agenda_tombstone_by_removed (agenda_uid=? AND audience=? AND (removed_at,uid)>(?,?))"
    ]],
    sorts: "two limited stretches are merged"
  },
  tombstones: {
    counts: ["COVERING INDEX agenda_tombstone_by_removed (agenda_uid=? AND audience=?)"],
    segments: [["INDEX sqlite_autoindex_agenda_tombstone_1 (agenda_uid=? AND audience=?)"]]
  },
  upcoming: { counts: [lastEndNot], segments: [[nextBegin, "PRIMARY KEY (uid=?)"]] },
  keyword: {
    counts: [termOfAgenda],
    segments: [[nextBegin, termOfEvent], [lastEnd, termOfEvent]]
  },
  window: {
    counts: [lastEndNot, slotsWithin, lastEndBetween, slotsWithin],
    segments: [[nextBegin, "PRIMARY KEY (uid=?)", slotsWithin], [lastEnd, slotsWithin]]
  },
  since: { counts: [lastEndNot, lastEndBetween], segments: [[nextBegin, "PRIMARY KEY (uid=?)"], [lastEnd]] },
  languagesSince: {
    counts: [lastEndNot, termOfAgenda],
    segments: featuredWithEvent.map(([half = "", ...event]) => [half, termOfEvent, ...event])
  },
  uids: {
    counts: ["PRIMARY KEY (uid=?)"],
    segments: [["PRIMARY KEY (uid=?)", "PRIMARY KEY (event_uid=? AND begin_ms>?)"], ["PRIMARY KEY (uid=?)"]],
    sorts: "the few events that are named are looked up one by one"
  },
  unpublished: {
    counts: ["COVERING INDEX agenda_event_unpublished_by_last_end (agenda_uid=? AND last_end>?)", unpublishedLastEnd],
    segments: [["COVERING INDEX agenda_slot_unpublished_by_begin (agenda_uid=? AND begin_ms>?)"], [unpublishedLastEnd]]
  },
  anyState: {
    counts: [allOfAgenda, "COVERING INDEX agenda_event_unpublished_by_updated (agenda_uid=?)"],
    segments: [[
      "COVERING INDEX agenda_event_by_updated (agenda_uid=?)",
      "COVERING INDEX agenda_event_unpublished_by_updated (agenda_uid=?)"
    ]],
    sorts: "two limited stretches are merged"
  },
  place: {
    counts: [ofLocation, ...locationsOfAgenda],
    segments: [
      [nextBegin, "PRIMARY KEY (uid=?)", "INTEGER PRIMARY KEY (rowid=?)"],
      ["COVERING INDEX agenda_event_by_last_end (agenda_uid=? AND last_end<?)", "INTEGER PRIMARY KEY (rowid=?)"]
    ]
  },
  locationsSince: { counts: [ofLocation], segments: featuredWithEvent },
  keywordAndPlace: {
    counts: [termOfAgenda, ...locationsOfAgenda, slotsWithin],
    segments: [featuredNextBegin, nextBegin].map((next) => [
      next,
      termOfEvent,
      "PRIMARY KEY (uid=?)",
      "INTEGER PRIMARY KEY (rowid=?)",
      slotsWithin
    ])
  },
  languageOrNone: {
    counts: ["COVERING INDEX agenda_event_by_last_begin (agenda_uid=?)", termOfAgenda, anyTermOfEvent],
    segments: [[nextBegin, termOfEvent, anyTermOfEvent], [lastEnd, termOfEvent, anyTermOfEvent]]
  },
  keywords: {
    counts: [termOfAgenda, termOfAgenda],
    segments: [featuredNextBegin, featuredLastEnd, nextBegin, lastEnd].map((half) => [half, termOfEvent, termOfEvent])
  },
  changed: { counts: featuredCounts, segments: featuredWithEvent },
  createdDescending: {
    counts: [allOfAgenda],
    segments: [["COVERING INDEX agenda_event_by_created (agenda_uid=? AND (created_at,uid)<(?,?))"]]
  },
  city: {
    counts: [allOfAgenda],
    segments: [["COVERING INDEX agenda_event_by_location (agenda_uid=?)", locationOfEvent]],
    sorts: "locations are kept apart from events"
  },
  cityAndTime: {
    counts: [allOfAgenda],
    segments: [["INDEX agenda_event_by_availability_updated (agenda_uid=?)", locationOfEvent, "PRIMARY KEY (event_uid=? AND begin_ms>?)"]],
    sorts: "no index has several orders"
  },
  everywhere: {
    counts: [lastEndNot, lastEnd],
    segments: [
      ["COVERING INDEX agenda_slot_global_by_begin (begin_ms>?)", agendaOfRow],
      ["COVERING INDEX agenda_event_global_by_last_end (last_end<?)", agendaOfRow]
    ]
  },
  everywhereUpdated: {
    counts: [allOfAgenda],
    segments: [[agendaOfRow]],
    scans: ["SCAN e USING COVERING INDEX agenda_event_global_by_updated"]
  },
  everywhereWithin: {
    counts: [lastEndNot, lastEnd],
    segments: [[nextBegin, agendaOfRow], [lastEnd, agendaOfRow]],
    sorts: "the few agendas that are named are looked up one by one"
  }
}

const isShape = (name: string): name is ListShape => name in listShapes

const explain = (plan: QueryPlan) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    return yield* Effect.forEach(compileList(database, plan), (statement) =>
      Effect.map(database.sql`EXPLAIN QUERY PLAN ${statement}`, (rows) => rows.map((row) => String(row["detail"]))))
  }).pipe(Effect.scoped, Effect.runPromise)

/** What the steps of a statement search, without the lists of values, which are parameters. */
const searched = (steps: ReadonlyArray<string>): ReadonlyArray<string> =>
  steps.filter((step) => step.startsWith("SEARCH")).map((step) => step.replace(/^SEARCH \w+ (?:EXISTS )?USING /, ""))

/** What is read from end to end, but for agendas, and what was found of locations: they are few. */
const scans = (steps: ReadonlyArray<string>): ReadonlyArray<string> =>
  steps.filter((step) => step.startsWith("SCAN") && !/^SCAN (?:CONSTANT ROW|json_each|stretch_\d|a$|d$)/.test(step))

describe("indexes that lists scan", () => {
  it.each(Object.keys(listShapes).filter(isShape))("%s", async (shape) => {
    const [counts = [], ...segments] = await explain(listShapes[shape])
    const sorted = segments.flat().some((step) => step.includes("TEMP B-TREE"))
    expect({ counts: searched(counts), segments: segments.map(searched) }).toEqual({
      counts: expected[shape].counts,
      segments: expected[shape].segments
    })
    expect(scans([...counts, ...segments.flat()])).toEqual(expected[shape].scans ?? [])
    expect(sorted).toBe(expected[shape].sorts !== undefined)
  })

  it.each<readonly [EventSort, string]>([
    ["createdAt.desc", "agenda_event_by_created"],
    ["availabilityUpdatedAt.asc", "agenda_event_unpublished_by_"],
    ["lastTiming.asc", "agenda_event_unpublished_by_last_end"]
  ])("%s, of events that are not published", async (sort, index) => {
    const [, first = []] = await explain(planOf({ sort, filter: { state: [0, 1] } }))
    expect(searched(first).join()).toContain(`INDEX ${index}`)
  })

  it("are sixteen on events at most, the one of the slug included", () =>
    Effect.gen(function*() {
      const { sql } = yield* SqliteDatabase.open(":memory:").pipe(Effect.tap(SqliteMigrations.upDatabase))
      const indexes = yield* sql`SELECT name FROM pragma_index_list('agenda_event') WHERE origin <> 'pk'`
      expect(indexes.length).toBeLessThanOrEqual(16)
    }).pipe(Effect.scoped, Effect.runPromise))
})
