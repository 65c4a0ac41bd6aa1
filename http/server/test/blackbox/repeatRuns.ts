import type { Level, Profile } from "@agenda-engine/conformance/http/run/HttpCase"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failedOf, writingWorld } from "./holdServers.js"

/** Declares the test of so many runs of profiles and a level in a row on one agenda, then of two at the same time. */
export const repeatRuns = (runs: number, profiles: ReadonlyArray<Profile>, level: Level): void => {
  describe("a right server", () => {
    it.scopedLive(
      `passes ${runs} runs in a row on one agenda, and two at the same time: ${level}, ${profiles.join(", ")}`,
      () =>
        Effect.gen(function*() {
          const { check } = yield* writingWorld(MemoryStores.layer)
          const run = check({ profiles, level })
          for (let number = 1; number <= runs; number++) expect(failedOf(yield* run), `run ${number}`).toEqual([])
          for (const report of yield* Effect.all([run, run], { concurrency: 2 })) expect(failedOf(report)).toEqual([])
        }),
      runs * 60_000 + 120_000
    )
  })
}
