import { levels, profiles } from "@agenda-engine/conformance/http/run/HttpCase"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { failedOf, writingWorld } from "./holdServers.js"

const runs = isNight ? 20 : 0

describe("a right server", () => {
  it.scopedLive.each(Struct.keys(levels))(
    `passes on one agenda ${runs + 2} times, the last two at the same time: %s`,
    (level) =>
      Effect.gen(function*() {
        const { check } = yield* writingWorld(MemoryStores.layer)
        const run = check({ profiles: Struct.keys(profiles), level })
        for (let number = 1; number <= runs; number++) expect(failedOf(yield* run), `run ${number}`).toEqual([])
        for (const report of yield* Effect.all([run, run], { concurrency: 2 })) expect(failedOf(report)).toEqual([])
      }),
    (runs + 10) * 60_000
  )
})
