import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import type { EventIndex, EventRecord } from "@agenda-engine/core/record/EventRecord"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type * as Layer from "effect/Layer"
import { breaking, broken, brokenBy, type BrokenStore } from "./BrokenStore.js"
import { changeFaults } from "./changeFaults.js"
import { keptFaults } from "./keptFaults.js"
import { limitFaults } from "./limitFaults.js"
import { ownWriteFaults } from "./ownWriteFaults.js"
import { passedCountFaults } from "./passedCountFaults.js"
import { recordCacheFaults } from "./recordCacheFaults.js"
import { recordFaults } from "./recordFaults.js"
import { textFaults } from "./textFaults.js"
import { ticketFaults } from "./ticketFaults.js"
import { transitionFaults } from "./transitionFaults.js"
import { volumeFaults } from "./volumeFaults.js"
import { withdrawalFaults } from "./withdrawalFaults.js"

type Search = EventSearch["Type"]["search"]

const breakingSearch = (change: (search: Search, plan: QueryPlan) => ReturnType<Search>): Layer.Layer<Stores> =>
  breaking(EventSearch, (store) => ({ search: (plan) => change(store.search, plan) }))

const breakingAnswer = (change: (answer: SearchResult, plan: QueryPlan) => Partial<SearchResult>): Layer.Layer<Stores> =>
  breakingSearch((search, plan) => Effect.map(search(plan), (answer) => ({ ...answer, ...change(answer, plan) })))

const breakingPlan = (change: (plan: QueryPlan) => Partial<QueryPlan>): Layer.Layer<Stores> =>
  breakingSearch((search, plan) => search({ ...plan, ...change(plan) }))

const breakingConditions = (change: (condition: Condition, plan: QueryPlan) => ReadonlyArray<Condition>): Layer.Layer<Stores> =>
  breakingPlan((plan) => ({ live: plan.live?.flatMap((condition) => change(condition, plan)) ?? null }))

const whole: Pick<QueryPlan, "limit" | "start"> = { limit: 1_000_000, start: { _tag: "Skip", count: 0 } }

/** The event store with what `put` is given changed by what the event was before. */
const breakingPut = (
  change: (before: { readonly record: EventRecord; readonly index: EventIndex }, record: EventRecord, index: EventIndex) => {
    readonly record?: EventRecord
    readonly index?: EventIndex
  }
): Layer.Layer<Stores> =>
  breaking(EventStore, (store) => {
    const kept = new Map<number, { readonly record: EventRecord; readonly index: EventIndex }>()
    return {
      put: (record, index) => {
        const before = kept.get(record.uid)
        const changed = before === undefined ? { record, index } : { record, index, ...change(before, record, index) }
        kept.set(record.uid, changed)
        return store.put(changed.record, changed.index)
      }
    }
  })

const searchFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "breaks ties the other way",
    caughtBy: ["search.order.ties.next-slot", "search.order.ties.last-slot", "search.order.ties.updated-desc"],
    layer: breakingSearch((search, plan) =>
      plan.start._tag === "After" ? search(plan) : Effect.map(search({ ...plan, ...whole }), (answer) => ({
        ...answer,
        hits: [...answer.hits]
          .sort((left, right) =>
            left.segment - right.segment ||
            (left.position.values[0] === right.position.values[0]
              ? (right.position.uid - left.position.uid) * (plan.segments[left.segment]?.ties === "desc" ? -1 : 1)
              : 0)
          )
          .slice(0, plan.limit)
      }))
    )
  },
  brokenBy(breakingPlan, "treats a slot that ends at the instant as not ended", ["search.order.ended-at-now"], (plan) => ({
    asOf: plan.asOf - 1
  })),
  {
    fault: "computes `next` at the instant of the order",
    caughtBy: ["search.order.shown-at", "search.availability.shown", "walk.while-time-passes"],
    layer: breakingPlan((plan) => ({ shownAt: plan.asOf }))
  },
  {
    fault: "drops the first event of each segment that a page reaches",
    caughtBy: ["search.page.whole", "walk.timingsWithFeatured.asc"],
    layer: breakingAnswer(({ hits }) => ({ hits: hits.filter((hit, index) => index === 0 || hits[index - 1]?.segment === hit.segment) }))
  },
  brokenBy(
    breakingPlan,
    "repeats the event of the cursor",
    ["search.page.after", "walk.timings.asc"],
    ({ start }) => start._tag === "After" ? { start: { ...start, position: { ...start.position, uid: start.position.uid - 1 } } } : {}
  ),
  brokenBy(
    breakingPlan,
    "skips events with the same key as the cursor",
    ["search.page.after-tie", "walk.updatedAt.desc"],
    ({ start }) => start._tag === "After" ? { start: { ...start, position: { ...start.position, uid: Number.MAX_SAFE_INTEGER } } } : {}
  ),
  {
    fault: "starts each page at the first segment",
    caughtBy: ["search.page.after-gone", "walk.lastTimingWithFeatured.asc"],
    layer: breakingPlan(({ start }) => start._tag === "After" ? { start: { ...start, segment: 0 } } : {})
  },
  brokenBy(breakingAnswer, "counts the page instead of the list", ["search.page.limit"], ({ hits }) => ({ total: hits.length })),
  brokenBy(
    breakingSearch,
    "counts what follows the cursor instead of the list",
    ["search.page.after-end"],
    (search, plan) =>
      Effect.zipWith(search(plan), search({ ...plan, limit: 1_000_000 }), (answer, rest) => ({ ...answer, total: rest.hits.length }))
  ),
  brokenBy(breakingAnswer, "sets `more` whenever a page is full", ["search.page.exact"], ({ hits }, { limit }) => ({
    more: hits.length === limit
  })),
  brokenBy(
    breakingSearch,
    "clears `more` at the end of a segment",
    ["search.page.segment-end"],
    (search, plan) =>
      Effect.zipWith(search(plan), search({ ...plan, limit: plan.limit + 1 }), (answer, next) => ({
        ...answer,
        more: answer.more && answer.hits.at(-1)?.segment === next.hits.at(-1)?.segment
      }))
  ),
  brokenBy(breakingPlan, "treats a limit of 0 as no limit", ["search.page.zero"], ({ limit }) => limit === 0 ? { limit: 1_000_000 } : {}),
  brokenBy(breakingPlan, "lists the tombstones of every audience to the public", ["search.tombstones.audience"], () => ({
    audience: "public"
  })),
  brokenBy(
    breakingAnswer,
    "applies conditions on events to tombstones",
    ["search.tombstones.other-conditions"],
    ({ hits }, { live }) => live?.some(({ _tag }) => _tag === "Featured") ? { hits: hits.filter(({ _tag }) => _tag === "Event") } : {}
  ),
  {
    fault: "filters by the first keyword only",
    caughtBy: ["search.condition.keyword.all"],
    layer: breakingConditions((condition) => [condition._tag === "AllTerms" ? { ...condition, all: condition.all.slice(0, 1) } : condition])
  },
  {
    fault: "compares the two bounds of a window with different slots",
    caughtBy: ["search.condition.timings.one-slot"],
    layer: breakingConditions((condition) =>
      condition._tag === "Timings"
        ? [
          { ...condition, ranges: condition.ranges.map(({ gte }) => ({ gte, lte: null })) },
          { ...condition, ranges: condition.ranges.map(({ lte }) => ({ gte: null, lte })) }
        ]
        : [condition]
    )
  },
  {
    fault: "evaluates `relative` at the instant of the order",
    caughtBy: ["search.condition.relative.other-instant"],
    layer: breakingConditions((condition, { asOf }) => [condition._tag === "Relative" ? { ...condition, at: asOf } : condition])
  },
  {
    fault: "treats an empty list of alternatives as no condition",
    caughtBy: ["search.condition.empty-list"],
    layer: breakingConditions((condition) => condition._tag === "Uid" && condition.in.length === 0 ? [] : [condition])
  },
  {
    fault: "ignores `orNone`",
    caughtBy: [
      "search.condition.terms.or-none",
      "search.condition.numbers.or-none",
      "search.condition.place.or-none",
      "search.condition.location-uid.or-none",
      "search.condition.availability.or-none"
    ],
    layer: breakingConditions((condition) => ["orNone" in condition ? { ...condition, orNone: false } : condition])
  },
  brokenBy(breakingConditions, "finds nothing in a box across the antimeridian", ["search.condition.geo.antimeridian"], (condition) => [
    condition._tag === "Geo" ? { ...condition, boxes: condition.boxes.filter(({ east, west }) => west <= east) } : condition
  ]),
  brokenBy(breakingConditions, "compares keys and values of external ids separately", ["search.across.ext-id-pair"], (condition) => [
    condition._tag === "ExtId"
      ? { ...condition, in: condition.in.flatMap(({ key }) => ["1", "2"].map((value) => ({ key, value }))) }
      : condition
  ]),
  {
    fault: "lists every public agenda instead of the given ones",
    caughtBy: ["search.across.within", "search.across.within-none"],
    layer: breakingPlan(({ scope }) => scope._tag === "Public" ? { scope: { ...scope, within: null } } : {})
  },
  brokenBy(breakingPlan, "orders by the first of several keys only", ["search.order.several", "search.order.ended"], ({ segments }) => ({
    segments: segments.map((segment) => ({ ...segment, order: segment.order.slice(0, 1) }))
  })),

  {
    fault: "orders missing texts first in descending order",
    caughtBy: ["search.order.location.adminLevel4.desc"],
    layer: breakingAnswer(({ hits }, { segments }) =>
      segments[0]?.order[0]?.direction === "desc"
        ? { hits: [...hits].sort((left, right) => Number(right.position.values[0] === null) - Number(left.position.values[0] === null)) }
        : {}
    )
  },
  {
    fault: "counts only the events of the page",
    caughtBy: ["search.tally.terms", "search.tally.status", "search.tally.points"],
    layer: breakingSearch((search, plan) =>
      Effect.flatMap(search(plan), (answer) =>
        Effect.map(
          search({ ...plan, live: [...plan.live ?? [], { _tag: "Uid", in: answer.hits.map(({ position }) => position.uid) }] }),
          ({ tallies }) => ({ ...answer, tallies })
        ))
    )
  },
  brokenBy(breakingPlan, "counts events without a term or number when the plan does not", ["search.tally.numbers"], ({ tallies }) => ({
    tallies: tallies.map((tally) => "none" in tally ? { ...tally, none: true } : tally)
  })),
  brokenBy(breakingAnswer, "returns only the location of the first hit", ["search.locations"], ({ locations }) => ({
    locations: locations.slice(0, 1)
  })),
  brokenBy(
    breakingPlan,
    "ignores the status when the plan also has terms",
    ["differential.histories"],
    ({ live }) =>
      live?.some(({ _tag }) => _tag === "AllTerms" || _tag === "Terms") ? { live: live.filter(({ _tag }) => _tag !== "Status") } : {}
  )
]

const writeFaults: ReadonlyArray<BrokenStore> = [
  brokenBy(breakingPut, "leaves old slots in the index", ["event.put.drops-slots"], (before, record) => {
    const slots = [...before.record.slots, ...record.slots]
      .filter((slot, index, all) => all.findIndex(({ begin }) => begin === slot.begin) === index)
      .sort((left, right) => left.begin - right.begin)
    return { record: { ...record, slots, first: slots[0] ?? record.first, last: slots.at(-1) ?? record.last } }
  }),
  brokenBy(breakingPut, "leaves old keywords in the index", ["event.put.drops-keywords"], (before, _, index) => ({
    index: { ...index, terms: [...before.index.terms, ...index.terms] }
  })),
  brokenBy(breakingPut, "leaves old words in the index", ["agenda.search.after-rewriting"], (before, _, index) => ({
    index: { ...index, words: [...before.index.words, ...index.words] }
  })),
  brokenBy(breakingPut, "leaves old external ids in the index", ["event.put.drops-ext-ids"], (before, record) => ({
    record: { ...record, extIds: [...before.record.extIds, ...record.extIds] }
  })),

  broken("does not keep the ids of deleted slots", ["event.put.whole"], EventStore, (store) => ({
    put: (record, index) => store.put({ ...record, retiredSlotIds: [] }, index)
  })),
  {
    fault: "stores a second event with a slug or external id",
    caughtBy: ["event.put.slug-conflict", "event.put.ext-id-conflict"],
    layer: breaking(EventStore, (store) => ({ put: (record, index) => Effect.ignore(store.put(record, index)) }))
  },
  broken("finds events of every agenda", ["event.find.own-agenda"], EventStore, (store) => ({
    find: (agendaUid, ref) =>
      Effect.flatMap(
        store.find(agendaUid, ref),
        (record) => record === null ? store.find(agendaUid === 1 ? 2 : 1, ref) : Effect.succeed(record)
      )
  })),
  {
    fault: "forgets the uids of removed events",
    caughtBy: ["event.uid-taken"],
    layer: breaking(EventStore, (store) => ({
      taken: (uid, slug) =>
        Effect.zipWith(store.agendaOfSlug(`event-${uid}`), store.taken(uid, slug), (of, taken) => ({ ...taken, uid: of !== null }))
    }))
  },
  broken("lets another agenda overwrite an event", ["event.put.other-agenda"], EventStore, (store) => ({
    put: (record, index) => Effect.zipRight(store.remove(record.uid), store.put(record, index))
  }))
]

const transactionFaults: ReadonlyArray<BrokenStore> = [
  broken("keeps the writes of a failed nested transaction", ["transaction.nested.undone"], Transaction, ({ run }) => {
    const inside = FiberRef.unsafeMake(false)
    return {
      run: (effect) => Effect.flatMap(FiberRef.get(inside), (joins) => joins ? effect : run(Effect.locally(effect, inside, true)))
    }
  }),
  broken("accepts no more events after a refused one", ["event.put.recovered"], EventStore, ({ put }) => {
    let refused: StoreError | null = null
    return {
      put: (record, index) =>
        Effect.suspend(() => refused ?? Effect.tapError(put(record, index), (error) => Effect.sync(() => refused = error)))
    }
  }),
  {
    fault: "commits every call by itself",
    caughtBy: [
      "transaction.rollback.failure",
      "transaction.rollback.interruption",
      "transaction.rollback.conflict",
      "transaction.nested.joins",
      "transaction.isolation.uncommitted",
      "transaction.lock.serialises",
      "transaction.lock.reads",
      "location.lock.exclusive",
      "location.lock.shared"
    ],
    layer: breaking(Transaction, () => ({ run: (effect) => effect }))
  },
  broken("commits the writes before a defect", ["transaction.rollback.defect"], Transaction, ({ run }) => ({
    run: (effect) =>
      Effect.flatten(run(Effect.matchCauseEffect(effect, {
        onSuccess: (value) => Effect.succeed(Effect.succeed(value)),
        onFailure: (cause) => Cause.isDie(cause) ? Effect.succeed(Effect.failCause(cause)) : Effect.failCause(cause)
      })))
  })),
  broken("turns defects into failures of the store", ["transaction.rollback.defect"], Transaction, ({ run }) => ({
    run: (effect) => Effect.catchAllDefect(run(effect), () => Effect.interrupt)
  }))
]

/** Every broken store: each is the memory stores with one fault. */
export const brokenStores: ReadonlyArray<BrokenStore> = [
  ...searchFaults,
  ...writeFaults,
  ...limitFaults,
  ...keptFaults,
  ...ownWriteFaults,
  ...recordFaults,
  ...textFaults,
  ...ticketFaults,
  ...recordCacheFaults,
  ...transitionFaults,
  ...passedCountFaults,
  ...volumeFaults,
  ...withdrawalFaults,
  ...transactionFaults,
  ...changeFaults
]
