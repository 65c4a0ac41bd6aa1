import { interval, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import type { OrderKey, QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { listShapes } from "../../sql/test/listShapes.js"
import { withAgenda } from "./withAgenda.js"

const events = [1, 2, 3, 4, 5].map((uid) => sampleEvent(uid, { at: [interval(uid < 3 ? -uid * 10 : uid * 10)], keywords: ["jazz"] }))

const asking = (key: OrderKey): QueryPlan => {
  const segment = (endedFilter: Segment["endedFilter"]): Segment => ({
    source: "live",
    featured: null,
    endedFilter,
    order: [{ key, direction: "asc" }],
    ties: "asc"
  })
  return {
    ...listShapes.timings,
    live: [{ _tag: "State", in: [2] }, { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }],
    segments: [segment("notEnded"), segment("ended")]
  }
}

describe("countTogether", () => {
  it.scopedLive("counts each endedFilter like the interpreter, also without a matching key", () =>
    withAgenda(({ events: store, run, searches }) =>
      Effect.gen(function*() {
        yield* run(Effect.forEach(events, ({ index, record }) => store.put(record, index), { discard: true }))
        for (const [key, total] of [["nextBegin", 3], ["lastBegin", 5]] as const) {
          const plan = asking(key)
          const answer = yield* searches.search(plan)
          expect([key, answer.total]).toEqual([key, total])
          expect(answer).toEqual(interpretPlan(plan, { agendas: [], events, tombstones: [], locations: [] }))
        }
      })
    ))
})
