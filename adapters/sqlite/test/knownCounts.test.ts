import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withAgenda } from "./withAgenda.js"

const plan: QueryPlan = {
  ...listShapes.timings,
  tallies: [{ _tag: "Terms", dimension: "keyword", none: true }],
  topics: ["agenda:1"]
}

describe("cached counts", () => {
  it.scopedLive("are not counted again until a revision changes", () =>
    withAgenda(({ bump, changeUnseen, events, run }) =>
      Effect.gen(function*() {
        const given = [1, 2, 3].map((uid) => sampleEvent(uid, { keywords: ["jazz"] }))
        yield* run(Effect.forEach(given, ({ index, record }) => events.put(record, index), { discard: true }))
        // A page of another size is not known as a whole.
        let limit = 0
        const counted = Effect.map(Effect.suspend(() => events.search({ ...plan, limit: ++limit })), ({ tallies: [tally], total }) => ({
          total,
          counts: tally?._tag === "Counts" ? tally.counts.map(({ count }) => count) : []
        }))
        const all = { total: 3, counts: [3] }
        expect(yield* counted).toEqual(all)

        yield* changeUnseen("DELETE FROM agenda_filter_term WHERE event_uid = 3")
        yield* changeUnseen("UPDATE agenda_event SET state = 0 WHERE uid = 3")
        expect(yield* counted).toEqual(all)
        yield* bump("agenda:2")
        expect(yield* counted).toEqual(all)
        yield* bump("agenda:1")
        expect(yield* counted).toEqual({ total: 2, counts: [2] })
      })
    ))
})
