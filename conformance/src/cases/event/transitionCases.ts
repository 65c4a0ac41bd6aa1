import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretTransitions, type TransitionScope, type TransitionsPlan } from "@agenda-engine/core/query/event/Transitions"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, searches, transact } from "../../storeCalls.js"
import { sampleIntervals } from "../../testing/sampleIntervals.js"
import { hour, interval, noon, sampleAgenda, sampleEvent } from "../../testing/SampleRecords.js"

const one = (agendaUid: number): Scope => ({ _tag: "Agenda", agendaUid })
const across = (within: ReadonlyArray<number> | null): TransitionScope => ({ scope: { _tag: "Public", within }, audience: "public" })

const transitions = (plan: Partial<TransitionsPlan>) =>
  searches((store) =>
    store.transitions({ scope: one(1), audience: "privileged", at: noon, from: noon - 2 * hour, until: noon + 2 * hour, ...plan })
  )

const agendas = [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true }), sampleAgenda(4, { indexed: false })]

const given = [
  sampleEvent(1, { at: [interval(-30, 24), interval(-5, 4), interval(1, 24)] }),
  sampleEvent(2, { at: [interval(-2, 1)], state: 0 }),
  sampleEvent(3, { at: [interval(0.5), interval(2)], state: -1 }),
  sampleEvent(7, { at: [interval(200)], availability: sampleIntervals("soldOut", [noon - 100 * hour, "mixed"]) }),
  sampleEvent(8, { at: [interval(200)], availability: sampleIntervals("soldOut", [noon - 101 * hour, "mixed"]), state: 1 }),
  sampleEvent(4, { agendaUid: 2, at: [interval(-0.25, 0.5)] }),
  sampleEvent(5, { agendaUid: 3, at: [interval(-0.125, 0.25)] }),
  sampleEvent(6, { agendaUid: 4, at: [interval(-0.2, 0.4)] })
]

const filled = fill({ agendas, events: given })

/** The demands on `EventSearch.transitions`. */
export const transitionCases: ReadonlyArray<Case> = [
  demand(
    "event.transitions.around",
    "EventSearch.transitions",
    "`transitions` returns the nearest slot boundaries before and after the instant, of events in every state for the privileged audience"
  )(function*() {
    yield* filled
    yield* expectAnswer("around noon", transitions({}), { last: noon - hour, next: noon + 0.5 * hour })
    yield* expectAnswer("around half past", transitions({ at: noon + 0.5 * hour }), { last: noon + 0.5 * hour, next: noon + hour })
    yield* expectAnswer("before half past", transitions({ at: noon + 0.5 * hour - 1 }), { last: noon - hour, next: noon + 0.5 * hour })
    yield* expectAnswer("of the other agenda", transitions({ scope: one(2) }), { last: noon - 0.25 * hour, next: noon + 0.25 * hour })
    yield* expectAnswer("of no agenda", transitions({ scope: one(9) }), { last: null, next: null })
  }),
  demand(
    "event.transitions.tickets",
    "EventSearch.transitions",
    "the begin of each availability interval is a transition; for the public only those of published events"
  )(function*() {
    yield* filled
    const around = { at: noon - 100.5 * hour, from: noon - 102 * hour, until: noon - 99 * hour }
    const ofPublished = { last: null, next: noon - 100 * hour }
    yield* expectAnswer("of events of every state", transitions(around), { last: noon - 101 * hour, next: noon - 100 * hour })
    yield* expectAnswer("of published events", transitions({ ...around, audience: "public" }), ofPublished)
    yield* expectAnswer("across agendas", transitions({ ...around, ...across(null) }), ofPublished)
    yield* expectAnswer("of the other agenda", transitions({ ...around, scope: one(2) }), { last: null, next: null })
    yield* expectAnswer("at a transition", transitions({ ...around, at: noon - 100 * hour }), { last: noon - 100 * hour, next: null })
  }),
  demand("event.transitions.published", "EventSearch.transitions", "for the public, only slots of published events are transitions")(
    function*() {
      yield* filled
      yield* expectAnswer("around noon", transitions({ audience: "public" }), { last: noon - hour, next: noon + hour })
      yield* expectAnswer("before a draft's end", transitions({ audience: "public", at: noon - 1.5 * hour }), {
        last: null,
        next: noon - hour
      })
      yield* expectAnswer("past a refused one's begin", transitions({ audience: "public", at: noon + 0.75 * hour }), {
        last: noon - hour,
        next: noon + hour
      })
    }
  ),
  demand(
    "event.transitions.of-all",
    "EventSearch.transitions",
    "across all agendas, only published events of public, indexed agendas have transitions"
  )(function*() {
    yield* filled
    yield* expectAnswer("around noon", transitions(across(null)), { last: noon - 0.25 * hour, next: noon + 0.25 * hour })
    yield* expectAnswer("past half past", transitions({ ...across(null), at: noon + 0.6 * hour }), {
      last: noon + 0.25 * hour,
      next: noon + hour
    })
  }),
  demand(
    "event.transitions.within",
    "EventSearch.transitions",
    "across some agendas, only the public, indexed ones count; a single private agenda counts by itself"
  )(function*() {
    yield* filled
    yield* expectAnswer("within two", transitions(across([1, 3])), { last: noon - hour, next: noon + hour })
    yield* expectAnswer("within hidden ones", transitions(across([3, 4])), { last: null, next: null })
    yield* expectAnswer("within none", transitions(across([])), { last: null, next: null })
    yield* expectAnswer("of a private one", transitions({ scope: one(3), audience: "public" }), {
      last: noon - 0.125 * hour,
      next: noon + 0.125 * hour
    })
  }),
  demand(
    "event.transitions.window",
    "EventSearch.transitions",
    "only transitions in the time window are returned: its begin is included, its end is excluded"
  )(function*() {
    yield* filled
    const inWindow = (from: number, until: number) => transitions({ from: noon + from * hour, until: noon + until * hour })
    yield* expectAnswer("between transitions", inWindow(-0.5, 0.5), { last: null, next: null })
    yield* expectAnswer("from a transition", inWindow(-1, 0.25), { last: noon - hour, next: null })
    yield* expectAnswer("until after a transition", inWindow(-0.5, 0.75), { last: null, next: noon + 0.5 * hour })
  }),
  demand(
    "event.transitions.longest-slot",
    "EventSearch.transitions",
    "the end of a slot of 24 hours that ends inside the time window is a transition"
  )(function*() {
    yield* filled
    const at = noon + 25.1 * hour
    const plan = { at, from: noon + 25 * hour, until: noon + 25.25 * hour }
    yield* expectAnswer("after its end", transitions(plan), { last: noon + 25 * hour, next: null })
    yield* expectAnswer("before its end", transitions({ ...plan, at: noon + 24.9 * hour, from: noon + 24.75 * hour }), {
      last: null,
      next: noon + 25 * hour
    })
  }),
  demand(
    "event.transitions.everywhere",
    "EventSearch.transitions",
    "at every instant, `transitions` returns what `interpretTransitions` returns"
  )(function*() {
    yield* filled
    const records = given.map(({ index, record }) => ({ ...record, intervals: index.availability }))
    for (let quarter = -130; quarter <= 110; quarter++) {
      const at = noon + quarter * hour / 4
      for (const whose of [{ scope: one(1), audience: "privileged" }, { scope: one(1), audience: "public" }, across(null)] as const) {
        const plan: TransitionsPlan = { ...whose, at, from: at - hour, until: at + hour }
        yield* expectAnswer(`at ${quarter} quarters`, transitions(plan), interpretTransitions(plan, agendas, records))
      }
    }
  }),
  demand("event.transitions.after-removal", "EventSearch.transitions", "the slots of a removed event are no longer transitions")(
    function*() {
      yield* filled
      yield* transact(events((store) => store.remove(3)))
      yield* expectAnswer("around noon", transitions({}), { last: noon - hour, next: noon + hour })
    }
  )
]
