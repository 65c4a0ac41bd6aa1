import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { forEachInSlices, HoldsLocks, mapInSlices, runInSlices, yieldToLoop } from "../../src/schedule/timeSlices.js"

declare const setImmediate: (run: () => void) => unknown

/** Longer than half a slice, and shorter than a whole one. */
const step_ms = 3

const spend = (ms: number): void => {
  const until_ms = performance.now() + ms
  while (performance.now() < until_ms);
}

/** Counts the event loop turns that pass while an effect runs. */
const turnsDuring = <A>(effect: Effect.Effect<A>) =>
  Effect.gen(function*() {
    const counted = { turns: 0, isOver: false }
    const count = (): void => {
      if (counted.isOver) return
      counted.turns++
      setImmediate(count)
    }
    setImmediate(count)
    const value = yield* effect
    counted.isOver = true
    return { value, turns: counted.turns }
  })

describe("work in slices", () => {
  it.effect("sliced work gives the same results as unsliced work", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(FastCheck.array(FastCheck.integer()), async (numbers) => {
          const double = (number: number) => number * 2
          expect(await Effect.runPromise(mapInSlices(numbers, double))).toEqual(numbers.map(double))
          expect(await Effect.runPromise(forEachInSlices(numbers, (number) => Effect.sync(() => double(number))))).toEqual(
            numbers.map(double)
          )
        })
      )
    ))

  it.effect("the event loop turns between slices", () =>
    Effect.gen(function*() {
      const items = Array.from({ length: 12 }, (_, index) => index)
      const spending = (index: number): number => {
        spend(step_ms)
        return index
      }
      const mapped = yield* turnsDuring(mapInSlices(items, spending))
      expect(mapped.value).toEqual(items)
      expect(mapped.turns).toBeGreaterThanOrEqual(5)
      const each = yield* turnsDuring(forEachInSlices(items, (index) => Effect.sync(() => spending(index))))
      expect(each.value).toEqual(items)
      const stepped = yield* turnsDuring(runInSlices(function*() {
        for (const index of items) yield void spending(index)
        return items.length
      }))
      expect(stepped.value).toBe(items.length)
      expect(stepped.turns).toBeGreaterThanOrEqual(5)
      expect(each.turns).toBeGreaterThanOrEqual(5)
    }))

  it.effect("short work runs without a turn of the event loop", () =>
    Effect.gen(function*() {
      expect((yield* turnsDuring(mapInSlices([1, 2, 3], (number) => number))).turns).toBe(0)
    }))
})

describe("yielding to the event loop", () => {
  it.effect("one yielding fiber continues per event loop turn, in order", () =>
    Effect.gen(function*() {
      const noted: Array<string> = []
      const turn = (): void => {
        noted.push("turn")
        if (noted.length < 20) setImmediate(turn)
      }
      const fibers = yield* Effect.forEach(["a", "b", "c"], (name) =>
        Effect.fork(Effect.zipRight(yieldToLoop, Effect.sync(() => noted.push(name)))))
      setImmediate(turn)
      yield* Fiber.joinAll(fibers)
      expect(noted.filter((name) =>
        name !== "turn"
      )).toEqual(["a", "b", "c"])
      const [a = 0, b = 0, c = 0] = ["a", "b", "c"].map((name) => noted.indexOf(name))
      expect(noted.slice(a, b)).toContain("turn")
      expect(noted.slice(b, c)).toContain("turn")
    }))

  it.effect("fibers that hold locks go first, and alternate with the others", () =>
    Effect.gen(function*() {
      const noted: Array<string> = []
      const yielding = (name: string) => Effect.zipRight(yieldToLoop, Effect.sync(() => noted.push(name)))
      const readers = yield* Effect.forEach(["a", "b", "c", "d"], (name) => Effect.fork(yielding(name)))
      const writing = Effect.zipRight(yielding("w1"), Effect.zipRight(yielding("w2"), yielding("w3")))
      const writer = yield* Effect.fork(Effect.provideService(writing, HoldsLocks, true))
      yield* Fiber.joinAll([...readers, writer])
      expect(noted.join(" ")).toBe("w1 a w2 b w3 c d")
    }))

  it.effect("an interrupted fiber stops waiting for its turn", () =>
    Effect.gen(function*() {
      const lost = yield* Effect.fork(yieldToLoop)
      const lostWriter = yield* Effect.fork(Effect.provideService(yieldToLoop, HoldsLocks, true))
      const other = yield* Effect.fork(yieldToLoop)
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll([lost, lostWriter])
      yield* Fiber.join(other)
    }))
})
