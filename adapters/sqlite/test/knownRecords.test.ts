import { sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { makeRecordCache, nextInstant, type SearchSnapshot } from "@agenda-engine/sql/read/RecordCache"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { listShapes } from "../../sql/test/listShapes.js"
import { withAgenda } from "./withAgenda.js"

const plan: QueryPlan = listShapes.timings

/** A snapshot that begins now. */
const snapshotAt = (stamp: string, isCurrent = true): SearchSnapshot => ({
  stamp,
  begunAt: nextInstant(),
  isCurrent: Effect.succeed(isCurrent)
})

/** A cache of numbers with their doubles, and which of them were loaded. */
const doubling = (records_max: number, isSmall: (double: number) => boolean = () => true) => {
  const cache = makeRecordCache<number>(records_max, isSmall)
  const read: Array<ReadonlyArray<number>> = []
  const askIn = (snapshot: SearchSnapshot | null, ...uids: ReadonlyArray<number>) =>
    Effect.map(
      cache(snapshot, uids, (missing) =>
        Effect.sync(() => {
          read.push(missing)
          return new Map(missing.filter((uid) => uid > 0).map((uid) => [uid, uid * 2]))
        })),
      (found) => uids.map((uid) => found.get(uid))
    )
  return {
    read,
    askIn,
    ask: (stamp: string | null, ...uids: ReadonlyArray<number>) => askIn(stamp === null ? null : snapshotAt(stamp), ...uids)
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

  it.effect("are read again in a snapshot of other revisions, and in one that began before they were stored", () =>
    Effect.gen(function*() {
      const { ask, askIn, read } = doubling(10)
      const earlier = snapshotAt("a")
      yield* ask("a", 1)
      yield* askIn(earlier, 1)
      yield* askIn(snapshotAt("a", false), 1, 2)
      yield* ask("a", 1, 2)
      expect(read).toEqual([[1], [1], [1, 2], [2]])
    }))

  it.effect("are not replaced by records of an earlier snapshot that was slower", () =>
    Effect.gen(function*() {
      const { ask, askIn, read } = doubling(10)
      const earlier = snapshotAt("a")
      yield* ask("b", 1)
      yield* askIn(earlier, 1)
      yield* ask("b", 1)
      expect(read).toEqual([[1], [1]])
    }))

  it.effect("are stored without a look at the revisions of the snapshot, which only a hit needs", () =>
    Effect.gen(function*() {
      const { ask, askIn, read } = doubling(10)
      const unread = { ...snapshotAt("a"), isCurrent: Effect.dieMessage("the revisions are read") }
      expect(yield* askIn(unread, 1, 2)).toEqual([2, 4])
      expect(yield* ask("a", 1, 2)).toEqual([2, 4])
      expect(read).toEqual([[1, 2]])
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
    withAgenda(({ bump, changeUnseen, events, readRevisions, run, searches }) =>
      Effect.gen(function*() {
        const { index, record } = sampleEvent(1)
        yield* run(events.put(record, index))
        const shownAt = (asked: QueryPlan, read: TopicRevisions | null) =>
          Effect.map(
            searches.search(asked, { read }),
            ({ hits: [hit] }) => hit?._tag === "Event" ? { slug: hit.head.slug, next: hit.next } : null
          )
        const shown = (asked: QueryPlan) => Effect.flatMap(readRevisions(["agenda:1"]), (read) => shownAt(asked, read))
        const before = yield* shown(plan)
        expect(before).toMatchObject({ slug: record.slug })

        yield* changeUnseen("UPDATE agenda_event SET slug = 'renamed'")
        expect(yield* shown(plan)).toEqual(before)
        expect(yield* shown({ ...plan, bodies: true })).toMatchObject({ slug: "renamed" })
        expect(yield* shown({ ...plan, shownAt: plan.shownAt + 1 })).toMatchObject({ slug: "renamed" })
        expect(yield* shownAt(plan, null)).toMatchObject({ slug: "renamed" })
        expect(yield* run(shown(plan))).toMatchObject({ slug: "renamed" })
        yield* bump("agenda:1")
        expect(yield* shown(plan)).toMatchObject({ slug: "renamed" })
      })
    ))
})
