import type { StateChange } from "@agenda-engine/core/record/StateChange"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, histories, transact } from "../../storeCalls.js"
import { hour, noon, sampleAgenda, sampleEvent, sampleUser } from "../../testing/SampleRecords.js"

const change = (eventUid: number, given: Partial<StateChange> = {}): StateChange => ({
  eventUid,
  at: noon,
  from: null,
  to: 2,
  userUid: 7,
  keyId: "key7",
  motive: null,
  ...given
})

const add = (added: StateChange) => transact(histories((store) => store.add(added)))

/** By event, since stores answer the events in any order. */
const changesOf = (...uids: ReadonlyArray<number>) =>
  Effect.map(
    histories((store) => store.find(uids)),
    (changes) => Object.fromEntries(uids.map((uid) => [uid, changes.filter(({ eventUid }) => eventUid === uid)]))
  )

const filled = fill({
  agendas: [sampleAgenda(1), sampleAgenda(2)],
  users: [sampleUser(7)],
  events: [sampleEvent(1), sampleEvent(2, { state: 0 }), sampleEvent(3, { agendaUid: 2 })]
})

const history: ReadonlyArray<StateChange> = [
  change(1, { to: 0 }),
  change(1, { at: noon + hour, from: 0, to: -1, userUid: null, keyId: null, motive: 'L\'été, "déjà" ☀ 𝄞\n\tDROP TABLE' }),
  // Two of one instant, and one that a clock set back made earlier.
  change(1, { at: noon + hour, from: -1, to: 1, userUid: null, keyId: "gone" }),
  change(1, { at: noon - hour, from: 1, to: 2, userUid: 7, keyId: null })
]

/** The demands on the histories that `EventStore` keeps. */
export const historyCases: ReadonlyArray<Case> = [
  demand("history.add.whole", "EventHistory.add", "state changes are returned as they were added, in the order of insertion")(function*() {
    yield* filled
    yield* expectAnswer("before", changesOf(1), { 1: [] })
    yield* Effect.forEach(history, add)
    yield* expectAnswer("the history", changesOf(1), { 1: [...history] })
  }),
  demand("history.of-several", "EventHistory.find", "`find` returns the histories of several events, of any agenda, and of no other event")(
    function*() {
      yield* filled
      yield* Effect.forEach([change(1), change(3, { to: 1 }), change(2, { to: 0 }), change(3, { from: 1 })], add)
      yield* expectAnswer("of two", changesOf(3, 1, 3), { 1: [change(1)], 3: [change(3, { to: 1 }), change(3, { from: 1 })] })
      yield* expectAnswer("of none", histories((store) => store.find([])), [])
      yield* expectAnswer("of one that is not there", changesOf(99), { 99: [] })
    }
  ),
  demand("history.kept", "EventHistory.add", "a history survives another `put` of its event, and is deleted with the event")(function*() {
    yield* filled
    yield* Effect.forEach([change(1), change(2, { to: 0 })], add)
    const { index, record } = sampleEvent(1, { state: 1, version: 2 })
    yield* transact(events((store) => store.put(record, index)))
    yield* add(change(1, { from: 2, to: 1 }))
    yield* expectAnswer("after a put", changesOf(1), { 1: [change(1), change(1, { from: 2, to: 1 })] })
    yield* transact(events((store) => store.remove(1)))
    yield* expectAnswer("after a removal", changesOf(1, 2), { 1: [], 2: [change(2, { to: 0 })] })
    yield* transact(events((store) => store.put(record, index)))
    yield* add(change(1, { to: 1 }))
    yield* expectAnswer("of the event that came back", changesOf(1), { 1: [change(1, { to: 1 })] })
  }),
  demand("history.undone", "Transaction.run", "a state change rolls back with its transaction")(function*() {
    yield* filled
    yield* Effect.ignore(transact(Effect.zipRight(histories((store) => store.add(change(1))), Effect.fail("no"))))
    yield* expectAnswer("the history", changesOf(1), { 1: [] })
  })
]
