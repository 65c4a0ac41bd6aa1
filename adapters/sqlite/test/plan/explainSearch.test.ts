import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import { planOf } from "@agenda-engine/sql/testing/listShapes"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

/**
 * The tables and indexes that the total of a search by score, the first page with it, and the first page alone, read.
 * What they found themselves is none.
 */
const readBy = (search: string) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const { counted, counts, keys } = compilePlan(database, planOf({ sort: "score", filter: { search: [search] } }))
    const statements = [counts(), counted(21), keys(0, { position: null, skip: 0, limit: 21 })].filter((statement) => statement !== null)
    return yield* Effect.forEach(statements, (statement) =>
      Effect.map(
        database.sql`EXPLAIN QUERY PLAN ${statement}`,
        (rows) => [...new Set(rows.map((row) => String(row["detail"])))].filter((step) => /^(?:SCAN agenda|SEARCH)/.test(step))
      ))
  }).pipe(Effect.scoped, Effect.runPromise)

const byTerms = expect.stringContaining("SCAN agenda_event_fulltext VIRTUAL TABLE INDEX")
const byOrderedTerms = expect.stringMatching(/^SCAN agenda_event_fulltext VIRTUAL TABLE INDEX 64:/)
/** Of events with more words than an index takes. */
const lines = "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)"

it("a search of an agenda's published events by score looks up none of their rows", async () => {
  expect(await readBy("grande fête")).toEqual([[byTerms, lines], [byTerms, lines], [byTerms, lines]])
  expect(await readBy("fête")).toEqual([[byTerms, lines], [byOrderedTerms, byTerms, lines], [byOrderedTerms, byTerms, lines]])
})
