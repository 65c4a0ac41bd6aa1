import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { statusRows } from "@agenda-engine/sql/plan/condition/compileAvailability"
import { neverUpdated } from "@agenda-engine/sql/row/EventRow"
import { compileTransitions } from "@agenda-engine/sql/store/SqlEventStore"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { shapeNow } from "../../../sql/test/listShapes.js"
import { seedAvailability } from "../../../sql/test/seedAvailability.js"
import { compileTicketPlan, type TicketPlan, ticketPlans } from "../../../sql/test/ticketPlans.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

/** Two thousand events in each of two agendas; nine in ten are over. */
const seedEvents = ({ sql }: SqlDatabase) =>
  sql`INSERT INTO agenda_event (
      uid, agenda_uid, slug, state, featured, status, attendance_mode, timezone, created_at, updated_at, version,
      first_begin, first_end, last_begin, last_end,
      has_age, availability_updated_at
    ) WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < 4000)
    SELECT n, 1 + n % 2, 'event-' || n, 2, 0, 1, 2, 'UTC', at, at, 1, at, at + 3600000, at, at + 3600000,
      0, ${neverUpdated}
    FROM (SELECT n, ${shapeNow} + (n * 7919 % 2000 - 1800) * 600000 AS at FROM made)`

const byStatus = /SEARCH v USING (?:COVERING )?INDEX agenda_availability_by_status \(agenda_uid=\? AND status=\? AND status_until>\?\)/
const statusOfEvent = "SEARCH a USING PRIMARY KEY \\(event_uid=\\? AND from_ms<\\?\\)"
const priceOfEvent = "SEARCH t USING COVERING INDEX agenda_filter_term_by_event \\(event_uid=\\? AND dimension=\\?"
const priceCounted = /SEARCH t USING PRIMARY KEY \(agenda_uid=\? AND dimension=\? AND value=\?\)/
const next = "SEARCH s USING COVERING INDEX agenda_slot_by_begin \\(agenda_uid=\\? AND begin_ms>\\?\\)"
const ended = "SEARCH e USING COVERING INDEX agenda_event_by_last_end \\(agenda_uid=\\? AND last_end<\\?\\)"
const nextOfAll = "SEARCH s USING COVERING INDEX agenda_slot_global_by_begin \\(begin_ms>\\?\\)"
const endedOfAll = "SEARCH e USING COVERING INDEX agenda_event_global_by_last_end \\(last_end<\\?\\)"
const priceOfAgenda = /SEARCH t USING PRIMARY KEY \(agenda_uid=\? AND dimension=\?\)/

/** These steps, in this order. */
const inTurn = (...steps: ReadonlyArray<string>): RegExp => new RegExp(steps.join("[^]*"))

const changed = (column: string, range: string, kind = "COVERING INDEX") =>
  new RegExp(`SEARCH e USING ${kind} agenda_event_by_${column} \\(agenda_uid=\\?${range}\\)`)

const within = " AND availability_updated_at>\\? AND availability_updated_at<\\?"

/** What each statement of a list that asks for tickets searches: its counts, its segments and its facets. */
const lists: { readonly [N in TicketPlan]: ReadonlyArray<RegExp> } = {
  changedAscending: [/./, changed("availability_updated", "")],
  changedDescending: [
    /./,
    inTurn(
      changed("availability_updated", " AND availability_updated_at<\\?").source,
      changed("availability_updated", " AND availability_updated_at=\\?").source
    )
  ],
  changedEverywhere: [/./, /SCAN e USING COVERING INDEX agenda_event_global_by_availability_updated\n/],
  changedBefore: [
    changed("availability_updated", " AND availability_updated_at<\\?", "INDEX"),
    inTurn(next, "SEARCH e USING PRIMARY KEY \\(uid=\\?\\)"),
    /SEARCH e USING INDEX agenda_event_by_(?:last_end|availability_updated) /
  ],
  poll: [changed("availability_updated", within), changed("availability_updated", within)],
  pollAfter: [
    changed("availability_updated", within),
    changed("availability_updated", " AND \\(availability_updated_at,uid\\)>\\(\\?,\\?\\)[^)]*")
  ],
  soldOut: [byStatus, inTurn(next, statusOfEvent), inTurn(ended, statusOfEvent)],
  bookable: [byStatus, inTurn(next, statusOfEvent), inTurn(ended, statusOfEvent)],
  notBookable: [byStatus, inTurn(next, statusOfEvent), inTurn(ended, statusOfEvent)],
  bookableEverywhere: [byStatus, inTurn(nextOfAll, statusOfEvent), inTurn(endedOfAll, statusOfEvent)],
  costless: [priceCounted, inTurn(next, priceOfEvent), inTurn(ended, priceOfEvent)],
  costlessOrNone: [priceCounted, inTurn(next, priceOfEvent), inTurn(ended, priceOfEvent)],
  costlessEverywhere: [priceCounted, inTurn(nextOfAll, priceOfEvent), inTurn(endedOfAll, priceOfEvent)],
  counted: [/./, inTurn(next), inTurn(ended), byStatus, priceOfAgenda],
  countedWithNone: [/./, inTurn(next), inTurn(ended), byStatus, priceOfAgenda],
  countedEverywhere: [/./, inTurn(nextOfAll), inTurn(endedOfAll), byStatus, priceOfAgenda]
}

const isTicketPlan = (name: string): name is TicketPlan => name in ticketPlans

interface Expected {
  readonly name: string
  readonly statements: (database: SqlDatabase) => ReadonlyArray<Fragment>
  readonly steps: ReadonlyArray<RegExp>
}

/** Statements, and what each of them searches. */
const expected: ReadonlyArray<Expected> = [
  ...Object.keys(ticketPlans).filter(isTicketPlan).map((name): Expected => ({
    name,
    statements: (database) => compileTicketPlan(database, name),
    steps: lists[name]
  })),
  {
    name: "the few that stand so",
    statements: (database) => [
      database.sql`SELECT v.event_uid FROM ${statusRows(database, ticketPlans.bookable.scope, ["limited", "available"], shapeNow)}`
    ],
    steps: [byStatus]
  },
  {
    name: "when they come to stand otherwise",
    statements: (database) => [
      compileTransitions(database, {
        scope: ticketPlans.bookable.scope,
        audience: "public",
        at: shapeNow,
        from: shapeNow - 900_000,
        until: shapeNow + 900_000
      })
    ],
    steps: [/SEARCH v USING COVERING INDEX agenda_availability_by_from \(agenda_uid=\? AND from_ms>\? AND from_ms<\?\)/]
  }
]

const explain = (database: SqlDatabase, statement: Fragment) =>
  Effect.map(database.sql`EXPLAIN QUERY PLAN ${statement}`, (rows) => rows.map((row) => String(row["detail"])).join("\n"))

describe("indexes that find tickets", () => {
  it.each(["before", "after"])("%s ANALYZE", async (when) => {
    const explained = await Effect.gen(function*() {
      const database = yield* SqliteDatabase.open(":memory:")
      yield* SqliteMigrations.upDatabase(database)
      yield* seedEvents(database)
      yield* seedAvailability(database)
      if (when === "after") yield* database.sql`ANALYZE`
      return yield* Effect.forEach(expected, ({ name, statements, steps }) =>
        Effect.map(
          Effect.forEach(statements(database), (statement) => explain(database, statement)),
          (found) => ({ name, found, steps })
        ))
    }).pipe(Effect.scoped, Effect.runPromise)
    for (const { found, name, steps } of explained) {
      expect(found, name).toHaveLength(steps.length)
      steps.forEach((step, index) => expect(found[index], name).toMatch(step))
      // Agendas are `a` too, and what is put together `t`: they are few.
      expect(found.join("\n"), name).not.toMatch(/SCAN (?:[esv]\b(?! USING COVERING INDEX agenda_event_global_by_)|[at] USING)/)
    }
  })
})
