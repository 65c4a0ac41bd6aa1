import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import { compileWords } from "@agenda-engine/sql/store/SqlEventStore"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

const explain = (scope: Scope) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const { own, places } = compileWords(database, scope, "con")
    return yield* Effect.forEach([own, places], (statement) =>
      Effect.map(
        database.sql`EXPLAIN QUERY PLAN ${statement}`,
        (rows) => rows.map((row) => String(row["detail"])).filter((step) => /^SEARCH|^SCAN (?!at$)/.test(step))
      ))
  }).pipe(Effect.scoped, Effect.runPromise)

const counts = "SEARCH w USING PRIMARY KEY (agenda_uid=? AND token>? AND token<?)"
const location = "SEARCH l USING INTEGER PRIMARY KEY (rowid=?)"
const listed = "SCAN a"

describe("indexes that find words", () => {
  const expected: ReadonlyArray<readonly [string, Scope, readonly [ReadonlyArray<string>, ReadonlyArray<string>]]> = [
    ["of an agenda", { _tag: "Agenda", agendaUid: 1 }, [[counts], [counts, location]]],
    ["across agendas", { _tag: "Public", within: null }, [[counts, listed], [counts, listed, location]]]
  ]
  it.each(expected)("%s", async (_label, scope, steps) => {
    expect(await explain(scope)).toEqual(steps)
  })
})
