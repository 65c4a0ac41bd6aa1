import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { CaseStore } from "../Case.js"
import { runFaults } from "./runFaults.js"

/** Number of seeds that share one database. */
const batch_count = 200

/**
 * Declares fault injection as vitest tests: `seeds` operations of the engine over stores whose calls fail, wait and are
 * interrupted (`runFaults`), in batches that each have a database of their own. `first` is the first seed, 1 by
 * default. Call it at the top of an adapter's test file.
 *
 * @example
 * describeFaults({ name: "memory", fresh: Effect.succeed(MemoryStores.layer) }, { seeds: 10_000 })
 */
export const describeFaults = (
  { fresh, name }: Pick<CaseStore, "fresh"> & { readonly name: string },
  { first = 1, seeds }: { readonly seeds: number; readonly first?: number }
): void => {
  describe(`faults in the calls of ${name}`, () => {
    for (let seed = first; seed < first + seeds; seed += batch_count) {
      const count = Math.min(batch_count, first + seeds - seed)
      it(`leave nothing half written, untyped or stale: seeds ${seed} to ${seed + count - 1}`, async () => {
        const run = Effect.flatMap(fresh, (stores) => runFaults(stores, { first: seed, count }))
        const { broken, outcomes } = await Effect.runPromise(Effect.scoped(run))
        expect(broken).toEqual([])
        expect(outcomes.succeeded + outcomes.failed + outcomes.interrupted).toBe(count)
      })
    }
  })
}
