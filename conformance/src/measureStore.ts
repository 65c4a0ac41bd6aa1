import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { IndexedEvent, IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { plan, type PlanChoice, startAfter } from "./cases/plans.js"
import { event, foundInOrder } from "./cases/search/textWorld.js"
import { completeStores } from "./store/completeStores.js"
import { agendas, events, fill, searches, transact } from "./storeCalls.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"
import { hour, interval, noon, sampleAgenda, sampleLocation } from "./testing/SampleRecords.js"

/** How many times as many events the large agenda has as the small one. */
const growth = 8

/** Events that each selective filter matches, in an agenda of any size. */
const matches = 20

/** Events put in one transaction. */
const batch = 250

/** The shortest series of calls that is measured: number of calls, and milliseconds in all. */
const calls_min = 5
const calls_max = 60
const series_ms = 250

/** A time that is within this many milliseconds of the other is equal to it. */
const noise_ms = 0.3

/** A call that takes at most this many times as long in the large agenda does not depend on its size. */
const flat_max = 2

/** How long one call took in agendas of two sizes. */
export interface Measured {
  /** What was called. */
  readonly name: string
  /** Median milliseconds in the small and in the large agenda; null: the call failed. */
  readonly times_ms: readonly [small: number, large: number] | null
  /** Whether the time does not depend on the size of the agenda. */
  readonly isFlat: boolean
  /** Why the call failed; null when it did not. */
  readonly failure: string | null
}

/** The measured calls of a store. */
export interface Measurement {
  readonly store: string
  /** Events of the small and the large agenda. */
  readonly sizes: readonly [small: number, large: number]
  readonly calls: ReadonlyArray<Measured>
}

type Call = Effect.Effect<unknown, StoreError, Stores>

/** The event at an index: an hour each, as many before `noon` as after it, and twenty to a keyword, word and place. */
const eventAt = (index: number, size: number): IndexedEvent => {
  const group = Math.floor(index / matches)
  return event(index + 1, { title: { fr: `Concert mot${group}` } }, {
    at: [interval(index - size / 2)],
    featured: index % 50 === 0,
    keywords: [`motif${group}`],
    locationUid: group + 1,
    createdAt: noon - hour - index,
    updatedAt: noon - hour - index,
    extIds: [{ key: "source", value: `${index}` }]
  })
}

const locationAt = (group: number): IndexedLocation => sampleLocation(group + 1, 1, { adminLevel4: `Ville ${group}` })

const fillAgenda = (size: number): Call =>
  Effect.gen(function*() {
    yield* fill({ agendas: [sampleAgenda(1)] })
    const locations = Array.from({ length: Math.ceil(size / matches) }, (_, group) => locationAt(group))
    for (let from = 0; from < locations.length; from += batch) yield* fill({ locations: locations.slice(from, from + batch) })
    for (let from = 0; from < size; from += batch) {
      yield* fill({ events: Array.from({ length: Math.min(batch, size - from) }, (_, index) => eventAt(from + index, size)) })
    }
  })

const search = (asked: QueryPlan) => searches((store) => store.search(asked))

/** A page of a list of which the engine has cached the counts. */
const listed = (asked: QueryPlan): Effect.Effect<Call, StoreError, Stores> =>
  Effect.map(search(asked), (counts) => searches((store) => store.search(asked, { counts })))

/** The page behind the first of a list. */
const second = (choice: PlanChoice): Effect.Effect<Call, StoreError, Stores> =>
  Effect.flatMap(search(plan(choice)), (first) => listed(plan({ ...choice, start: startAfter(first) ?? { _tag: "Skip", count: 0 } })))

const always = (call: Call): Effect.Effect<Call, StoreError, Stores> => Effect.succeed(call)

/** The calls that are measured in an agenda of so many events. */
const callsOf = (size: number): Readonly<Record<string, Effect.Effect<Call, StoreError, Stores>>> => {
  const group = Math.floor(size / matches / 2)
  return {
    "find by uid": always(events((store) => store.find(1, { _tag: "Uid", uid: group }))),
    "find by external id": always(events((store) => store.find(1, { _tag: "ExtId", key: "source", value: `${group}` }))),
    "put an event": always(transact(Effect.zipRight(
      agendas((store) => store.lock(1)),
      events((store) => store.put(eventAt(group, size).record, eventAt(group, size).index))
    ))),
    "list by time, featured first": listed(plan({})),
    "list by time": listed(plan({ sort: "timings.asc" })),
    "list by time, second page": second({ sort: "timings.asc" }),
    "list by last time": listed(plan({ sort: "lastTiming.asc" })),
    "list by change, newest first": listed(plan({ sort: "updatedAt.desc" })),
    "list by change, second page": second({ sort: "updatedAt.asc" }),
    "list of some uids": listed(plan({ where: [{ _tag: "Uid", in: Array.from({ length: matches }, (_, index) => group + index) }] })),
    "list of a keyword": listed(plan({
      where: [{ _tag: "Terms", dimension: "keyword", in: [foldText(`motif${group}`)], orNone: false }]
    })),
    "list of a location": listed(plan({ where: [{ _tag: "LocationUid", in: [group], orNone: false }] })),
    "list of a city": listed(plan({ where: [{ _tag: "Place", field: "adminLevel4", in: [foldText(`Ville ${group}`)], orNone: false }] })),
    "list of a day": listed(plan({ where: [{ _tag: "Timings", ranges: [{ gte: noon, lte: noon + matches * hour }] }] })),
    "search for a rare word": listed(foundInOrder([`mot${group}`])),
    "count of a keyword": always(search(plan({
      limit: 0,
      where: [{ _tag: "Terms", dimension: "keyword", in: [foldText(`motif${group}`)], orNone: false }]
    }))),
    "count of the whole agenda": always(search(plan({ limit: 0 })))
  }
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((left, right) => left - right)[times.length >> 1] ?? 0

/** The median time of a call, milliseconds. */
const timeOf = (call: Call): Effect.Effect<number, StoreError, Stores> =>
  Effect.gen(function*() {
    const times: Array<number> = []
    yield* call
    for (let sum = 0; times.length < calls_min || (sum < series_ms && times.length < calls_max);) {
      const begin = yield* Clock.currentTimeNanos
      yield* call
      const time_ms = Number((yield* Clock.currentTimeNanos) - begin) / 1e6
      times.push(time_ms)
      sum += time_ms
    }
    return median(times)
  })

/** The times of all calls in an agenda of so many events, each a failure as text or milliseconds. */
const timesOf = (store: StoreUnderTest, size: number): Effect.Effect<ReadonlyMap<string, number | string>, unknown> =>
  Effect.scoped(Effect.gen(function*() {
    const layer = completeStores(yield* store.fresh, () => {})
    return yield* Effect.provide(
      Effect.gen(function*() {
        yield* fillAgenda(size)
        const times = new Map<string, number | string>()
        for (const [name, prepared] of Object.entries(callsOf(size))) {
          const exit = yield* Effect.exit(Effect.flatMap(prepared, timeOf))
          times.set(name, Exit.isSuccess(exit) ? exit.value : String(Cause.squash(exit.cause)))
        }
        return times
      }),
      layer
    )
  }))

/**
 * Measures calls in two fresh agendas of a store, of which the large one has `size` events, and says which calls take
 * longer there. Says nothing about conformance. Fails when the agendas cannot be filled.
 */
export const measureStore = (store: StoreUnderTest, size: number): Effect.Effect<Measurement, unknown> =>
  Effect.gen(function*() {
    const sizes = [Math.max(matches * 2, Math.floor(size / growth)), size] as const
    const small = yield* timesOf(store, sizes[0])
    const large = yield* timesOf(store, sizes[1])
    const calls = Object.keys(callsOf(size)).map((name): Measured => {
      const before = small.get(name) ?? ""
      const after = large.get(name) ?? ""
      if (typeof before === "string" || typeof after === "string") {
        return { name, times_ms: null, isFlat: false, failure: typeof before === "string" ? before : String(after) }
      }
      return { name, times_ms: [before, after], isFlat: after <= before * flat_max + noise_ms, failure: null }
    })
    return { store: store.name, sizes, calls }
  })

const cell = (time_ms: number): string => time_ms.toFixed(2).padStart(9)

/** A measurement as a table for a terminal, milliseconds. */
export const printMeasurement = ({ calls, sizes, store }: Measurement): string => {
  const width = Math.max(...calls.map(({ name }) => name.length))
  const rows = calls.map(({ failure, isFlat, name, times_ms }) => {
    if (times_ms === null) return `${name.padEnd(width)}  failed: ${failure?.split("\n", 1)[0] ?? ""}`
    const [before, after] = times_ms
    return `${name.padEnd(width)}${cell(before)}${cell(after)}  ${isFlat ? "flat" : `grows × ${(after / before).toFixed(1)}`}`
  })
  const head = `${"median milliseconds".padEnd(width)}${String(sizes[0]).padStart(9)}${String(sizes[1]).padStart(9)}  events`
  return [`${store}: calls in agendas of two sizes`, head, ...rows].join("\n")
}
