import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeSharedParts } from "../../src/response/SharedParts.js"

const part = (chunk: string) => ({ chunk, after: null, left: 0 })

/** Makes the part when the returned gate is opened, and counts how often. */
const counting = Effect.gen(function*() {
  const gate = yield* Deferred.make<void>()
  const counted = { times: 0 }
  const make = Effect.suspend(() => {
    counted.times++
    return Effect.as(Deferred.await(gate), part("text"))
  })
  return { counted, gate, make }
})

describe("makeSharedParts", () => {
  it.scoped("makes a part once that is asked for at the same time, and later", () =>
    Effect.gen(function*() {
      const { open, take } = makeSharedParts()
      yield* open
      const { counted, gate, make } = yield* counting
      const asked = yield* Effect.fork(Effect.all(Array.from({ length: 20 }, () => take("a", make)), { concurrency: "unbounded" }))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(asked)).toEqual(Array.from({ length: 20 }, () => part("text")))
      yield* take("a", make)
      expect(counted.times).toBe(1)
      yield* take("b", make)
      expect(counted.times).toBe(2)
    }))

  it.scoped("gives neither a failure nor an interruption to others", () =>
    Effect.gen(function*() {
      const { open, take } = makeSharedParts()
      yield* open
      const { counted, gate, make } = yield* counting
      const leaving = yield* Effect.fork(take("a", Effect.never))
      yield* Effect.yieldNow()
      const staying = yield* Effect.fork(take("a", make))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(leaving)
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(staying)).toEqual(part("text"))
      const failing = yield* Effect.fork(take("b", Effect.zipRight(Effect.yieldNow(), Effect.fail("revoked"))))
      yield* Effect.yieldNow()
      expect(yield* take("b", make)).toEqual(part("text"))
      expect(yield* Effect.flip(Fiber.join(failing))).toBe("revoked")
      expect(counted.times).toBe(2)
    }))

  it.scoped("keeps no more bytes than its bound", () =>
    Effect.gen(function*() {
      const { open, take } = makeSharedParts()
      yield* open
      const text = "é".repeat(2 ** 20)
      let made = 0
      const make = Effect.sync(() => {
        made++
        return part(text)
      })
      for (let index = 0; index < 16; index++) yield* take(`${index}`, make)
      yield* take("15", make)
      expect(made).toBe(16)
      yield* take("0", make)
      expect(made).toBe(17)
    }))

  it.effect("keeps parts while a stream is open", () =>
    Effect.gen(function*() {
      const { open, take } = makeSharedParts()
      let made = 0
      const make = Effect.sync(() => {
        made++
        return part("text")
      })
      yield* Effect.scoped(Effect.gen(function*() {
        yield* open
        yield* Effect.scoped(Effect.zipRight(open, take("a", make)))
        yield* take("a", make)
        expect(made).toBe(1)
      }))
      yield* Effect.scoped(Effect.zipRight(open, take("a", make)))
      expect(made).toBe(2)
    }))
})
