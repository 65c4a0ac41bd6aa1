import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { Tally } from "@agenda-engine/core/query/event/Tally"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import { compileTallies } from "@agenda-engine/sql/plan/compileTally"
import { searchCoveredEvents } from "@agenda-engine/sql/plan/searchCoveredEvents"
import { unsplit } from "@agenda-engine/sql/plan/splitByState"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compileList, type ListShape, listShapes, planOf, shapeNow } from "../../../sql/test/listShapes.js"
import { seedAvailability } from "../../../sql/test/seedAvailability.js"
import { compileTicketPlan, type TicketPlan, ticketPlans } from "../../../sql/test/ticketPlans.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresMigrations from "../../src/PostgresMigrations.js"
import { seedEvents } from "../seedEvents.js"
import { usePostgres } from "../usePostgres.js"
import { vacuum } from "./vacuum.js"

/**
 * How a list shape is read: the indexes that each segment walks. Where two serve alike, the planner's statistics decide
 * which. `sorts`: it sorts, for the reason given.
 */
interface Expectation {
  readonly segments: ReadonlyArray<RegExp>
  readonly sorts?: string
}

const nextBegin = /Index Only Scan using agenda_slot_by_begin/
const featuredNextBegin = /Index (?:Only )?Scan using agenda_slot_(?:featured_)?by_begin/
const lastBegin = /Index Only Scan using agenda_event_by_last_begin/
const lastEnd = /Index Only Scan Backward using agenda_event_by_last_end/
const featuredLastEnd = /Index (?:Only )?Scan (?:Backward )?using agenda_event_(?:featured_)?by_last_end/

const expected: { readonly [S in ListShape]: Expectation } = {
  timingsWithFeatured: { segments: [featuredNextBegin, featuredLastEnd, featuredNextBegin, featuredLastEnd] },
  timings: { segments: [nextBegin, lastEnd] },
  timingsAfter: { segments: [/agenda_slot_by_begin.*\n.*ROW\(begin_ms, event_uid\) > ROW/, lastEnd] },
  timingsAfterEnded: { segments: [nextBegin, /agenda_event_by_last_end.*\n.*ROW\(last_end, uid\) < ROW/] },
  lastTimingWithFeatured: { segments: [featuredLastEnd, featuredLastEnd, lastBegin, featuredLastEnd], sorts: "few are featured" },
  lastTiming: { segments: [lastBegin, lastEnd] },
  updatedAscending: { segments: [/Index Only Scan using agenda_event_by_updated on/] },
  updatedDescending: { segments: [/Index Only Scan Backward using agenda_event_by_updated on/] },
  synchronisation: {
    segments: [
      /Merge Append[^]*agenda_event_by_updated on.*\n.*ROW\(updated_at, uid\) > ROW[^]*agenda_tombstone_by_removed on.*\n.*ROW\(removed_at, uid\) > ROW/
    ]
  },
  tombstones: { segments: [/Index (?:Only )?Scan using agenda_tombstone_(?:by_uid|pkey)/] },
  upcoming: { segments: [/agenda_slot_by_begin[^]*agenda_event_pkey/] },
  keyword: { segments: [/agenda_slot_by_begin[^]*SubPlan/, /agenda_event_by_last_end[^]*SubPlan/] },
  window: {
    segments: [/agenda_slot_(?:featured_)?by_begin|agenda_slot_pkey/, /agenda_event_by_|agenda_slot_pkey/],
    sorts: "there are few events in a day"
  },
  since: { segments: [/agenda_slot_by_begin[^]*agenda_event_/, /agenda_event_by_/] },
  languagesSince: { segments: [featuredNextBegin, featuredLastEnd, featuredNextBegin, featuredLastEnd] },
  uids: {
    segments: [/agenda_event_pkey[^]*agenda_slot_pkey/, /agenda_event_pkey/],
    sorts: "the few events that are named are looked up one by one"
  },
  unpublished: {
    segments: [/agenda_slot_unpublished_by_begin/, /agenda_event_unpublished_by_last_end/],
    sorts: "there are few unpublished events"
  },
  anyState: {
    segments: [/Merge Append[^]*Backward using agenda_event_by_updated on[^]*Backward using agenda_event_unpublished_by_updated on/]
  },
  place: { segments: [/agenda_slot_by_begin[^]*SubPlan/, /agenda_event_by_last_end[^]*SubPlan/] },
  locationsSince: {
    segments: [/agenda_event_by_location/, /agenda_event_by_location/, /agenda_event_by_location/, /agenda_event_by_location/],
    sorts: "there are few events at two locations"
  },
  keywordAndPlace: { segments: [/agenda_slot_|agenda_event_/, /agenda_slot_|agenda_event_/], sorts: "there are few events in a day" },
  languageOrNone: { segments: [/agenda_slot_by_begin[^]*SubPlan/, /agenda_event_by_last_end[^]*SubPlan/] },
  keywords: {
    segments: [featuredNextBegin, featuredLastEnd, featuredNextBegin, featuredLastEnd].map(({ source }) =>
      new RegExp(`${source}[^]*SubPlan`)
    )
  },
  changed: { segments: [/agenda_/, /agenda_event_/, /agenda_/, /agenda_event_/], sorts: "there are few events of a day" },
  createdDescending: { segments: [/Backward using agenda_event_by_created on.*\n.*ROW\(created_at, uid\) < ROW/] },
  city: { segments: [/agenda_event/], sorts: "locations are kept apart from events" },
  cityAndTime: { segments: [/agenda_event/], sorts: "no index has several orders" },
  everywhere: { segments: [/agenda_slot_global_by_begin/, /agenda_event_global_by_last_end/] },
  everywhereUpdated: { segments: [/agenda_event_global_by_updated on/] },
  everywhereWithin: { segments: [/agenda_slot_/, /agenda_event_/], sorts: "a few agendas are named" }
}

const postgres = usePostgres()
const scope = Effect.runSync(Scope.make())
let seeded: SqlDatabase | null = null
let justSeeded: SqlDatabase | null = null

const seed = (events: number) =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* postgres.freshDatabase })
    yield* PostgresMigrations.upDatabase(database)
    // Or a planner that is to know nothing would be told now and then.
    const tables = yield* database.sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
    yield* Effect.forEach(tables, ({ name }) => database.sql`ALTER TABLE ${database.sql(name)} SET (autovacuum_enabled = off)`)
    yield* seedEvents(database, events)
    yield* seedAvailability(database)
    yield* database
      .sql`INSERT INTO agenda_event_fulltext SELECT agenda_uid, uid, array_to_tsvector(ARRAY['word' || uid % 1000]) FROM agenda_event`
    // Or an index that has not sorted in what was just added would seem to cost more than it does once there is more.
    yield* database.sql`SELECT gin_clean_pending_list('agenda_event_fulltext_by_term')`
    return database
  })

beforeAll(async () => {
  const seeding = Effect.all([Effect.tap(seed(18_000), vacuum), seed(5_000)])
  const [known, unknown] = await Effect.runPromise(Scope.extend(seeding, scope))
  seeded = known
  justSeeded = unknown
})

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const explainEach = (
  statements: (database: SqlDatabase) => ReadonlyArray<Fragment>,
  workMem = "4MB",
  database = seeded
): Promise<ReadonlyArray<string>> => {
  if (database === null) return Promise.reject(new Error("nothing is seeded"))
  const { sql } = database
  return Effect.runPromise(database.snapshot(
    "explain",
    Effect.zipRight(
      sql`SELECT set_config('work_mem', ${workMem}, true)`,
      Effect.forEach(
        statements(database),
        (statement) => Effect.map(sql`EXPLAIN (COSTS OFF) ${statement}`, (rows) => rows.map((row) => String(row["QUERY PLAN"])).join("\n"))
      )
    )
  ))
}

const explain = (plan: QueryPlan, workMem?: string, database?: SqlDatabase | null): Promise<ReadonlyArray<string>> =>
  explainEach((database) => compileList(database, plan), workMem, database)

const isShape = (name: string): name is ListShape => name in listShapes

describe("indexes that lists scan", () => {
  it("counts by the rows of a term", async () => {
    const [counts] = await explain(listShapes.keyword)
    expect(counts).toMatch(/Index Only Scan using agenda_filter_term_pkey/)
    expect(counts).not.toMatch(/agenda_event/)
  })

  it.each(Object.keys(listShapes).filter(isShape))("%s", async (shape) => {
    const { segments: indexes, sorts } = expected[shape]
    const [, ...segments] = await explain(listShapes[shape])
    expect(segments).toHaveLength(indexes.length)
    indexes.forEach((index, segment) => expect(segments[segment]).toMatch(index))
    expect(segments.join("\n")).not.toMatch(/Seq Scan on agenda_(?:event|slot|tombstone)/)
    if (sorts === undefined) expect(segments.join("\n")).not.toMatch(/-> {2}(?:Incremental )?Sort/)
  })
})

describe("a search by score", () => {
  it("a search of one word finds the events of each level by their terms", async () => {
    const explained = await explainEach((database) => {
      const { counted, keys } = compilePlan(database, planOf({ sort: "score", filter: { search: ["fête"] } }))
      return [counted(21), keys(0, { position: null, skip: 0, limit: 21 })].filter((statement) => statement !== null)
    })
    expect(explained).toHaveLength(2)
    for (const statement of explained) expect(statement).toMatch(/Bitmap Index Scan on agenda_event_fulltext_by_term\n.*query/)
  })

  it.each([["fête"], ["grande fête"]])(
    "the count of a search of an agenda's published events looks up none of their rows: %s",
    async (search) => {
      const explained = await explainEach((database) => {
        const counts = compilePlan(database, planOf({ sort: "score", filter: { search: [search] } })).counts()
        return counts === null ? [] : [counts]
      })
      expect(explained).toHaveLength(1)
      for (const statement of explained) {
        expect(statement).toMatch(/ on agenda_event_fulltext\b/)
        expect(statement).not.toMatch(/ on agenda_event\b/)
      }
    }
  )
})

describe("a search by 26 prefixes", () => {
  // The planner does not count what it costs to unpack a long list of terms, so a sequential scan would seem cheaper.
  it("finds events by their terms, whatever the planner knows", async () => {
    const plan = planOf({ sort: "score", filter: { search: [..."abcdefghijklmnopqrstuvwxyz"] } })
    const partition = unsplit(plan)
    if (partition === null) throw new Error("the plan asks for no state")
    for (const database of [seeded, justSeeded]) {
      const explained = await explainEach(
        (database) => {
          const covered = searchCoveredEvents(database, plan, { featured: null, endedFilter: null }, partition)
          if (covered === null) return []
          return [covered.count(), covered.uids(), database.sql`SELECT uid, score FROM ${covered.all()}`]
        },
        "4MB",
        database
      )
      expect(explained).toHaveLength(3)
      for (const statement of explained) {
        expect(statement).toMatch(/Bitmap Index Scan on agenda_event_fulltext_/)
        expect(statement).not.toMatch(/Seq Scan on agenda_event_fulltext/)
      }
    }
  })
})

describe("rows that a list of an agenda of twenty events reads", () => {
  const ofAgenda = Object.keys(listShapes).filter(isShape).filter((shape) => listShapes[shape].scope._tag === "Agenda")

  it.each(ofAgenda)("%s: those that an index finds, whatever statistics the planner has", async (shape) => {
    const plan: QueryPlan = { ...listShapes[shape], scope: { _tag: "Agenda", agendaUid: 3 } }
    for (const database of [seeded, justSeeded]) {
      const explained = await explain(plan, "4MB", database)
      expect(explained.length).toBeGreaterThan(plan.segments.length)
      expect(explained.join("\n")).not.toMatch(/Seq Scan on agenda_(?:event|slot|tombstone|term|number|ext_id)/)
    }
  })
})

/**
 * The steps of subplans that are neither hashed nor refer to the row that they are looked at for: all that they read is
 * read for each row.
 */
const repeatedSubplans = (explained: string): ReadonlyArray<string> =>
  [...explained.matchAll(/^( *)SubPlan (\d+)\n((?:\1 +.*(?:\n|$))*)/gm)].flatMap(([, , number, steps = ""]) =>
    explained.includes(`(hashed SubPlan ${number})`) || /Index Cond: .* = [es](?:_\d+)?\./.test(steps)
      ? []
      : [steps]
  )

const orNone = (condition: Condition): Condition => condition._tag === "Place" ? { ...condition, orNone: true } : condition

const filtered: ReadonlyArray<readonly [name: string, plan: QueryPlan]> = [
  ["keyword", listShapes.keyword],
  ["languageOrNone", listShapes.languageOrNone],
  ["place", listShapes.place],
  ["placeOrNone", { ...listShapes.place, live: listShapes.place.live?.map(orNone) ?? null }]
]

describe("filters when memory is short", () => {
  it.each(filtered)("%s: looks rows up, or hashes them once", async (_, plan) => {
    for (const { scope } of [plan, listShapes.everywhere]) {
      const explained = await explain({ ...plan, scope }, "64kB")
      expect(explained.length).toBeGreaterThan(plan.segments.length)
      for (const statement of explained) {
        expect(statement).toMatch(/SubPlan|Index Only Scan using agenda_filter_term_pkey/)
        expect(repeatedSubplans(statement)).toEqual([])
      }
    }
  })
})

const ranges = Array.from({ length: 60 }, (_, index) => ({ gte: shapeNow + index * 3_600_000, lte: shapeNow + index * 3_600_000 + 60_000 }))

const many: ReadonlyArray<Condition> = [
  { _tag: "Timings", ranges },
  { _tag: "CreatedAt", ranges },
  { _tag: "UpdatedAt", ranges },
  { _tag: "Numbers", dimension: "field:size", ranges, orNone: false },
  { _tag: "ExtId", in: ranges.map((_, index) => ({ key: "source", value: String(index) })) }
]

const timesOf = (explained: string, step: RegExp): number => [...explained.matchAll(step)].length

describe("look-ups of many values", () => {
  it.each(many.map((condition) => [condition._tag, condition] as const))(
    "%s: one index look-up per value, whatever statistics the planner has",
    async (_, condition) => {
      const { timings } = listShapes
      const plan = { ...timings, live: [...timings.live ?? [], condition] }
      for (const database of [seeded, justSeeded]) {
        const explained = await explain(plan, "64kB", database)
        expect(explained.length).toBeGreaterThan(plan.segments.length)
        for (const statement of explained) {
          expect(statement).toMatch(/hashed SubPlan/)
          expect(repeatedSubplans(statement)).toEqual([])
          expect(statement).not.toMatch(/Semi Join|Join Filter/)
          expect(timesOf(statement, /Index Cond: .*\br(?:_\d+)?\./g)).toBe(timesOf(statement, /Function Scan on json_to_recordset/g))
        }
      }
    }
  )
})

const talliesOfRows: ReadonlyArray<Tally> = [
  { _tag: "Terms", dimension: "keyword", none: false },
  { _tag: "Numbers", dimension: "field:size", none: false },
  { _tag: "Availability", at: shapeNow, none: false },
  { _tag: "SlotBegins", ranges: null },
  { _tag: "SlotRanges", ranges: [{ gte: shapeNow, lt: shapeNow + 86_400_000 }] }
]

describe("facets of events that no condition looks up", () => {
  it.each(talliesOfRows.map((tally) => [tally._tag, tally] as const))(
    "%s: finds the events once, whatever the planner knows",
    async (_, tally) => {
      // No term has the time of creation, so that the events are asked themselves.
      const plan = { ...planOf({ sort: "timings.asc", filter: { createdAt: [{ gte: shapeNow, lte: null }] } }), tallies: [tally] }
      for (const database of [seeded, justSeeded]) {
        const explained = await explainEach(
          (database) => (compileTallies(database, plan) ?? []).map(({ statement }) => statement),
          "4MB",
          database
        )
        expect(explained).toHaveLength(1)
        for (const statement of explained) {
          expect(statement).toMatch(/hashed SubPlan/)
          expect(repeatedSubplans(statement)).toEqual([])
          expect(statement).not.toMatch(/Semi Join|Join Filter/)
        }
      }
    }
  )
})

/**
 * How a list that asks for tickets is read: the indexes of its counts, of each segment and of each facet.
 * `knowing`: only a planner that knows how many agendas there are finds the way.
 * `wholly`: it reads all availability there is, for the reason given.
 */
interface TicketExpectation {
  readonly steps: ReadonlyArray<RegExp>
  readonly knowing?: true
  readonly wholly?: string
}

const byStatus = /agenda_availability_by_status/
const nextOfStatus = /agenda_slot_by_begin[^]*agenda_availability_pkey/
const endedOfStatus = /agenda_event_by_last_end[^]*agenda_availability_pkey/
const ofPrice = /agenda_filter_term_(?:pkey|by_event)/
const nextOfPrice = /agenda_slot_by_begin[^]*agenda_filter_term_(?:pkey|by_event)/
const endedOfPrice = /agenda_event_by_last_end[^]*agenda_filter_term_(?:pkey|by_event)/

const expectedOfTickets: { readonly [N in TicketPlan]: TicketExpectation } = {
  changedAscending: { steps: [/./, /Index Only Scan using agenda_event_by_availability_updated on/] },
  changedDescending: { steps: [/./, /Index Only Scan Backward using agenda_event_by_availability_updated on/] },
  changedEverywhere: { steps: [/./, /Index Only Scan using agenda_event_global_by_availability_updated on/], knowing: true },
  changedBefore: {
    steps: [
      /agenda_event_(?:global_by_availability_updated|by_published)/,
      /agenda_slot_by_begin[^]*agenda_event_pkey/,
      /agenda_event_(?:global_by_availability_updated|by_last_end)/
    ]
  },
  poll: { steps: [/./, /agenda_event_(?:global_)?by_availability_updated on/] },
  // Both indexes start at the cursor and cost the same here, so the planner takes either.
  pollAfter: {
    steps: [/./, /agenda_event_(?:global_)?by_availability_updated on.*\n.*ROW\(availability_updated_at, uid\) > ROW/]
  },
  soldOut: { steps: [byStatus, nextOfStatus, endedOfStatus] },
  bookable: { steps: [byStatus, nextOfStatus, endedOfStatus] },
  notBookable: {
    steps: [byStatus, nextOfStatus, endedOfStatus],
    wholly: "what has no tickets is counted as what is left of all that has"
  },
  bookableEverywhere: {
    steps: [
      byStatus,
      /agenda_slot_global_by_begin[^]*agenda_availability_pkey/,
      /agenda_event_global_by_last_end[^]*agenda_availability_pkey/
    ],
    knowing: true
  },
  costless: { steps: [ofPrice, nextOfPrice, endedOfPrice] },
  costlessOrNone: { steps: [ofPrice, nextOfPrice, endedOfPrice] },
  costlessEverywhere: {
    steps: [ofPrice, /agenda_slot_global_by_begin[^]*agenda_filter_term_/, /agenda_event_global_by_last_end[^]*agenda_filter_term_/],
    knowing: true
  },
  counted: { steps: [/./, nextBegin, lastEnd, byStatus, ofPrice] },
  countedWithNone: {
    steps: [/./, nextBegin, lastEnd, byStatus, ofPrice],
    wholly: "what has no tickets is counted as what is left of all that has"
  },
  countedEverywhere: { steps: [/./, /agenda_slot_global_by_begin/, /agenda_event_global_by_last_end/, byStatus, ofPrice], knowing: true }
}

const isTicketPlan = (name: string): name is TicketPlan => name in ticketPlans

describe("indexes that find tickets", () => {
  it.each(Object.keys(ticketPlans).filter(isTicketPlan))("%s, whatever statistics the planner has", async (name) => {
    const { knowing, steps, wholly } = expectedOfTickets[name]
    for (const database of knowing === undefined ? [seeded, justSeeded] : [seeded]) {
      const explained = await explainEach((database) => compileTicketPlan(database, name), "4MB", database)
      expect(explained).toHaveLength(steps.length)
      steps.forEach((step, index) => expect(explained[index]).toMatch(step))
      const kept = wholly === undefined ? /Seq Scan on agenda_/ : /Seq Scan on agenda_(?!availability)/
      expect(explained.join("\n")).not.toMatch(kept)
    }
  })
})
