import { interval, noon, sampleAgenda, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../../src/domain/error/EngineError.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { EventSearch } from "../../../src/ports/event/EventSearch.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { RevisionStore, type TopicRevisions } from "../../../src/ports/RevisionStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import type { QueryPlan } from "../../../src/query/event/QueryPlan.js"
import { SearchCache } from "../../../src/services/event/SearchCache.js"

const plan: QueryPlan = {
  scope: { _tag: "Agenda", agendaUid: 1 },
  audience: "public",
  asOf: noon,
  shownAt: noon,
  live: [{ _tag: "State", in: [2] }],
  removed: null,
  segments: [{ source: "live", featured: null, endedFilter: "notEnded", order: [{ key: "nextBegin", direction: "asc" }], ties: "asc" }],
  start: { _tag: "Skip", count: 0 },
  limit: 2,
  bodies: false,
  locations: false,
  tallies: [{ _tag: "Terms", dimension: "keyword", none: true }]
}

const behind = (uid: number): QueryPlan => ({
  ...plan,
  start: { _tag: "After", segment: 0, position: { values: [interval(uid).begin], uid } }
})

/** A cache over memory stores, with what each search of the store got. `before` runs before the next one. */
const opened = Effect.gen(function*() {
  const stores = yield* Layer.build(MemoryStores.layer)
  const events = Context.get(stores, EventStore)
  const searchStore = Context.get(stores, EventSearch)
  const revisions = Context.get(stores, RevisionStore)
  const { run } = Context.get(stores, Transaction)
  const searches: Array<"counts" | "knows counts"> = []
  let before: Effect.Effect<unknown, StoreError> = Effect.void
  const words: Array<string> = []
  const watched = EventSearch.of({
    ...searchStore,
    words: (scope, beginning) =>
      Effect.suspend(() => {
        words.push(beginning)
        return searchStore.words(scope, beginning)
      }),
    search: (plan, known) =>
      Effect.suspend(() => {
        searches.push(known?.counts === undefined ? "counts" : "knows counts")
        const first = before
        before = Effect.void
        return Effect.zipRight(first, searchStore.search(plan, known))
      })
  })
  const built = yield* Layer.build(Layer.provide(SearchCache.layer, Layer.succeed(EventSearch, watched)))
  const cache = Context.get(built, SearchCache)
  const put = (uid: number, bumped: string | null = "agenda:1", detail = "") => {
    const { index, record } = sampleEvent(uid, { at: [interval(uid)], keywords: [uid % 2 === 0 ? "jazz" : "rock"] })
    const stored = events.put(detail === "" ? record : { ...record, detail }, index)
    return run(bumped === null ? stored : Effect.zipRight(stored, revisions.bump([bumped])))
  }
  yield* run(Context.get(stores, AgendaStore).put(sampleAgenda(1)))
  for (const uid of [1, 2, 3]) yield* put(uid)
  const topics = ["agenda:1", "shared"]
  const read: Effect.Effect<TopicRevisions, StoreError> = Effect.map(revisions.read(topics), (revisions) => ({ topics, revisions }))
  const cached = (plan: QueryPlan) => Effect.flatMap(read, (revisions) => cache.search(plan, revisions))
  return {
    searches,
    put,
    read,
    direct: searchStore.search,
    cached,
    /** Misses a plan for the second time, and returns what the cache keeps of it. */
    kept: (plan: QueryPlan) => Effect.zipRight(cached(plan), cached(plan)),
    isKept: cache.isKept,
    search: cache.search,
    words,
    cachedWords: (beginning: string) => Effect.flatMap(read, (revisions) => cache.words(plan.scope, beginning, revisions)),
    allWords: cache.words,
    beforeNext: (effect: Effect.Effect<unknown, StoreError>) => {
      before = effect
    }
  }
})

describe("SearchCache", () => {
  it.scoped("returns the cached result until a revision of its topics changes", () =>
    Effect.gen(function*() {
      const { cached, kept, put, searches } = yield* opened
      const first = yield* kept(plan)
      expect(first.total).toBe(3)
      expect(yield* cached({ ...plan })).toBe(first)
      yield* put(4, "agenda:2")
      expect(yield* cached(plan)).toBe(first)
      expect(searches).toEqual(["counts", "knows counts"])
      yield* put(5, "shared")
      expect(yield* cached(plan)).toMatchObject({ total: 5, segments: [5] })
      yield* put(6)
      expect(yield* cached(plan)).toMatchObject({ total: 6 })
      yield* cached(plan)
      expect(searches).toEqual(["counts", "knows counts", "counts", "counts"])
    }))

  it.scoped("returns the cached words until a revision of its topics changes", () =>
    Effect.gen(function*() {
      const { allWords, cachedWords, put, words } = yield* opened
      const first = yield* cachedWords("j")
      expect(yield* cachedWords("j")).toBe(first)
      yield* cachedWords("")
      yield* put(4)
      yield* cachedWords("j")
      expect(words).toEqual(["j", "", "j"])
      yield* allWords(plan.scope, "j", null)
      yield* allWords({ _tag: "Agenda", agendaUid: 2 }, "j", null)
      expect(words).toEqual(["j", "", "j", "j", "j"])
    }))

  it.scoped("returns of each plan what the store does, whichever were searched before", () =>
    Effect.gen(function*() {
      const { cached, direct } = yield* opened
      const plans: ReadonlyArray<QueryPlan> = [
        plan,
        { ...plan, live: [...plan.live ?? [], { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }] },
        { ...plan, live: [{ _tag: "State", in: [0] }] },
        { ...plan, live: null },
        { ...plan, scope: { _tag: "Agenda", agendaUid: 2 } },
        { ...plan, scope: { _tag: "Public", within: null } },
        { ...plan, asOf: interval(2).end },
        { ...plan, shownAt: interval(2).end },
        { ...plan, segments: plan.segments.map((segment) => ({ ...segment, endedFilter: "ended" as const })) },
        { ...plan, tallies: [] },
        { ...plan, tallies: [{ _tag: "Status" }] },
        { ...plan, limit: 0 },
        { ...plan, limit: 1 },
        { ...plan, bodies: true },
        { ...plan, removed: [] },
        { ...plan, start: { _tag: "Skip", count: 2 } },
        behind(1),
        behind(3)
      ]
      for (const _ of [1, 2, 3]) {
        for (const asked of plans) expect(yield* cached(asked)).toEqual(yield* direct(asked))
      }
    }))

  it.scoped("passes the counts of an earlier search to searches with another start, limit or view", () =>
    Effect.gen(function*() {
      const { cached, direct, put, searches } = yield* opened
      yield* cached(plan)
      const others = [behind(1), { ...plan, start: { _tag: "Skip", count: 1 } as const }, {
        ...plan,
        limit: 5,
        bodies: true,
        locations: true
      }]
      for (const asked of others) expect(yield* cached(asked)).toEqual(yield* direct(asked))
      expect(searches).toEqual(["counts", "knows counts", "knows counts", "knows counts"])
      yield* put(4)
      expect(yield* cached(behind(2))).toMatchObject({ total: 4 })
      expect(searches.at(-1)).toBe("counts")
    }))

  it.scoped("passes cached counts with the revisions that a write may have overtaken", () =>
    Effect.gen(function*() {
      const { beforeNext, cached, direct, put, read, search, searches } = yield* opened
      yield* cached(plan)
      const revisions = yield* read
      beforeNext(put(4))
      expect(yield* search(behind(1), revisions)).toEqual(yield* direct(behind(1)))
      expect(searches).toEqual(["counts", "knows counts"])
      expect(yield* cached(plan)).toMatchObject({ total: 4 })
    }))

  it.scoped("never returns a result that a write has overtaken for the revisions after it", () =>
    Effect.gen(function*() {
      const { beforeNext, cached, direct, put, read, search, searches } = yield* opened
      const other: QueryPlan = { ...plan, start: { _tag: "Skip", count: 1 } }
      yield* cached(other)
      const revisions = yield* read
      beforeNext(put(4))
      yield* search(other, revisions)
      yield* put(5)
      expect(yield* cached(other)).toEqual(yield* direct(other))
      expect(searches).toEqual(["counts", "knows counts", "counts"])
    }))

  it.scoped("keeps a page and counts that a slow search of earlier revisions would replace", () =>
    Effect.gen(function*() {
      const { beforeNext, cached, kept, put, read, search, searches } = yield* opened
      const revisions = yield* read
      beforeNext(Effect.zipRight(put(4), kept(plan)))
      yield* search(plan, revisions)
      expect(searches).toEqual(["counts", "counts", "knows counts"])
      yield* cached(plan)
      yield* cached({ ...plan, start: { _tag: "Skip", count: 1 } })
      expect(searches).toEqual(["counts", "counts", "knows counts", "knows counts"])
    }))

  it.scoped("replaces an entry of other topics, such as of a network that the agenda left", () =>
    Effect.gen(function*() {
      const { cached, put, read, search, searches } = yield* opened
      const { revisions } = yield* read
      yield* search(plan, { topics: ["agenda:1", "network:3", "shared"], revisions: [...revisions.slice(0, 1), 50, ...revisions.slice(1)] })
      yield* put(4)
      yield* cached(plan)
      yield* cached(plan)
      expect(searches).toEqual(["counts", "counts"])
    }))

  it.scoped("never returns an entry for revisions that were read after a write that it does not show", () =>
    Effect.gen(function*() {
      const { beforeNext, cached, put, read, search } = yield* opened
      const revisions = yield* read
      yield* put(4)
      expect(yield* search(plan, revisions)).toMatchObject({ total: 4 })
      yield* put(5)
      expect(yield* cached(plan)).toMatchObject({ total: 5 })
      beforeNext(put(6))
      expect(yield* cached({ ...plan, limit: 0, tallies: [] })).toMatchObject({ total: 6 })
      expect(yield* cached(plan)).toMatchObject({ total: 6 })
    }))

  it.scoped("neither reads nor fills an entry without revisions", () =>
    Effect.gen(function*() {
      const { cached, kept, put, search, searches } = yield* opened
      yield* search(plan, null)
      const first = yield* kept(plan)
      yield* put(4, null)
      expect(yield* search(plan, null)).toMatchObject({ total: 4 })
      expect(yield* search(behind(1), null)).toMatchObject({ total: 4 })
      expect(yield* cached(plan)).toBe(first)
      expect(searches).toEqual(["counts", "counts", "knows counts", "counts", "counts"])
    }))

  it.scoped("keeps a page at the second miss of its plan, and at the next one after a change", () =>
    Effect.gen(function*() {
      const { cached, isKept, put, searches } = yield* opened
      for (const asked of [plan, behind(1)]) {
        searches.length = 0
        expect(isKept(yield* cached(asked))).toBe(false)
        const second = yield* cached(asked)
        expect(isKept(second)).toBe(true)
        expect(yield* cached(asked)).toBe(second)
        expect(searches).toHaveLength(2)
      }
      yield* put(4)
      expect(isKept(yield* cached(plan))).toBe(true)
    }))

  it.scoped("keeps no page of more than 1 MiB, and evicts the least recently used of more than 16 MiB", () =>
    Effect.gen(function*() {
      const { cached, kept, put, searches } = yield* opened
      const whole = (limit: number, count: number): QueryPlan => ({
        ...plan,
        bodies: true,
        limit,
        start: { _tag: "Skip", count },
        tallies: []
      })
      for (let uid = 1; uid <= 20; uid++) yield* put(uid, "agenda:1", "x".repeat(900_000))
      yield* cached(whole(2, 0))
      yield* cached(whole(2, 0))
      expect(searches).toHaveLength(2)

      for (let count = 0; count < 20; count++) yield* kept(whole(1, count))
      expect(searches).toHaveLength(42)
      yield* cached(whole(1, 19))
      expect(searches).toHaveLength(42)
      yield* cached(whole(1, 0))
      expect(searches).toHaveLength(43)
    }))
})
