import { sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import { searchDocument } from "@agenda-engine/core/search/SearchDocument"
import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import { nameBeginnings } from "@agenda-engine/sql/plan/nameBeginnings"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { planOf } from "../../../sql/test/listShapes.js"
import { withAgenda } from "../withAgenda.js"

const titled = (uid: number, title: string) =>
  sampleEvent(uid, { search: searchDocument({ title: { fr: title }, keywords: {}, description: {}, longDescription: {} }) })

/** Thirteen words begin with `con`, twelve of them with `conc`, and three with `bal`. */
const events = [
  ...Array.from({ length: 12 }, (_, index) => titled(index + 1, `Conc${String.fromCharCode(97 + index)}`)),
  titled(17, "Conte"),
  titled(18, "Ballade"),
  titled(19, "Bal"),
  titled(20, "Balcon du port")
]

const foundBy = (search: string): QueryPlan => planOf({ sort: "score", filter: { search: [search] } })

it.scopedLive("asks for the terms that begin with a word by name where they are few, and finds the same", () =>
  withAgenda(({ database, events: store, run, searches }) =>
    Effect.gen(function*() {
      yield* run(Effect.forEach(events, ({ index, record }) => store.put(record, index), { discard: true }))
      const named: ReadonlyArray<readonly [search: string, isNamed: boolean, total: number]> = [
        ["bal", true, 3],
        ["port bal", true, 1],
        ["conc", true, 12],
        ["con", false, 13],
        ["ba", true, 3],
        ["zut", true, 0]
      ]
      for (const [search, isNamed, total] of named) {
        const plan = foundBy(search)
        const counts = compilePlan(yield* nameBeginnings(database, "test", plan), plan).counts()
        const [, asked] = counts?.compile() ?? ["", []]
        expect([search, /"\*/.test(String(asked))]).toEqual([search, !isNamed])
        const answer = yield* searches.search(plan)
        expect(answer).toEqual(interpretPlan(plan, { agendas: [], events, tombstones: [], locations: [] }))
        expect([search, answer.total]).toEqual([search, total])
      }
      yield* run(Effect.zipRight(store.remove(18), store.remove(20)))
      expect((yield* searches.search(foundBy("bal"))).total).toBe(1)
    })
  ))
