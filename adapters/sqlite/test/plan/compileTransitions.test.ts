import type { TransitionScope } from "@agenda-engine/core/query/event/Transitions"
import { compileTransitions } from "@agenda-engine/sql/store/SqlEventStore"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

const explain = (of: TransitionScope) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const rows = yield* database.sql`EXPLAIN QUERY PLAN ${compileTransitions(database, { ...of, at: 5, from: 0, until: 9 })}`
    return rows.map((row) => String(row["detail"])).filter((step) => /^(?:SEARCH|SCAN) (?!t$)/.test(step))
  }).pipe(Effect.scoped, Effect.runPromise)

const one = { _tag: "Agenda", agendaUid: 1 } as const
const inStretch = (index: string) => `SEARCH s USING COVERING INDEX ${index} (agenda_uid=? AND begin_ms>? AND begin_ms<?)`
const ofAll = "SEARCH s USING COVERING INDEX agenda_slot_global_by_begin (begin_ms>? AND begin_ms<?)"
const tickets = "SEARCH v USING COVERING INDEX agenda_availability_by_from (agenda_uid=? AND from_ms>? AND from_ms<?)"
const ticketsOfAll = "SEARCH v USING COVERING INDEX agenda_availability_global_by_from (from_ms>? AND from_ms<?)"
const itsAgenda = "SEARCH a EXISTS USING INTEGER PRIMARY KEY (rowid=?)"

describe("indexes that find transitions", () => {
  const expected: ReadonlyArray<readonly [string, TransitionScope, ReadonlyArray<string>]> = [
    ["of what an agenda publishes", { scope: one, audience: "public" }, [
      inStretch("agenda_slot_by_begin"),
      inStretch("agenda_slot_by_begin"),
      tickets
    ]],
    ["of all of an agenda", { scope: one, audience: "privileged" }, [
      inStretch("agenda_slot_by_begin"),
      inStretch("agenda_slot_by_begin"),
      inStretch("agenda_slot_unpublished_by_begin"),
      inStretch("agenda_slot_unpublished_by_begin"),
      tickets
    ]],
    ["across agendas", { scope: { _tag: "Public", within: null }, audience: "public" }, [
      ofAll,
      itsAgenda,
      ofAll,
      itsAgenda,
      ticketsOfAll,
      itsAgenda
    ]]
  ]
  it.each(expected)("%s", async (_label, of, steps) => {
    expect(await explain(of)).toEqual(steps)
  })
})
