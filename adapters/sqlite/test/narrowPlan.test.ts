import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { interpretPlan } from "@agenda-engine/core/query/interpretPlan"
import type { Condition, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import { interval, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { narrowPlan } from "@agenda-engine/sql/narrowPlan"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

/** More events than are looked up one by one: all of them jazz, at location 1 and within a day, but for three. */
const events = Array.from({ length: 1_100 }, (_, place) => {
  const rare = place % 400 === 7
  return sampleEvent(place + 1, {
    at: [interval(rare ? 100 : place % 24 - 4), interval(200)],
    keywords: rare ? ["jazz", "rare"] : ["jazz"],
    locationUid: rare ? 2 : 1
  })
})

const asking = (condition: Condition): QueryPlan => ({ ...listShapes.timings, live: [{ _tag: "State", in: [2] }, condition] })

const few: { readonly [name: string]: Condition } = {
  keyword: { _tag: "AllTerms", dimension: "keyword", all: ["rare"] },
  "one of two keywords": { _tag: "AllTerms", dimension: "keyword", all: ["jazz", "rare"] },
  "unknown keyword": { _tag: "AllTerms", dimension: "keyword", all: ["unknown"] },
  location: { _tag: "LocationUid", in: [2, 3], orNone: false },
  window: { _tag: "Timings", ranges: [{ gte: interval(90).begin, lte: interval(110).begin }] }
}

const many: { readonly [name: string]: Condition } = {
  keyword: { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] },
  location: { _tag: "LocationUid", in: [1], orNone: false },
  window: { _tag: "Timings", ranges: [{ gte: interval(-10).begin, lte: interval(30).begin }] },
  "open window": { _tag: "Timings", ranges: [{ gte: interval(90).begin, lte: null }] }
}

const isNarrowed = (plan: QueryPlan): boolean => plan.live?.some(({ _tag }) => _tag === "Uid") ?? false

describe("narrowPlan", () => {
  it.scopedLive("names the events that a condition leaves when they are few, and changes no answer", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        const store = yield* EventStore
        const { run } = yield* Transaction
        yield* run(Effect.forEach(events, ({ index, record }) => store.put(record, index), { discard: true }))
        const database = yield* SqliteDatabase.open(filename)
        for (const [conditions, narrowed] of [[few, true], [many, false]] as const) {
          for (const [name, condition] of Object.entries(conditions)) {
            const plan = asking(condition)
            expect([name, isNarrowed(yield* narrowPlan(database, "test", plan))]).toEqual([name, narrowed])
            for (const start of [plan.start, { _tag: "Skip", count: 2 } as const]) {
              const asked = { ...plan, start }
              const answer = yield* store.search(asked)
              expect(answer).toEqual(interpretPlan(asked, { agendas: [], events, tombstones: [], locations: [] }))
            }
          }
        }
      }).pipe(Effect.provide(SqliteStores.layer({ filename })))
    }))
})
