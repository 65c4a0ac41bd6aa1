import { interpretTurns, type TurnsPlan } from "@agenda-engine/core/query/Stillness"
import { hour, interval, noon, sampleAgenda, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { events, fill } from "../storeCalls.js"

const turns = (plan: Partial<TurnsPlan>) =>
  events((store) => store.turns({ agendaUid: 1, at: noon, from: noon - 2 * hour, until: noon + 2 * hour, ...plan }))

const given = [
  sampleEvent(1, { at: [interval(-30, 24), interval(-5, 4), interval(1, 24)] }),
  sampleEvent(2, { at: [interval(-2, 1)], state: 0 }),
  sampleEvent(3, { at: [interval(0.5), interval(2)], state: -1 }),
  sampleEvent(4, { agendaUid: 2, at: [interval(-0.25, 0.5)] })
]

const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)], events: given })

/** The demands on `EventStore.turns`. */
export const turnsCases: ReadonlyArray<Case> = [
  demand(
    "event.turns.around",
    "EventStore.turns",
    "the turns around an instant are the nearest begins and ends of slots of this agenda, of events of every state",
    Effect.gen(function*() {
      yield* filled
      yield* expectAnswer("around noon", turns({}), { last: noon - hour, next: noon + 0.5 * hour })
      yield* expectAnswer("around half past", turns({ at: noon + 0.5 * hour }), { last: noon + 0.5 * hour, next: noon + hour })
      yield* expectAnswer("before half past", turns({ at: noon + 0.5 * hour - 1 }), { last: noon - hour, next: noon + 0.5 * hour })
      yield* expectAnswer("of the other agenda", turns({ agendaUid: 2 }), { last: noon - 0.25 * hour, next: noon + 0.25 * hour })
      yield* expectAnswer("of no agenda", turns({ agendaUid: 3 }), { last: null, next: null })
    })
  ),
  demand(
    "event.turns.of-all",
    "EventStore.turns",
    "the turns of all agendas are those of their published events",
    Effect.gen(function*() {
      yield* filled
      yield* expectAnswer("around noon", turns({ agendaUid: null }), { last: noon - 0.25 * hour, next: noon + 0.25 * hour })
      yield* expectAnswer("past half past", turns({ agendaUid: null, at: noon + 0.6 * hour }), {
        last: noon + 0.25 * hour,
        next: noon + hour
      })
    })
  ),
  demand(
    "event.turns.stretch",
    "EventStore.turns",
    "turns outside of the stretch do not count: its begin is in it, its end is not",
    Effect.gen(function*() {
      yield* filled
      const stretch = (from: number, until: number) => turns({ from: noon + from * hour, until: noon + until * hour })
      yield* expectAnswer("between turns", stretch(-0.5, 0.5), { last: null, next: null })
      yield* expectAnswer("from a turn", stretch(-1, 0.25), { last: noon - hour, next: null })
      yield* expectAnswer("until past a turn", stretch(-0.5, 0.75), { last: null, next: noon + 0.5 * hour })
    })
  ),
  demand(
    "event.turns.longest-slot",
    "EventStore.turns",
    "a slot of 24 hours that ends within the stretch counts",
    Effect.gen(function*() {
      yield* filled
      const at = noon + 25.1 * hour
      const plan = { at, from: noon + 25 * hour, until: noon + 25.25 * hour }
      yield* expectAnswer("after its end", turns(plan), { last: noon + 25 * hour, next: null })
      yield* expectAnswer("before its end", turns({ ...plan, at: noon + 24.9 * hour, from: noon + 24.75 * hour }), {
        last: null,
        next: noon + 25 * hour
      })
    })
  ),
  demand(
    "event.turns.everywhere",
    "EventStore.turns",
    "at every instant the turns are those that `interpretTurns` finds",
    Effect.gen(function*() {
      yield* filled
      const records = given.map(({ record }) => record)
      for (let quarter = -130; quarter <= 110; quarter++) {
        const at = noon + quarter * hour / 4
        for (const agendaUid of [1, null]) {
          const plan = { agendaUid, at, from: at - hour, until: at + hour }
          yield* expectAnswer(`at ${quarter} quarters`, turns(plan), interpretTurns(plan, records))
        }
      }
    })
  ),
  demand(
    "event.turns.after-removal",
    "EventStore.turns",
    "the slots of a removed event turn no more",
    Effect.gen(function*() {
      yield* filled
      yield* events((store) => store.remove(3))
      yield* expectAnswer("around noon", turns({}), { last: noon - hour, next: noon + hour })
    })
  )
]
