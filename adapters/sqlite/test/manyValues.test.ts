import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Tally } from "@agenda-engine/core/query/event/Tally"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import { compileTallies } from "@agenda-engine/sql/plan/compileTally"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { listShapes, shapeNow } from "../../sql/test/listShapes.js"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"

const ranges = Array.from({ length: 12 }, (_, index) => ({ gte: shapeNow + index * 10, lte: shapeNow + index * 10 + 5 }))
const days = ranges.map(({ gte, lte }) => ({ gte, lt: lte }))
const extIds = ranges.map((_, index) => ({ key: "source", value: String(index) }))

type Compile = (database: SqlDatabase) => Statement<Row> | null

const published: Condition = { _tag: "State", in: [2] }
const anyState: Condition = { _tag: "State", in: [2, 1, 0] }
const named: Condition = { _tag: "Uid", in: [7, 8, 9] }

/** How many events of one segment meet a condition. */
const counting = (condition: Condition): Compile => (database) =>
  compilePlan(database, { ...listShapes.upcoming, live: [published, condition], segments: listShapes.upcoming.segments.slice(0, 1) })
    .counts()

const tallying = (tally: Tally, ...live: ReadonlyArray<Condition>): Compile => (database) =>
  compileTallies(database, { ...listShapes.timings, live, tallies: [tally] })?.[0]?.statement ?? null

const within = (table: string, column: string): string => `COVERING INDEX ${table} (agenda_uid=? AND ${column}>? AND ${column}<?)`
const slots = within("agenda_slot_by_begin", "begin_ms")
const unpublishedSlots = within("agenda_slot_unpublished_by_begin", "begin_ms")

/** What is searched for each of the values that are asked for: a range of an index. */
const expected: { readonly [name: string]: readonly [Compile, ...ReadonlyArray<string>] } = {
  "begins of slots": [counting({ _tag: "Timings", ranges }), slots, unpublishedSlots],
  "instants of making": [
    counting({ _tag: "CreatedAt", ranges }),
    within("agenda_event_by_created", "created_at"),
    within("agenda_event_by_created", "created_at")
  ],
  "instants of change": [
    counting({ _tag: "UpdatedAt", ranges }),
    within("agenda_event_by_updated", "updated_at"),
    within("agenda_event_unpublished_by_updated", "updated_at")
  ],
  numbers: [
    counting({ _tag: "Numbers", dimension: "field:size", ranges, orNone: false }),
    "PRIMARY KEY (agenda_uid=? AND dimension=? AND value>? AND value<?)"
  ],
  "external ids": [counting({ _tag: "ExtId", in: extIds }), "PRIMARY KEY (ext_key=? AND ext_value=? AND agenda_uid=?)"],
  "slots that are counted": [tallying({ _tag: "SlotBegins", ranges }, published), slots],
  "days that are counted": [tallying({ _tag: "SlotRanges", ranges: days }, published), slots],
  "days of few events": [tallying({ _tag: "SlotRanges", ranges: days }, published, named), slots],
  "days of events in any state": [tallying({ _tag: "SlotRanges", ranges: days }, anyState), slots, unpublishedSlots]
}

const explain = (compile: Compile) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const statement = compile(database)
    const rows = statement === null ? [] : yield* database.sql`EXPLAIN QUERY PLAN ${statement}`
    return rows.map((row) => String(row["detail"]))
  }).pipe(Effect.scoped, Effect.runPromise)

/** The steps that are taken for each of many values. */
const forEachValue = (steps: ReadonlyArray<string>): ReadonlyArray<string> =>
  steps.filter((step, index) => step.startsWith("SEARCH") && (steps[index - 1] ?? "").startsWith("SCAN json_each"))
    .map((step) => step.replace(/^SEARCH \w+ USING /, ""))

describe("look-ups of many values", () => {
  it.each(Object.entries(expected))("%s", async (_, [compile, ...searched]) => {
    const steps = await explain(compile)
    expect(forEachValue(steps)).toEqual(searched)
    expect(steps.filter((step) => step.startsWith("CORRELATED"))).toEqual([])
  })
})
