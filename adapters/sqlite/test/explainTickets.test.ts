import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import { statusRows } from "@agenda-engine/sql/compileAvailability"
import { compileTallies } from "@agenda-engine/sql/compileTally"
import { compileTurns } from "@agenda-engine/sql/compileTurns"
import type { SqlDatabase } from "@agenda-engine/sql/SqlDatabase"
import { compileList, shapeNow } from "@agenda-engine/sql/testing/listShapes"
import { seedAvailability } from "@agenda-engine/sql/testing/seedAvailability"
import { ticketPlans } from "@agenda-engine/sql/testing/ticketPlans"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"

/** Two thousand events in each of two agendas; nine in ten are over. */
const seedEvents = ({ sql }: SqlDatabase) =>
  sql`INSERT INTO agenda_event (
      uid, agenda_uid, slug, state, featured, status, attendance_mode, timezone, created_at, updated_at, version,
      first_begin, first_end, last_begin, last_end, last_end_down, updated_down, created_down
    ) WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < 4000)
    SELECT n, 1 + n % 2, 'event-' || n, 2, 0, 1, 2, 'UTC', at, at, 1, at, at + 3600000, at, at + 3600000, -(at + 3600000), -at, -at
    FROM (SELECT n, ${shapeNow} + (n * 7919 % 2000 - 1800) * 600000 AS at FROM made)`

const byStatus = /SEARCH v USING (?:COVERING )?INDEX agenda_availability_by_status \(agenda_uid=\? AND status=\? AND status_until>\?\)/
const statusOfEvent = /SEARCH a USING PRIMARY KEY \(event_uid=\? AND from_ms<\?\)/
const nextBegin = /SEARCH s USING COVERING INDEX agenda_slot_by_begin \(agenda_uid=\? AND begin_ms>\?\)/
const changed = (column: string, range: string) =>
  new RegExp(`SEARCH e USING COVERING INDEX agenda_event_by_${column} \\(agenda_uid=\\?${range}\\)`)

const list = (plan: QueryPlan) => (database: SqlDatabase): ReadonlyArray<Fragment> => compileList(database, plan)

/** Statements, and what each of them searches. */
const expected: ReadonlyArray<readonly [string, (database: SqlDatabase) => ReadonlyArray<Fragment>, ReadonlyArray<RegExp>]> = [
  ["by change, first ones first", list(ticketPlans.changedAscending), [/./, changed("availability_updated", "")]],
  ["by change, last ones first", list(ticketPlans.changedDescending), [/./, changed("availability_updated_down", "")]],
  ["what changed since", list(ticketPlans.poll), [
    changed("availability_updated", " AND availability_updated_at>\\? AND availability_updated_at<\\?"),
    changed("availability_updated", " AND availability_updated_at>\\? AND availability_updated_at<\\?")
  ]],
  ["the next page of that", list(ticketPlans.pollBehind), [
    changed("availability_updated", " AND availability_updated_at>\\? AND availability_updated_at<\\?"),
    changed("availability_updated", " AND \\(availability_updated_at,uid\\)>\\(\\?,\\?\\)[^)]*")
  ]],
  ["what is bookable: counted at once, listed in order", list(ticketPlans.bookable), [byStatus, nextBegin, statusOfEvent]],
  ["what is not, with what has no tickets", list(ticketPlans.notBookable), [byStatus, nextBegin, statusOfEvent]],
  [
    "the few that stand so",
    (database) => [
      database.sql`SELECT v.event_uid FROM ${statusRows(database, ticketPlans.bookable.scope, ["limited", "available"], shapeNow)}`
    ],
    [byStatus]
  ],
  [
    "how many stand how",
    (database) => (compileTallies(database, ticketPlans.counted) ?? []).map(({ statement }) => statement),
    [byStatus]
  ],
  [
    "when they come to stand otherwise",
    (database) => [
      compileTurns(database, {
        scope: ticketPlans.bookable.scope,
        audience: "public",
        at: shapeNow,
        from: shapeNow - 900_000,
        until: shapeNow + 900_000
      })
    ],
    [/SEARCH v USING COVERING INDEX agenda_availability_by_from \(agenda_uid=\? AND from_ms>\? AND from_ms<\?\)/]
  ]
]

const explain = (database: SqlDatabase, statement: Fragment) =>
  Effect.map(database.sql`EXPLAIN QUERY PLAN ${statement}`, (rows) => rows.map((row) => String(row["detail"])).join("\n"))

describe("which indexes tickets are found by", () => {
  it.each(["before", "after"])("%s ANALYZE", async (when) => {
    const explained = await Effect.gen(function*() {
      const database = yield* SqliteDatabase.open(":memory:")
      yield* SqliteMigrations.upDatabase(database)
      yield* seedEvents(database)
      yield* seedAvailability(database)
      if (when === "after") yield* database.sql`ANALYZE`
      return yield* Effect.forEach(expected, ([name, statements, steps]) =>
        Effect.map(
          Effect.forEach(statements(database), (statement) => explain(database, statement)),
          (found) => ({ name, found, steps })
        ))
    }).pipe(Effect.scoped, Effect.runPromise)
    for (const { found, name, steps } of explained) {
      steps.forEach((step, place) => expect(found[place] ?? found.join("\n"), name).toMatch(step))
      expect(found.join("\n"), name).not.toMatch(/SCAN (?:e|v|a)\b/)
    }
  })
})
