import { sampleAgenda, sampleIdempotencyRecord } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { defaultLimits } from "../../src/domain/Limits.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import { IdempotencyStore } from "../../src/ports/IdempotencyStore.js"
import * as WebCryptoSecrets from "../../src/secrets/WebCryptoSecrets.js"
import { Idempotency, type StoreAnswer } from "../../src/services/Idempotency.js"
import { atomically } from "../../src/services/transaction/atomically.js"

const layer = Layer.provideMerge(Idempotency.layer, Layer.merge(MemoryStores.layer, WebCryptoSecrets.layer))

const request = { keyId: "k", name: "n", fingerprint: "f" }

const once = <E, R>(write: (keep: StoreAnswer) => Effect.Effect<string, E, R>, given: Partial<typeof request> = {}) =>
  Effect.flatMap(Idempotency, (retries) => retries.once({ ...request, ...given }, write))

const reasonOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), (error) => Object(error).reason)

/** Creates an agenda and stores the answer in one transaction. */
const making = (uid: number) => (keep: StoreAnswer) =>
  atomically(Effect.gen(function*() {
    yield* Effect.flatMap(AgendaStore, (store) => store.put(sampleAgenda(uid)))
    yield* keep(`made ${uid}`)
    return `made ${uid}`
  }))

const isMade = (uid: number) =>
  Effect.map(Effect.flatMap(AgendaStore, (store) => store.find({ _tag: "Uid", uid })), (found) => found !== null)

const found = Effect.flatMap(IdempotencyStore, (store) => store.find("k", "n"))

describe("Idempotency", () => {
  it.scoped("a write runs once, and its stored answer is replayed afterwards", () =>
    Effect.gen(function*() {
      expect(yield* once(making(1))).toEqual({ answer: "made 1", replayed: false })
      expect(yield* once(making(2))).toEqual({ answer: "made 1", replayed: true })
      expect(yield* isMade(2)).toBe(false)
      expect(yield* once(() => Effect.succeed("not kept by itself"), { name: "m" })).toMatchObject({ replayed: false })
      expect(yield* once(making(3), { name: "m" })).toEqual({ answer: "not kept by itself", replayed: true })
    }).pipe(Effect.provide(layer)))

  it.scoped("an idempotency key is refused for a different request, but is free for another API key", () =>
    Effect.gen(function*() {
      yield* once(making(1))
      expect(yield* reasonOf(once(making(2), { fingerprint: "g" }))).toBe("another request")
      expect(yield* once(making(3), { fingerprint: "g", keyId: "other" })).toEqual({ answer: "made 3", replayed: false })
      expect(yield* once(making(4), { fingerprint: "g", name: "N" })).toEqual({ answer: "made 4", replayed: false })
      expect(yield* isMade(2)).toBe(false)
    }).pipe(Effect.provide(layer)))

  it.scoped("a second attempt is refused as long as the first is in progress", () =>
    Effect.gen(function*() {
      const goOn = yield* Deferred.make<void>()
      const first = yield* Effect.fork(once((keep) => Effect.zipRight(Deferred.await(goOn), making(1)(keep))))
      yield* Effect.yieldNow()
      expect(yield* reasonOf(once(making(2)))).toBe("underway")
      expect(yield* reasonOf(once(making(2), { fingerprint: "g" }))).toBe("another request")
      yield* TestClock.adjust(Duration.minutes(5))
      expect(yield* reasonOf(once(making(2)))).toBe("underway")
      yield* Deferred.succeed(goOn, undefined)
      expect(yield* Fiber.join(first)).toEqual({ answer: "made 1", replayed: false })
      expect(yield* once(making(2))).toEqual({ answer: "made 1", replayed: true })
    }).pipe(Effect.provide(layer)))

  it.scoped("of many concurrent attempts, one runs", () =>
    Effect.gen(function*() {
      const all = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => index),
        (index) => Effect.either(once((keep) => Effect.delay(making(index)(keep), 5))),
        { concurrency: "unbounded" }
      ).pipe(Effect.fork, Effect.tap(() => TestClock.adjust(100)), Effect.flatMap(Fiber.join))
      const done = all.flatMap((outcome) => outcome._tag === "Right" ? [outcome.right] : [])
      expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(yield* Effect.filter(Array.from(all, (_, index) => index), isMade)).toHaveLength(1)
    }).pipe(Effect.provide(layer)))

  it.scoped("an attempt that fails, dies or is interrupted releases its idempotency key", () =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(once(() => Effect.fail("no")))).toBe("no")
      yield* Effect.exit(once(() => Effect.die("no")))
      const hanging = yield* Effect.fork(once(() => Effect.never))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(hanging)
      expect(yield* found).toBeNull()
      const undone = once((keep) => atomically(Effect.zipRight(making(1)(keep), Effect.fail("after all"))))
      expect(yield* Effect.flip(undone)).toBe("after all")
      expect([yield* isMade(1), yield* found]).toEqual([false, null])
      expect(yield* once(making(2), { fingerprint: "g" })).toEqual({ answer: "made 2", replayed: false })
    }).pipe(Effect.provide(layer)))

  it.scoped("an attempt whose lease has expired is taken over and can then commit nothing", () =>
    Effect.gen(function*() {
      const answers = yield* IdempotencyStore
      yield* answers.put(sampleIdempotencyRecord("k", "n", { fingerprint: "f", claimedUntil: 10_000, expiresAt: 1_000_000 }), null)
      yield* TestClock.setTime(9_999)
      expect(yield* reasonOf(once(making(1)))).toBe("underway")
      yield* TestClock.setTime(10_000)
      expect(yield* once(making(1))).toEqual({ answer: "made 1", replayed: false })

      const slow = once((keep) =>
        Effect.gen(function*() {
          const mine = yield* answers.find("k", "m")
          if (mine !== null) yield* answers.put({ ...mine, claim: "another process", answer: null }, mine)
          return yield* making(2)(keep)
        }), { name: "m" })
      expect(yield* reasonOf(slow)).toBe("underway")
      expect(yield* isMade(2)).toBe(false)
      expect(yield* answers.find("k", "m")).toMatchObject({ claim: "another process", answer: null })
    }).pipe(Effect.provide(layer)))

  it.scoped("answers are stored for a day, and writes prune expired ones", () =>
    Effect.gen(function*() {
      const day_ms = defaultLimits.idempotency_seconds * 1_000
      const answers = yield* IdempotencyStore
      yield* once(making(1))
      yield* Effect.forEach(
        Array.from({ length: 1_200 }, (_, index) => sampleIdempotencyRecord("k", `${index}`, { expiresAt: day_ms - 1, answer: "old" })),
        (record) => answers.put(record, null)
      )
      yield* TestClock.setTime(day_ms - 1)
      expect(yield* once(making(2))).toEqual({ answer: "made 1", replayed: true })
      yield* TestClock.setTime(day_ms)
      expect(yield* once(making(2), { fingerprint: "g" })).toEqual({ answer: "made 2", replayed: false })
      yield* TestClock.adjust(0)
      expect(yield* answers.prune(day_ms, 1)).toBe(0)
      expect(yield* answers.find("k", "7")).toBeNull()
      expect(yield* found).toMatchObject({ answer: "made 2" })
    }).pipe(Effect.provide(layer)))

  it.scoped("prune removes expired answers and no others", () =>
    Effect.gen(function*() {
      const answers = yield* IdempotencyStore
      const left = () => Effect.forEach(["old", "new"], (name) => Effect.map(answers.find("k", name), (kept) => kept !== null))
      yield* answers.put(sampleIdempotencyRecord("k", "old", { expiresAt: 1_000, answer: "a" }), null)
      yield* answers.put(sampleIdempotencyRecord("k", "new", { expiresAt: 1_001, answer: "b" }), null)
      const { prune } = yield* Idempotency
      yield* TestClock.setTime(999)
      yield* prune
      expect(yield* left()).toEqual([true, true])
      yield* TestClock.setTime(1_000)
      yield* prune
      expect(yield* left()).toEqual([false, true])
    }).pipe(Effect.provide(layer)))
})
