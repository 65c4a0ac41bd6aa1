import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ofFull } from "../../core/test/repository/ofFull.js"
import { differentialCase } from "../src/differential.js"
import { runConformance } from "../src/runConformance.js"

it.live("memory answers random histories as the interpreters do", () =>
  Effect.gen(function*() {
    const store = { name: "memory", fresh: Effect.succeed(MemoryStores.layer), lacks: {} }
    const { results } = yield* runConformance(store, [differentialCase({ runs: ofFull(2_000) })])
    expect(results.map(({ outcome }) => outcome)).toEqual([{ _tag: "Passed" }])
  }), 600_000)
