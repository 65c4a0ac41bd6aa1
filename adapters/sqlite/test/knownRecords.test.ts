import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { makeRecordCache } from "@agenda-engine/sql/read/RecordCache"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withAgenda } from "./withAgenda.js"

const plan: QueryPlan = { ...listShapes.timings, topics: ["agenda:1"] }

/** Known numbers, each with its double, and what was read of them. */
const doubling = (records_max: number, isSmall: (double: number) => boolean = () => true) => {
  const known = makeRecordCache<number>(records_max, isSmall)
  const read: Array<ReadonlyArray<number>> = []
  return {
    read,
    ask: (standing: string | null, ...uids: ReadonlyArray<number>) =>
      Effect.map(
        known(standing, uids, (missing) =>
          Effect.sync(() => {
            read.push(missing)
            return new Map(missing.filter((uid) => uid > 0).map((uid) => [uid, uid * 2]))
          })),
        (found) => uids.map((uid) => found.get(uid))
      )
  }
}

describe("cached records", () => {
  it.effect("are read when the current version is not cached", () =>
    Effect.gen(function*() {
      const { ask, read } = doubling(10)
      expect(yield* ask("a", 1, 2)).toEqual([2, 4])
      expect(yield* ask("a", 3, 1, 2)).toEqual([6, 2, 4])
      expect(yield* ask("a", 2)).toEqual([4])
      expect(yield* ask("b", 2, -1)).toEqual([4, undefined])
      expect(yield* ask(null, 2)).toEqual([4])
      expect(read).toEqual([[1, 2], [3], [2, -1], [2]])
    }))

  it.effect("are evicted when others were read since, and not cached when they are large", () =>
    Effect.gen(function*() {
      const { ask, read } = doubling(2, (double) => double < 100)
      yield* ask("a", 1, 2)
      yield* ask("a", 1)
      yield* ask("a", 3)
      yield* ask("a", 1, 2, 3)
      yield* ask("a", 50)
      yield* ask("a", 50)
      expect(read).toEqual([[1, 2], [3], [2], [50], [50]])
    }))

  it.scopedLive("of a page match its revisions and its instant", () =>
    withAgenda(({ bump, changeUnseen, events, run }) =>
      Effect.gen(function*() {
        const { index, record } = sampleEvent(1)
        yield* run(events.put(record, index))
        const shown = (asked: QueryPlan) =>
          Effect.map(events.search(asked), ({ hits: [hit] }) => hit?._tag === "Event" ? { slug: hit.head.slug, next: hit.next } : null)
        const before = yield* shown(plan)
        expect(before).toMatchObject({ slug: record.slug })

        yield* changeUnseen("UPDATE agenda_event SET slug = 'renamed'")
        expect(yield* shown(plan)).toEqual(before)
        expect(yield* shown({ ...plan, bodies: true })).toMatchObject({ slug: "renamed" })
        expect(yield* shown({ ...plan, shownAt: plan.shownAt + 1 })).toMatchObject({ slug: "renamed" })
        expect(yield* shown(listShapes.timings)).toMatchObject({ slug: "renamed" })
        expect(yield* run(shown(plan))).toMatchObject({ slug: "renamed" })
        yield* bump("agenda:1")
        expect(yield* shown(plan)).toMatchObject({ slug: "renamed" })
      })
    ))
})
