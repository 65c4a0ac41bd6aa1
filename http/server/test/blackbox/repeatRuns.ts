import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failedOf, writingWorld } from "./holdServers.js"

/** Declares the test of so many runs in a row on one agenda, then of two at the same time. */
export const repeatRuns = (runs: number): void => {
  describe("a right server", () => {
    it.scopedLive(
      `passes ${runs} runs in a row on one agenda, and two at the same time`,
      () =>
        Effect.gen(function*() {
          const { check } = yield* writingWorld(MemoryStores.layer)
          for (let run = 1; run <= runs; run++) expect(failedOf(yield* check()), `run ${run}`).toEqual([])
          for (const report of yield* Effect.all([check(), check()], { concurrency: 2 })) expect(failedOf(report)).toEqual([])
        }),
      runs * 60_000 + 120_000
    )
  })
}
