import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { allCases } from "./allCases.js"
import { caseTime_ms_max, lackOf, runCase } from "./runConformance.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"

/** How a suite is run under vitest. */
export interface ConformanceOptions {
  /** How many random histories the adapter's answers are compared on. Default: 100. */
  readonly differentialRuns?: number
  /** Repeats the random histories of a failed run, which prints it. Default: another one each time. */
  readonly seed?: number
}

/**
 * Declares the suite as vitest tests, one per case, named by id. Call it at the top of an adapter's test file:
 *
 * @example
 * describeConformance({ name: "memory", fresh: Effect.succeed(MemoryStores.layer), lacks: { reopen: "…", share: "…" } })
 */
export const describeConformance = (store: StoreUnderTest, _options: ConformanceOptions = {}): void => {
  describe(`conformance of ${store.name}`, () => {
    const executed = new Set<string>()
    for (const one of allCases) {
      it.runIf(lackOf(store, one) === null)(`${one.id}: ${one.title}`, async () => {
        executed.add(one.id)
        await Effect.runPromise(runCase(store, one))
      }, caseTime_ms_max * 2)
    }
    it("executes every case that the store does not lack the means for", () => {
      expect([...executed].sort()).toEqual(allCases.filter((one) => lackOf(store, one) === null).map(({ id }) => id).sort())
      expect(executed.size).toBeGreaterThan(0)
    })
  })
}
