import { interval, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import { searchDocument } from "@agenda-engine/core/search/SearchDocument"
import { narrowPlan } from "@agenda-engine/sql/plan/narrowPlan"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { listShapes, planOf } from "../../../sql/test/listShapes.js"
import { withAgenda } from "../withAgenda.js"

/**
 * More events than are looked up one by one: all of them jazz, at location 1 and within a day, but for three; most of
 * them early, most late.
 */
const events = Array.from({ length: 1_100 }, (_, index) => {
  const rare = index % 400 === 7
  return sampleEvent(index + 1, {
    at: [interval(rare ? 100 : index % 24 - 4), interval(200)],
    keywords: ["jazz", ...(rare ? ["rare"] : []), ...(index < 1_040 ? ["early"] : []), ...(index >= 60 ? ["late"] : [])],
    locationUid: rare ? 2 : 1
  })
})

const asking = (conditions: ReadonlyArray<Condition>): QueryPlan => ({
  ...listShapes.timings,
  live: [{ _tag: "State", in: [2] }, ...conditions]
})

const early: Condition = { _tag: "AllTerms", dimension: "keyword", all: ["early"] }

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

const fewTogether: { readonly [name: string]: ReadonlyArray<Condition> } = {
  "two keywords": [early, { _tag: "AllTerms", dimension: "keyword", all: ["late"] }],
  "two keywords, one of several": [early, { _tag: "Terms", dimension: "keyword", in: ["late", "unknown"], orNone: false }]
}

const manyTogether: { readonly [name: string]: ReadonlyArray<Condition> } = {
  "two keywords": [early, { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }],
  "keyword and location": [early, { _tag: "LocationUid", in: [1], orNone: false }]
}

const alone = (conditions: { readonly [name: string]: Condition }) =>
  Object.entries(conditions).map(([name, condition]) => [name, [condition]] as const)

const namedOnly = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  live: [
    { _tag: "State", in: [2] },
    {
      _tag: "Uid",
      in: interpretPlan({ ...plan, limit: events.length }, { agendas: [], events, tombstones: [], locations: [] }).hits.map(
        ({ position }) => position.uid
      )
    }
  ]
})

const inOrder = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  live: plan.live?.map((condition) => condition._tag === "Uid" ? { ...condition, in: condition.in.toSorted((a, b) => a - b) } : condition)
    ?? null
})

const foundBy = (search: string): QueryPlan => planOf({ sort: "score", filter: { search: [search] } })

describe("narrowPlan", () => {
  it.scopedLive("selects the matching events by uid when they are few, without changing the result", () =>
    withAgenda(({ database, events: store, run, searches }) =>
      Effect.gen(function*() {
        yield* run(Effect.forEach(events, ({ index, record }) => store.put(record, index), { discard: true }))
        const asked_few = [...alone(few), ...Object.entries(fewTogether)]
        const asked_many = [...alone(many), ...Object.entries(manyTogether)]
        for (const [asked_all, isFew] of [[asked_few, true], [asked_many, false]] as const) {
          for (const [name, conditions] of asked_all) {
            const plan = asking(conditions)
            const narrowed = inOrder(yield* narrowPlan(database, "test", plan))
            expect([name, narrowed]).toEqual([name, isFew ? inOrder(namedOnly(plan)) : plan])
            for (const start of [plan.start, { _tag: "Skip", count: 2 } as const]) {
              const asked = { ...plan, start }
              const answer = yield* searches.search(asked)
              expect(answer).toEqual(interpretPlan(asked, { agendas: [], events, tombstones: [], locations: [] }))
            }
          }
        }
      })
    ))

  it.scopedLive("removes the events of a search whose many words no event has together", () =>
    withAgenda(({ database, events: store, run, searches }) =>
      Effect.gen(function*() {
        const texts = { title: { fr: "Le bal du port" }, keywords: { fr: ["un", "deux", "trois"] }, description: {}, longDescription: {} }
        const { index, record } = sampleEvent(1, { search: searchDocument(texts) })
        yield* run(store.put(record, index))
        const found = foundBy("le bal du port un deux trois")
        expect(yield* narrowPlan(database, "test", found)).toEqual(found)
        const vain = foundBy("le bal du port un deux trois quatre")
        expect(yield* narrowPlan(database, "test", vain)).toEqual({ ...vain, live: null })
        for (const plan of [found, vain]) {
          const answer = yield* searches.search(plan)
          expect(answer).toEqual(interpretPlan(plan, { agendas: [], events: [{ index, record }], tombstones: [], locations: [] }))
          expect(answer.total).toBe(plan === found ? 1 : 0)
        }
      })
    ))
})
