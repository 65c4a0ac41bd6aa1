import { describe, expect, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/TestClock"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { ChangeWaits } from "../../../src/services/change/ChangeWaits.js"

const waits = Layer.provideMerge(ChangeWaits.layer, MemoryStores.layer)

type Revisions = Context.Tag.Service<RevisionStore>

/** Waits over a store that answers otherwise. */
const waitsOver = (change: (store: Revisions) => Revisions) =>
  Layer.provideMerge(
    ChangeWaits.layer,
    Layer.provideMerge(Layer.effect(RevisionStore, Effect.map(RevisionStore, change)), MemoryStores.layer)
  )

const read = { topics: ["agenda:1"], revisions: [0] }

/** Real turns of the event loop: what ends in many turns needs them beside the clock of a test. */
const turns = (count: number) => Effect.replicateEffect(Effect.promise(() => new Promise((resolve) => setImmediate(resolve))), count)

const pass = (seconds: number) => Effect.replicateEffect(Effect.zipRight(TestClock.adjust("1 second"), turns(3)), seconds)

/** A scheduler of one fiber, which holds it before one of its steps until it is released. */
const heldBefore = (step: number) => {
  const held: Array<() => void> = []
  let steps = 0
  const scheduler: Scheduler.Scheduler = {
    shouldYield: () => steps++ === step ? 0 : false,
    scheduleTask: (task, priority, fiber) => {
      if (steps === step + 1) held.push(task)
      else Scheduler.defaultScheduler.scheduleTask(task, priority, fiber)
    }
  }
  return { scheduler, release: () => held.splice(0).forEach((task) => task()) }
}

describe("waits for changes", () => {
  it.effect("end when a topic has changed, and when their time is over", () =>
    Effect.gen(function*() {
      const { changed } = yield* ChangeWaits
      const revisions = yield* RevisionStore
      const transaction = yield* Transaction
      const short = yield* Effect.fork(changed(read, 3))
      const long = yield* Effect.fork(changed(read, 60))
      const other = yield* Effect.fork(changed({ ...read, topics: ["agenda:2"] }, 60))
      yield* pass(2)
      expect(short.unsafePoll()).toBeNull()
      yield* pass(1)
      expect(short.unsafePoll()).toEqual(Exit.succeed("waited"))
      yield* transaction.run(revisions.bump(["agenda:1"]))
      yield* pass(1)
      expect(long.unsafePoll()).toEqual(Exit.succeed("changed"))
      expect(other.unsafePoll()).toBeNull()
      yield* pass(56)
      expect(other.unsafePoll()).toEqual(Exit.succeed("waited"))
    }).pipe(Effect.provide(waits)))

  it.effect("end by the clock while the store hangs, which is not asked again before it has answered", () => {
    let asked = 0
    const answered = Effect.runSync(Effect.makeLatch())
    const hanging = waitsOver((store) => ({
      ...store,
      read: (topics) =>
        Effect.suspend(() => {
          asked += 1
          return Effect.zipRight(answered.await, store.read(topics))
        })
    }))
    return Effect.gen(function*() {
      const { changed } = yield* ChangeWaits
      const revisions = yield* RevisionStore
      const transaction = yield* Transaction
      const fibers = yield* Effect.forEach([3, 10], (seconds) => Effect.fork(changed(read, seconds)))
      const long = yield* Effect.fork(changed(read, 60))
      yield* pass(4)
      expect([fibers.map((fiber) => fiber.unsafePoll()), asked]).toEqual([[Exit.succeed("waited"), null], 1])
      yield* pass(7)
      expect([fibers[1]?.unsafePoll(), asked]).toEqual([Exit.succeed("waited"), 1])
      yield* transaction.run(revisions.bump(["agenda:1"]))
      yield* answered.open
      yield* pass(2)
      expect([long.unsafePoll(), asked]).toEqual([Exit.succeed("changed"), 1])
    }).pipe(Effect.provide(hanging))
  })

  it.effect("end by the clock when each look takes almost a second", () =>
    Effect.gen(function*() {
      const { changed } = yield* ChangeWaits
      const fiber = yield* Effect.fork(changed(read, 20))
      yield* pass(15)
      expect(fiber.unsafePoll()).toBeNull()
      yield* pass(7)
      expect(fiber.unsafePoll()).toEqual(Exit.succeed("waited"))
    }).pipe(Effect.provide(waitsOver((store) => ({ ...store, read: (topics) => Effect.delay(store.read(topics), "900 millis") })))))

  it.effect("last their whole time when they begin while a look hangs", () =>
    Effect.gen(function*() {
      const { changed } = yield* ChangeWaits
      yield* Effect.fork(changed(read, 60))
      yield* pass(1)
      yield* TestClock.adjust("950 millis")
      const late = yield* Effect.fork(changed(read, 3))
      yield* turns(3)
      yield* TestClock.adjust("2900 millis")
      yield* turns(3)
      expect(late.unsafePoll()).toBeNull()
      yield* pass(3)
      expect(late.unsafePoll()).toEqual(Exit.succeed("waited"))
    }).pipe(Effect.provide(waitsOver((store) => ({ ...store, read: () => Effect.async(() => undefined) })))))

  it.effect("end for as many as there are", () =>
    Effect.gen(function*() {
      const { changed } = yield* ChangeWaits
      const fibers = yield* Effect.forEach(Array.from({ length: 500 }), () => Effect.fork(changed(read, 2)))
      yield* pass(2)
      yield* turns(500)
      expect(fibers.map((fiber) => fiber.unsafePoll())).toEqual(fibers.map(() => Exit.succeed("waited")))
    }).pipe(Effect.provide(waits)))

  // The loop over waits ends a second after the last of them, and starts again with the next.
  it.effect(
    "end when they begin while the loop over them ends",
    () =>
      Effect.forEach(Array.from({ length: 40 }, (_, step) => step), (step) =>
        Effect.gen(function*() {
          const { changed } = yield* ChangeWaits
          const first = yield* Effect.fork(changed(read, 1))
          yield* pass(1)
          expect(first.unsafePoll()).toEqual(Exit.succeed("waited"))
          const { release, scheduler } = heldBefore(step)
          const late = yield* Effect.fork(Effect.withScheduler(changed(read, 2), scheduler))
          yield* pass(1)
          release()
          yield* pass(4)
          // It may be held after its wait.
          release()
          yield* turns(3)
          expect([step, late.unsafePoll()]).toEqual([step, Exit.succeed("waited")])
        }).pipe(Effect.provide(Layer.fresh(waits)))),
    30_000
  )
})
