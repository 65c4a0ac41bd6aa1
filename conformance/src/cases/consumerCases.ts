import type { ReadingPlace } from "@agenda-engine/core/ports/change/ChangeStore"
import { logStart } from "@agenda-engine/core/record/ChangeRecord"
import type { ConsumerPlace, ParkedChange } from "@agenda-engine/core/record/ConsumerRecord"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { changes, consumers, removals, transact } from "../storeCalls.js"
import { hour, noon, sampleUser } from "../testing/SampleRecords.js"
import { sampleChange } from "./changeCases.js"

/** A place of the consumer `search` in the log of agenda 1. */
const samplePlace = (overrides: Partial<ConsumerPlace> = {}): ConsumerPlace => ({
  consumer: "search",
  agendaUid: 1,
  generation: "log",
  ...logStart,
  attempts: 0,
  dueAt: noon,
  error: null,
  missedAt: null,
  ...overrides
})

/** A change that the consumer `search` could not handle. */
const sampleParked = (position: number, overrides: Partial<ParkedChange> = {}): ParkedChange => ({
  consumer: "search",
  change: sampleChange(position, { contributorUid: 4, by: 7 }),
  attempts: 8,
  parkedAt: noon,
  dueAt: null,
  error: "“index” is read-only\n",
  ...overrides
})

const add = (name: string) => transact(consumers((store) => store.add(name)))
const putPlace = (place: ConsumerPlace) => transact(consumers((store) => store.putPlace(place)))
const park = (parked: ParkedChange) => transact(consumers((store) => store.putParked(parked)))
const append = (agendaUid: number, position: number, ordinal = 0) =>
  transact(changes((log) => log.append([sampleChange(position, { agendaUid, ordinal })])))
const behind = (limit = 9) =>
  Effect.map(
    consumers((store) => store.behind("search", noon, limit)),
    (places) => places.map(({ agendaUid, ordinal, position }) => `${agendaUid}:${position}.${ordinal}`)
  )
const start: ReadingPlace = { agendaUid: 0, ...logStart }
const parked = (after: ReadingPlace = start, limit = 9, dueBy?: number) => consumers((store) => store.parked("search", after, limit, dueBy))
const positions = (found: ReadonlyArray<ParkedChange>) => found.map(({ change: { agendaUid, position } }) => `${agendaUid}:${position}`)

const leased = (name: string) => ({ name, owner: "a process", leaseUntil: noon + hour })

/** Takes the lease of a consumer like a process that finds none. */
const claim = atomically(Effect.gen(function*() {
  yield* consumers((store) => store.add("search"))
  const found = yield* consumers((store) => store.lock("search", "exclusive"))
  yield* Effect.sleep(1)
  if (found === null || found.leaseUntil > noon) return 0
  yield* consumers((store) => store.put(leased("search")))
  return 1
}))

/** The demands on `ConsumerStore`. */
export const consumerCases: ReadonlyArray<Case> = [
  demand(
    "consumer.add.kept",
    "ConsumerStore.add",
    "`add` inserts a consumer without lease, and leaves one that is there; `scan` returns all by name"
  )(function*() {
    yield* Effect.forEach(["search", "Archive", "mails"], add)
    yield* expectAnswer("a new one", transact(consumers((store) => store.lock("mails", "exclusive"))), {
      name: "mails",
      owner: "",
      leaseUntil: 0
    })
    yield* transact(consumers((store) => store.put(leased("search"))))
    yield* add("search")
    yield* expectAnswer("one with a lease", transact(consumers((store) => store.lock("search", "exclusive"))), leased("search"))
    yield* expectAnswer("an unknown one", transact(consumers((store) => store.lock("nobody", "exclusive"))), null)
    yield* expectAnswer("all", Effect.map(consumers((store) => store.scan("", 9)), (all) => all.map(({ name }) => name)), [
      "Archive",
      "mails",
      "search"
    ])
  }),
  demandOfTwo(
    "consumer.lock.claims",
    "ConsumerStore.lock",
    "of several processes that add one consumer and claim it under `lock`, exactly one gets it"
  )(function*(first, second) {
    const claims = Array.from({ length: 12 }, (_, index) => index % 2 === 0 ? first(claim) : second(claim))
    const got = yield* Effect.all(claims, { concurrency: "unbounded" })
    yield* expectEqual("how many got it", got.reduce<number>((sum, one) => sum + one, 0), 1)
  }),
  demand(
    "consumer.places.whole",
    "ConsumerStore.putPlace",
    "a place is returned exactly as it was put, by agenda; a second `putPlace` replaces it"
  )(function*() {
    const full = samplePlace({
      agendaUid: 2,
      position: 9_007_199_254_740_991,
      ordinal: 3,
      attempts: 7,
      error: "“index” is read-only\n",
      missedAt: noon - hour
    })
    yield* Effect.forEach(
      [full, samplePlace({ attempts: 1 }), samplePlace({ generation: null }), samplePlace({ consumer: "mails" })],
      putPlace
    )
    yield* expectAnswer("of the consumer", consumers((store) => store.places("search")), [samplePlace({ generation: null }), full])
    yield* expectAnswer("of an unknown one", consumers((store) => store.places("nobody")), [])
  }),
  demand(
    "consumer.behind.order",
    "ConsumerStore.behind",
    "`behind` returns the due places that a change follows, by due instant and agenda, and agendas without a place first"
  )(function*() {
    yield* append(1, 5, 0)
    yield* append(1, 5, 1)
    yield* Effect.forEach([2, 3, 4, 5, 6], (agendaUid) => append(agendaUid, 3))
    yield* Effect.forEach([
      samplePlace({ agendaUid: 1, position: 5, ordinal: 0 }),
      samplePlace({ agendaUid: 2, position: 3 }),
      samplePlace({ agendaUid: 3, position: 2, ordinal: 9, dueAt: noon - 1, attempts: 2, error: "no" }),
      samplePlace({ agendaUid: 4, dueAt: noon + 1 }),
      samplePlace({ agendaUid: 5, consumer: "mails", position: 3 }),
      samplePlace({ agendaUid: 7 })
    ], putPlace)
    yield* expectAnswer("all that are due", behind(), ["5:0.0", "6:0.0", "3:2.9", "1:5.0"])
    yield* expectAnswer("the first of them", behind(2), ["5:0.0", "6:0.0"])
    yield* expectAnswer("their members", consumers((store) => store.behind("search", noon - 1, 3)), [
      samplePlace({ agendaUid: 5, generation: null, dueAt: 0 }),
      samplePlace({ agendaUid: 6, generation: null, dueAt: 0 }),
      samplePlace({ agendaUid: 3, position: 2, ordinal: 9, dueAt: noon - 1, attempts: 2, error: "no" })
    ])
    yield* append(2, 4)
    yield* expectAnswer("after one more change", behind(), ["5:0.0", "6:0.0", "3:2.9", "1:5.0", "2:3.0"])
  }),
  demand(
    "consumer.parked.whole",
    "ConsumerStore.putParked",
    "parked changes are returned as they were put, in order and page by page; a second `putParked` replaces one"
  )(function*() {
    const other = sampleParked(1, { change: sampleChange(1, { agendaUid: 2, kind: "member.updated", type: "member", version: null }) })
    yield* Effect.forEach([other, sampleParked(10), sampleParked(9), sampleParked(9, { consumer: "mails" })], park)
    yield* expectAnswer("all", parked(), [sampleParked(9), sampleParked(10), other])
    yield* expectAnswer("a page", parked({ agendaUid: 1, position: 9, ordinal: 0 }, 1), [sampleParked(10)])
    yield* expectAnswer("none due", parked(start, 9, noon), [])
    const due = sampleParked(10, { dueAt: noon })
    yield* Effect.forEach([due, sampleParked(9, { dueAt: noon + 1 })], park)
    yield* expectAnswer("those due", parked(start, 9, noon), [due])
    yield* expectAnswer("none due after it", parked(due.change, 9, noon), [])
    yield* expectAnswer("how many", consumers((store) => store.countParked(null)), 4)
    yield* expectAnswer("how many of one consumer", consumers((store) => store.countParked("search")), 3)
    yield* transact(consumers((store) => store.removeParked("search", due.change)))
    yield* expectAnswer("after a removal", Effect.map(parked(), positions), ["1:9", "2:1"])
  }),
  demand(
    "consumer.remove",
    "ConsumerStore.remove",
    "a removed consumer loses its places and parked changes, a removed agenda those of every consumer"
  )(function*() {
    yield* Effect.forEach(["search", "mails"], add)
    const places = (name: string) => Effect.map(consumers((store) => store.places(name)), (all) => all.map(({ agendaUid }) => agendaUid))
    yield* Effect.forEach(
      [
        samplePlace(),
        samplePlace({ agendaUid: 2 }),
        samplePlace({ consumer: "mails" }),
        samplePlace({ consumer: "mails", agendaUid: 2 })
      ],
      putPlace
    )
    yield* Effect.forEach(
      [1, 2].flatMap((agendaUid) =>
        ["search", "mails"].map((consumer) => sampleParked(5, { consumer, change: sampleChange(5, { agendaUid }) }))
      ),
      park
    )
    yield* transact(consumers((store) => store.removeOfAgenda(2)))
    yield* expectAnswer("places of one consumer", places("search"), [1])
    yield* expectAnswer("places of the other", places("mails"), [1])
    yield* expectAnswer("parked changes", consumers((store) => store.countParked(null)), 2)
    yield* Effect.forEach(["search", "nobody"], (name) => transact(consumers((store) => store.remove(name))))
    yield* expectAnswer("consumers", Effect.map(consumers((store) => store.scan("", 9)), (all) => all.map(({ name }) => name)), ["mails"])
    yield* expectAnswer("places of the removed one", places("search"), [])
    yield* expectAnswer("its parked changes", parked(), [])
    yield* expectAnswer("places of the kept one", places("mails"), [1])
  }),
  demand("consumer.forgetUser", "RemovalStore.forgetUser", "parked changes of these agendas lose a removed user as author and contributor")(
    function*() {
      const elsewhere = sampleParked(1, { change: sampleChange(1, { agendaUid: 2, by: 7 }) })
      yield* Effect.forEach([sampleParked(1), sampleParked(2, { change: sampleChange(2, { contributorUid: 7, by: 4 }) }), elsewhere], park)
      yield* transact(removals((store) => store.forgetUser({ ...sampleUser(7), email: "gone@example.org" }, [1])))
      yield* expectAnswer("their changes", Effect.map(parked(), (all) => all.map(({ change }) => [change.contributorUid, change.by])), [
        [4, null],
        [null, 4],
        [null, 7]
      ])
    }
  )
]
