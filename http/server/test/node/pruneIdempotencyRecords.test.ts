import { sampleIdempotencyRecord } from "@agenda-engine/conformance/testing/SampleRecords"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { pruneIdempotencyRecords } from "../../src/node/backgroundWork.js"

const layer = Layer.provideMerge(Idempotency.layer, Layer.merge(MemoryStores.layer, WebCryptoSecrets.layer))

it.scopedLive("forgets answers whose time is over, within two hours, where nobody writes", () =>
  Effect.gen(function*() {
    const answers = yield* IdempotencyStore
    const hour_ms = 3_600_000
    const keep = (name: string, expiresAt: number) => answers.put(sampleIdempotencyRecord("k", name, { expiresAt, answer: "a" }), null)
    const left = Effect.filter(["first", "second", "third"], (name) => Effect.map(answers.find("k", name), (kept) => kept !== null))
    yield* Effect.all([keep("first", 1), keep("second", hour_ms), keep("third", 10 * hour_ms)])
    yield* Effect.forkScoped(pruneIdempotencyRecords)
    yield* TestClock.adjust("10 minutes")
    expect(yield* left).toEqual(["second", "third"])
    yield* TestClock.adjust("2 hours")
    expect(yield* left).toEqual(["third"])
  }).pipe(Effect.provide(layer), Effect.provide(TestContext.TestContext)))
