import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { planOf } from "../../../sql/test/listShapes.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"

/**
 * The tables and indexes that the total of a search by score, the first page with it, and the first page alone, read.
 * What they found themselves is none.
 */
const readBy = (search: string, shown = /^(?:SCAN agenda|SEARCH)/) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const { counted, counts, keys } = compilePlan(database, planOf({ sort: "score", filter: { search: [search] } }))
    const statements = [counts(), counted(21), keys(0, { position: null, skip: 0, limit: 21 })].filter((statement) => statement !== null)
    return yield* Effect.forEach(statements, (statement) =>
      Effect.map(
        database.sql`EXPLAIN QUERY PLAN ${statement}`,
        (rows) => [...new Set(rows.map((row) => String(row["detail"])))].filter((step) => shown.test(step))
      ))
  }).pipe(Effect.scoped, Effect.runPromise)

const byTerms = expect.stringContaining("SCAN agenda_event_fulltext VIRTUAL TABLE INDEX")
/** Of events with more words than an index takes. */
const lines = "SEARCH s USING INDEX sqlite_autoindex_agenda_event_text_4_7_1 (event_uid=?)"

/** Of the results that may be on the page. */
const events = "SEARCH e USING PRIMARY KEY (uid=?)"
const slots = "SEARCH n USING PRIMARY KEY (event_uid=? AND begin_ms>?)"

/** The next slots of the agenda, in order. */
const nextSlots = "SEARCH s USING COVERING INDEX agenda_slot_by_begin (agenda_uid=? AND begin_ms>?)"

it("a search of an agenda's published events by score counts without their rows", async () => {
  const [counted, first, page] = await readBy("grande fête")
  expect(counted).toEqual([byTerms, lines])
  const read = [byTerms, events, slots, nextSlots, lines]
  expect([first, page].map((steps) => steps?.toSorted())).toEqual([read, read])
})

it("a search for one word reads lines only of events with more words than an index takes", async () => {
  const [counted, first] = await readBy("fête")
  expect(counted).toEqual([byTerms, lines])
  expect(first).toEqual([byTerms, lines, nextSlots, events, slots])
})

it("a search for a phrase computes each score once, and copies no events of equal rank", async () => {
  const [counted, first] = await readBy('"grande fête"', /^MATERIALIZE/)
  expect(counted).toEqual(["MATERIALIZE once"])
  expect(first?.toSorted()).toEqual([
    "MATERIALIZE edge",
    "MATERIALIZE enough",
    "MATERIALIZE once",
    "MATERIALIZE ranked",
    "MATERIALIZE soonest"
  ])
})
