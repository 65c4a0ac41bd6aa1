import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { FormerPosition } from "@agenda-engine/core/query/location/LocationPlan"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { allCases, suite } from "../src/allCases.js"
import type { Case } from "../src/Case.js"
import { type Report, runConformance } from "../src/runConformance.js"
import type { StoreUnderTest } from "../src/StoreUnderTest.js"
import { brokenStores } from "./broken/brokenStores.js"

const lacks = {
  reopen: "memory ends with the layer",
  share: "each build of the layer is a separate database",
  processes: "memory ends with its process"
}

const memory: StoreUnderTest = { name: "memory", fresh: Effect.succeed(MemoryStores.layer), lacks }

/** One memory store per database, however often it is opened: it lacks no capability. */
const kept: StoreUnderTest = {
  name: "memory kept open",
  fresh: Effect.map(Layer.build(MemoryStores.layer), Layer.succeedContext),
  lacks: { processes: "memory ends with its process" }
}

const cases = suite({ runs: 20 })

/** What needs a store that keeps its data, and some of the rest: all of that is tried on memory elsewhere. */
const some = cases.filter(({ needs }, index) => needs !== null || index % 8 === 0)

const named = (ids: ReadonlyArray<string>): ReadonlyArray<Case> => suite({ runs: 300, seed: 2 }).filter(({ id }) => ids.includes(id))

const failed = (report: Report): ReadonlyArray<string> =>
  report.results.filter(({ outcome }) => outcome._tag === "Failed").map((result) => result.case.id)

describe("the suite detects", () => {
  it.each(brokenStores)("a store that $fault", async ({ caughtBy, fault, layer }) => {
    const report = await Effect.runPromise(runConformance({ name: fault, fresh: Effect.succeed(layer), lacks }, named(caughtBy)))
    expect(failed(report)).toEqual(named(caughtBy).map(({ id }) => id))
    expect(report.executed).toBe(caughtBy.length)
    expect(report.conforms).toBe(false)
  })

  it("a store that keeps former positions in one process only", async () => {
    const perOpening = (opened: Context.Context<Stores>) =>
      Layer.sync(LocationStore, () => {
        const positions: Array<FormerPosition> = []
        return {
          ...Context.get(opened, LocationStore),
          addFormerPosition: (position) => Effect.sync(() => positions.push(position)),
          formerPositions: () => Effect.sync(() => positions)
        }
      }).pipe(Layer.provideMerge(Layer.succeedContext(opened)))
    const fresh = Effect.map(Layer.build(MemoryStores.layer), perOpening)
    const report = await Effect.runPromise(runConformance({ name: "per opening", fresh, lacks: {} }, named(["location.former.share"])))
    expect(failed(report)).toEqual(["location.former.share"])
  })

  it("has at least 15 broken stores", () => {
    expect(brokenStores.length).toBeGreaterThanOrEqual(15)
  })
})

describe("the suite as a whole", () => {
  it("passes a store in one process that keeps its data, and skips no case", async () => {
    const able = some.filter(({ needs }) => needs !== "processes")
    const report = await Effect.runPromise(runConformance(kept, able))
    expect(failed(report)).toEqual([])
    expect(report).toMatchObject({ declared: able.length, executed: able.length, conforms: true })
  })

  it("fails a store that loses its data on closing and does not declare it", async () => {
    const report = await Effect.runPromise(runConformance({ ...memory, lacks: {} }, cases.filter(({ needs }) => needs !== null)))
    expect(failed(report)).toEqual(expect.arrayContaining(["database.reopen.keeps", "database.reopen.constraints", "database.share.reads"]))
  })

  it("skips the cases of lacking capabilities only", async () => {
    const report = await Effect.runPromise(runConformance(memory, some))
    expect(report.conforms).toBe(true)
    expect(report.results.filter(({ outcome }) => outcome._tag === "Lacking").map((result) => result.case.needs)).toEqual(
      some.flatMap(({ needs }) => needs === null ? [] : [needs])
    )
    expect(report.executed).toBe(some.filter(({ needs }) => needs === null).length)
  })

  it("does not conform when no case ran", async () => {
    const nothing = await Effect.runPromise(runConformance(memory, []))
    const onlyLacking = await Effect.runPromise(runConformance(memory, cases.filter(({ needs }) => needs !== null)))
    expect([nothing.conforms, onlyLacking.conforms]).toEqual([false, false])
  })

  it("fails once, without running a case, for a store that cannot be opened", async () => {
    const report = await Effect.runPromise(
      runConformance({ ...memory, fresh: Effect.fail(new Error("no such host")) }, allCases.slice(0, 5))
    )
    expect(failed(report)).toEqual(["store.open"])
    expect(report).toMatchObject({
      declared: 5,
      executed: 0,
      results: [{ outcome: { reason: expect.stringContaining("no such host") } }],
      conforms: false
    })
  })

  it("fails a case that exceeds its time limit", async () => {
    const hanging: Case = { id: "x", clause: "", title: "", needs: null, time_ms_max: 20, run: () => Effect.uninterruptible(Effect.never) }
    const report = await Effect.runPromise(runConformance(memory, [hanging]))
    expect(failed(report)).toEqual(["x"])
  })

  it("shrinks a counterexample and reports its seed", async () => {
    const broken = brokenStores.find(({ caughtBy }) => caughtBy.includes("differential.histories"))
    const report = await Effect.runPromise(
      runConformance({ ...memory, fresh: Effect.succeed(broken?.layer ?? MemoryStores.layer) }, named(["differential.histories"]))
    )
    const [result] = report.results
    expect(result?.outcome).toMatchObject({ _tag: "Failed", reason: expect.stringContaining("seed 2") })
  })
})
