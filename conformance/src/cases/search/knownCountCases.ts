import type { PlanStart, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, revisions, searches, transact, world } from "../../storeCalls.js"
import { interval, sampleAgenda, sampleEvent, sampleLocation, sampleTombstone } from "../../testing/SampleRecords.js"
import { plan, type PlanChoice, tombstonesLast } from "../plans.js"
import { expectCounts, expectMeaning } from "./searchCase.js"

const clause = "EventSearch.search"

const given = world({
  agendas: [sampleAgenda(1)],
  locations: [sampleLocation(1, 1)],
  events: [
    sampleEvent(1, { featured: true, at: [interval(5), interval(9)], keywords: ["jazz"], locationUid: 1 }),
    sampleEvent(2, { featured: true, at: [interval(-5)] }),
    sampleEvent(3, { at: [interval(1)], keywords: ["jazz", "rock"] }),
    sampleEvent(4, { at: [interval(2)], keywords: ["rock"], locationUid: 1 }),
    sampleEvent(5, { at: [interval(-5)], keywords: ["jazz"] })
  ],
  tombstones: [sampleTombstone(10), sampleTombstone(11)]
})

const tallies: QueryPlan["tallies"] = [{ _tag: "Terms", dimension: "keyword", none: true }, { _tag: "Status" }]

/** Plans of one segment and of several, with tombstones, tallies or a condition, and one that nothing matches. */
const plans: ReadonlyArray<readonly [name: string, choice: PlanChoice]> = [
  ["several segments", { removed: [], segments: [...plan({}).segments, tombstonesLast], tallies }],
  ["one segment", { sort: "updatedAt.desc" }],
  ["one segment with tallies", { sort: "updatedAt.desc", tallies }],
  ["a condition", { where: [{ _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }], tallies }],
  ["no match", { where: [{ _tag: "Uid", in: [99] }], tallies }]
]

/** Every start of a plan: behind each hit, and past every number of hits. */
const startsOf = (asked: QueryPlan): ReadonlyArray<PlanStart> => {
  const { hits } = interpretPlan({ ...asked, limit: 100 }, given)
  return [
    ...[...hits, null, null].map((_, count): PlanStart => ({ _tag: "Skip", count })),
    ...hits.map(({ position, segment }): PlanStart => ({ _tag: "After", segment, position }))
  ]
}

/** Cases for searches that get the counts of an earlier search. */
export const knownCountCases: ReadonlyArray<Case> = [
  demand(
    "search.known-counts.every-start",
    clause,
    "with the counts of an earlier search of the plan, a search returns the same as without, from every start and with every limit"
  )(function*() {
    yield* fill(given)
    for (const [name, choice] of plans) {
      const asked = plan(choice)
      const counts = yield* searches((store) => store.search({ ...asked, limit: 2 }))
      for (const start of startsOf(asked)) {
        for (const limit of [0, 1, 3, 20]) {
          const page = { ...asked, start, limit }
          const what = `${name}, ${JSON.stringify(start)}, limit ${limit}`
          yield* expectMeaning(`${what}, counted`, page, given)
          yield* expectMeaning(`${what}, with known counts`, page, given, { counts })
        }
      }
    }
  }),
  demand(
    "search.known-counts.of-any-page",
    clause,
    "the counts that a search returns are those of the whole list, wherever its page starts, whatever it shows and whether it counted itself"
  )(function*() {
    yield* fill(given)
    for (const [name, choice] of plans) {
      const asked = plan(choice)
      const whole = interpretPlan(asked, given)
      for (const start of startsOf(asked)) {
        const page: QueryPlan = { ...asked, start, limit: 1, bodies: true, locations: false, shownAt: asked.asOf + 1 }
        const first = yield* searches((store) => store.search(page))
        const again = yield* searches((store) => store.search(page, { counts: first }))
        for (const counts of [first, again]) {
          yield* expectAnswer(`${name}: segments`, Effect.succeed(counts.segments), whole.segments)
          yield* expectCounts(`${name}: tallies`, counts.tallies, whole.tallies)
        }
        yield* expectMeaning(`${name}: the first page with these counts`, asked, given, { counts: first })
      }
    }
  }),
  demand(
    "search.known-counts.overtaken",
    clause,
    "counts of a search before a write that bumped one of its revisions are not returned with the hits after it"
  )(function*() {
    yield* fill(given)
    const topics = ["agenda:1", "shared"]
    const read = { topics, revisions: yield* revisions((store) => store.read(topics)) }
    const found = yield* Effect.forEach(
      plans.slice(0, -1),
      ([, choice]) => searches((store) => store.search({ ...plan(choice), limit: 2 }))
    )
    const added = sampleEvent(6, { featured: true, at: [interval(3)], keywords: ["jazz", "rock"] })
    yield* transact(Effect.zipRight(
      events((store) => store.put(added.record, added.index)),
      revisions((store) => store.bump(["agenda:1"]))
    ))
    for (const [number, counts] of found.entries()) {
      const [name, choice] = plans[number] ?? ["", {}]
      for (const limit of [1, 20]) {
        yield* expectMeaning(`${name}, limit ${limit}`, plan({ ...choice, limit }), { ...given, events: [...given.events, added] }, {
          counts,
          read
        })
      }
    }
  }),
  demand(
    "search.check.current",
    clause,
    "`check.isCurrent` gets the revisions of the snapshot that is searched, and the search succeeds if they are unchanged"
  )(function*() {
    yield* fill(given)
    const topics = ["agenda:1", "key:a"]
    const current = revisions((store) => store.read(topics))
    const before = yield* current
    const compared: Array<ReadonlyArray<number>> = []
    const isCurrent = (now: ReadonlyArray<number>) => {
      compared.push(now)
      return now.every((revision, index) => revision === before[index])
    }
    const known = { read: { topics: ["agenda:1"], revisions: before.slice(0, 1) }, check: { topics, revisions: before, isCurrent } }
    for (const [name, choice] of plans) yield* expectMeaning(name, plan(choice), given, known)
    yield* expectAnswer("compared", Effect.succeed(compared), compared.map(() => before))
    yield* transact(revisions((store) => store.bump(["key:a"])))
    const after = yield* current
    compared.length = 0
    for (const [, choice] of plans) yield* Effect.ignore(searches((store) => store.search(plan(choice), known)))
    yield* expectAnswer("compared after a write", Effect.succeed(compared), compared.map(() => after))
  })
]
