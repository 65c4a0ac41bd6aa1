import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { seededFaults } from "../src/faults/Fault.js"
import { runFaults } from "../src/faults/runFaults.js"
import { breaking } from "./broken/BrokenStore.js"

const commitsFailures = breaking(Transaction, ({ run }) => ({ run: (effect) => Effect.flatten(run(Effect.exit(effect))) }))

/** Transactions that run one at a time, of which a failed one keeps the lock. */
const keepsItsLock = Layer.unwrapEffect(Effect.map(Effect.makeSemaphore(1), (lock) =>
  breaking(Transaction, ({ isActive, run }) => ({
    run: (effect) =>
      Effect.flatMap(isActive, (isNested) =>
        isNested ? run(effect) : Effect.zipLeft(Effect.zipRight(lock.take(1), run(effect)), lock.release(1)))
  }))))

const losesRevisions = breaking(RevisionStore, () => ({ bump: (topics) => Effect.succeed(topics.map(() => 0)), raise: () => Effect.void }))

const dies = breaking(Transaction, ({ run }) => ({
  run: (effect) => Effect.catchTag(run(effect), "StoreError", (error) => Effect.die(error))
}))

describe("runFaults", () => {
  it.live("finds nothing half written, untyped or stale over the memory stores", () =>
    Effect.gen(function*() {
      const { broken, outcomes } = yield* runFaults(MemoryStores.layer, { first: 1, count: 150 })
      expect(broken).toEqual([])
      for (const outcome of Object.values(outcomes)) expect(outcome).toBeGreaterThan(10)
    }))

  it.live.each(
    [
      ["commits the writes of a failed transaction", commitsFailures, "a failure that changed what is stored"],
      ["loses revisions", losesRevisions, "a stale list"],
      ["fails with a defect", dies, "an untyped failure"]
    ] as const
  )("catches a store that %s", ([, stores, rule]) =>
    Effect.gen(function*() {
      const { broken } = yield* runFaults(stores, { first: 1, count: 100 })
      expect(broken.map(({ broken }) => broken)).toContainEqual(expect.stringContaining(rule))
    }))

  it.live("names the seed, the operation and the faults after which a store never answers", () =>
    Effect.gen(function*() {
      const { broken } = yield* runFaults(keepsItsLock, { first: 1, count: 100, time_ms_max: 1_000 })
      expect(broken.at(-1)).toMatchObject({ broken: "it did not end within 1000 ms", operation: expect.stringMatching(/^(?!none)/) })
    }))

  it.effect("draws the same faults for the same calls of a seed, in whatever order", () =>
    Effect.gen(function*() {
      const calls = Array.from({ length: 200 }, () => ["EventStore.put", "AgendaStore.lock"]).flat()
      const draw = (seed: number, calls: ReadonlyArray<string>) =>
        Effect.suspend(() => {
          const faults = seededFaults(seed)
          return Effect.zipRight(Effect.forEach(calls, faults.next), faults.drawn)
        })
      const drawn = yield* draw(7, calls)
      expect(drawn.length).toBeGreaterThan(5)
      expect(yield* draw(7, calls)).toEqual(drawn)
      expect((yield* draw(7, calls.toSorted())).toSorted()).toEqual(drawn.toSorted())
      expect(yield* draw(8, calls)).not.toEqual(drawn)
    }))
})
