import { unsafeMakeQueue } from "@agenda-engine/core/services/event/slowQueue"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"

const bounds = { operation: "work", atOnce: 2, waiting_max: 3, wait_seconds_max: 5 }

/** Starts so much work, which goes on when `release` is done, and notes the order in which it began. */
const startWork = (count: number) =>
  Effect.gen(function*() {
    const inQueue = unsafeMakeQueue(bounds)
    const release = yield* Deferred.make<void>()
    const begun: Array<number> = []
    const work = (number: number) => inQueue(Effect.zipRight(Effect.sync(() => begun.push(number)), Deferred.await(release)))
    const fibers = yield* Effect.forEach(Array.from({ length: count }, (_, number) => number), (number) =>
      Effect.fork(Effect.either(work(number))))
    yield* Effect.yieldNow()
    return { begun, fibers, inQueue, release, work }
  })

const outcomesOf = (fibers: ReadonlyArray<Fiber.RuntimeFiber<{ readonly _tag: string }>>) =>
  Effect.forEach(fibers, (fiber) => Effect.map(Fiber.join(fiber), ({ _tag }) => _tag))

it.effect("work beyond the bounds is refused at once, and the other is done", () =>
  Effect.gen(function*() {
    const { begun, fibers, release } = yield* startWork(8)
    expect(begun).toEqual([0, 1])
    yield* Deferred.succeed(release, undefined)
    expect(yield* outcomesOf(fibers)).toEqual([...Array.from({ length: 5 }, () => "Right"), "Left", "Left", "Left"])
    expect(begun.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4])
  }))

it.effect("work that waits for too long is refused, and its place is free again", () =>
  Effect.gen(function*() {
    const { fibers, release, work } = yield* startWork(5)
    yield* TestClock.adjust("6 seconds")
    const later = yield* Effect.fork(Effect.either(work(5)))
    yield* Deferred.succeed(release, undefined)
    expect(yield* outcomesOf([...fibers, later])).toEqual(["Right", "Right", "Left", "Left", "Left", "Right"])
  }))

it.effect("work that is interrupted, waiting or under way, leaves its place to the next", () =>
  Effect.gen(function*() {
    const { begun, fibers, release } = yield* startWork(5)
    const [first, , third] = fibers
    if (third !== undefined) yield* Fiber.interrupt(third)
    if (first !== undefined) yield* Fiber.interrupt(first)
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    expect(begun).toEqual([0, 1, 3])
    yield* Deferred.succeed(release, undefined)
    yield* Effect.forEach(fibers, Fiber.await)
    expect(begun).toEqual([0, 1, 3, 4])
  }))
