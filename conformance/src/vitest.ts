import * as Effect from "effect/Effect"
import { beforeAll, describe, expect, it } from "vitest"
import { suite } from "./allCases.js"
import type { ProcessOptions } from "./process/StoreProcess.js"
import { lackOf, opening, outcomeOf } from "./runConformance.js"
import type { StoreUnderTest } from "./StoreUnderTest.js"

/** How a suite is run under vitest. */
export interface ConformanceOptions {
  /** How many random histories the adapter's answers are compared on. Default: 200. */
  readonly differentialRuns?: number
  /** Repeats a failed run, which names its seed. Default: another one each time. */
  readonly seed?: number
  /** Runs only the cases whose ids begin with one of these. Default: all. */
  readonly only?: ReadonlyArray<string>
  /** How other processes open the store. A store that does not lack `processes` needs it. */
  readonly processes?: ProcessOptions
}

/**
 * Declares the suite as vitest tests, one per case, named by id. Call it at the top of an adapter's test file:
 *
 * @example
 * const lacks = { reopen: "…", share: "…", processes: "…" }
 * describeConformance({ name: "memory", fresh: Effect.succeed(MemoryStores.layer), lacks })
 */
export const describeConformance = (
  store: StoreUnderTest,
  { differentialRuns = 200, only = [""], processes, seed }: ConformanceOptions = {}
): void => {
  const cases = suite({
    runs: differentialRuns,
    ...(seed === undefined ? {} : { seed }),
    ...(processes === undefined ? {} : { processes })
  }).filter(({ id }) => only.some((prefix) => id.startsWith(prefix)))
  describe(`conformance of ${store.name}`, () => {
    const executed = new Set<string>()
    const notWritten = new Set<string>()
    // Fails once for a store that cannot be opened, instead of in each case.
    beforeAll(() => Effect.runPromise(opening(store)))
    for (const one of cases) {
      it.runIf(lackOf(store, one) === null)(`${one.id}: ${one.title}`, async (context) => {
        executed.add(one.id)
        const outcome = await Effect.runPromise(outcomeOf(store, one))
        if (outcome._tag === "NotWritten") {
          outcome.members.forEach((member) => notWritten.add(member))
          context.skip(`not written yet: ${outcome.members.join(", ")}`)
        }
        expect(outcome._tag === "Failed" ? outcome.reason : outcome._tag, `${one.id} (${one.clause})`).toBe("Passed")
      }, one.time_ms_max + 5_000)
    }
    it("executes every case that the store does not lack the means for", () => {
      expect([...executed].sort()).toEqual(cases.filter((one) => lackOf(store, one) === null).map(({ id }) => id).sort())
      expect(executed.size).toBeGreaterThan(0)
      expect([...notWritten].sort(), "the suite is incomplete: members of ports are not written yet").toEqual([])
    })
  })
}
