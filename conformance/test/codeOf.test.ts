import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { plan, startAfter } from "../src/cases/plans.js"
import { expectMeaning } from "../src/cases/search/searchCase.js"
import { codeOf } from "../src/codeOf.js"
import { differential, type History, replayHistory } from "../src/differential.js"
import { fill, searches, world } from "../src/storeCalls.js"
import { queryPlan } from "../src/testing/PlanArbitraries.js"
import { sampleAgenda, sampleEvent } from "../src/testing/SampleRecords.js"
import { breaking } from "./broken/BrokenStore.js"

const run = (code: string): unknown => structuredClone(runInNewContext(`(${code})`))

/** Answers lists of featured events as if nothing were featured. */
const ignoresFeatured = breaking(EventSearch, ({ search }) => ({
  search: (asked) => search({ ...asked, live: asked.live?.filter(({ _tag }) => _tag !== "Featured") ?? null })
}))

const held = world({ agendas: [sampleAgenda(1)], events: [sampleEvent(1), sampleEvent(2, { featured: true, keywords: ["jazz"] })] })

describe("codeOf", () => {
  it("writes code that is the value again", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(queryPlan, FastCheck.jsonValue({ maxDepth: 4 })), (value) => {
        expect(run(codeOf(value))).toEqual(value)
      }),
      { numRuns: 300 }
    )
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"]) {
      const value: unknown = JSON.parse(`{"${name}":{"${name}":[null]},"a":1}`)
      const again = run(codeOf(value))
      expect(again).toEqual(value)
      expect(JSON.stringify(again)).toBe(JSON.stringify(value))
    }
    expect(run(codeOf({ a: [Infinity, -Infinity, NaN, -0, 3n], "b c": "\u2028`${x}`", d: undefined }))).toEqual({
      a: [Infinity, -Infinity, NaN, -0, 3n],
      "b c": "\u2028`${x}`"
    })
  })
})

describe("a difference", () => {
  it("is shown by the smallest plan", async () => {
    const asked = plan({
      where: [{ _tag: "Featured", is: true }, { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }, { _tag: "Uid", in: [1, 2, 3] }],
      removed: [],
      bodies: true,
      start: { _tag: "Skip", count: 0 }
    })
    const without = plan({ where: [{ _tag: "Featured", is: true }, { _tag: "Uid", in: [1, 2, 3] }], bodies: true })
    const failing = Effect.zipRight(fill(held), Effect.flip(expectMeaning("the list", without, held)))
    const failure = await Effect.runPromise(Effect.provide(failing, ignoresFeatured))
    expect(failure.message).toContain("the smallest plan that differs:")
    expect(failure.message).toMatch(/live: \[\{ _tag: "Featured", is: true \}\]/)
    expect(failure.message).toContain("bodies: false")
    const passing = Effect.zipRight(fill(held), expectMeaning("the list", asked, held))
    await Effect.runPromise(Effect.provide(passing, ignoresFeatured))
  })

  it("of a history is printed as code that fails in the same way", async () => {
    const failure = await Effect.runPromise(Effect.provide(Effect.flip(differential({ runs: 300, seed: 2 })), ignoresFeatured))
    const [, code = ""] = /replayHistory\(([^]+)\), layer\)\)/.exec(failure.message) ?? []
    const isHistory = (value: unknown): value is History => typeof value === "object" && value !== null && "parts" in value
    const history = run(code)
    if (!isHistory(history)) throw new Error(`no history: ${code}`)
    expect(history.opening.length + history.parts.length).toBeLessThan(6)
    const again = await Effect.runPromise(Effect.provide(Effect.flip(replayHistory(history)), ignoresFeatured))
    expect(String(again)).toContain(failure.message.split("\n").slice(-1)[0]?.trim())
    await Effect.runPromise(Effect.provide(replayHistory(history), MemoryStores.layer))
  })

  it("of a correct store is none, on the next page either", async () => {
    const asked = plan({ limit: 1 })
    const program = Effect.gen(function*() {
      yield* fill(held)
      const start = startAfter(yield* searches((store) => store.search(asked)))
      yield* expectMeaning("the next page", { ...asked, ...(start === null ? {} : { start }) }, held)
    })
    await Effect.runPromise(Effect.provide(program, MemoryStores.layer))
  })
})
