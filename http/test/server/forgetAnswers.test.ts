import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { AnswerStore } from "@agenda-engine/core/ports/AnswerStore"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Retries } from "@agenda-engine/core/services/Retries"
import { sampleAnswer } from "@agenda-engine/core/testing/sampleAnswer"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { forgetAnswers } from "../../src/server/forgetAnswers.js"

const layer = Layer.provideMerge(Retries.layer, Layer.merge(MemoryStores.layer, WebCryptoSecrets.layer))

it.scopedLive("forgets answers whose time is over, within two hours, where nobody writes", () =>
  Effect.gen(function*() {
    const answers = yield* AnswerStore
    const hour_ms = 3_600_000
    const keep = (name: string, expiresAt: number) => answers.put(sampleAnswer("k", name, { expiresAt, answer: "a" }), null)
    const left = Effect.filter(["first", "second", "third"], (name) => Effect.map(answers.find("k", name), (kept) => kept !== null))
    yield* Effect.all([keep("first", 1), keep("second", hour_ms), keep("third", 10 * hour_ms)])
    yield* Effect.forkScoped(forgetAnswers)
    yield* TestClock.adjust("10 minutes")
    expect(yield* left).toEqual(["second", "third"])
    yield* TestClock.adjust("2 hours")
    expect(yield* left).toEqual(["third"])
  }).pipe(Effect.provide(layer), Effect.provide(TestContext.TestContext)))
