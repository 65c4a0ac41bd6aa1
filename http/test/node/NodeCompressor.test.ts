import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Stream from "effect/Stream"
import { randomBytes } from "node:crypto"
import * as Zlib from "node:zlib"
import * as NodeCompressor from "../../src/node/NodeCompressor.js"
import { codings, Compressor, StreamCompressor } from "../../src/pipeline/Compressor.js"

const decode = { br: Zlib.brotliDecompressSync, gzip: Zlib.gunzipSync } as const

const provided = <A>(reference: Effect.Effect<A | null>): Effect.Effect<A> =>
  Effect.flatMap(reference, (found) => found === null ? Effect.dieMessage("there is no compressor") : Effect.succeed(found)).pipe(
    Effect.provide(NodeCompressor.layer)
  )

/** Random bytes, which no encoder makes shorter. */
const chunks = Array.from({ length: 64 }, () => new Uint8Array(randomBytes(16_384)))

describe("NodeCompressor", () => {
  it.live("is lossless and deterministic", () =>
    Effect.gen(function*() {
      const compress = yield* provided(Compressor)
      yield* Effect.promise(() =>
        FastCheck.assert(FastCheck.asyncProperty(FastCheck.uint8Array({ maxLength: 5_000 }), async (bytes) => {
          for (const coding of codings) {
            const [one, other] = await Promise.all([1, 2].map(() => Effect.runPromise(compress(coding, bytes))))
            expect(one).toEqual(other)
            expect(new Uint8Array(decode[coding](one ?? bytes))).toEqual(bytes)
          }
        }))
      )
    }))

  it.live.each(codings)("encodes a stream without loss as %s, in the fiber references of its reader", (coding) =>
    Effect.gen(function*() {
      const compress = yield* provided(StreamCompressor)
      const seen: Array<string> = []
      const name = FiberRef.unsafeMake("none")
      const source = Stream.tap(Stream.fromIterable(chunks), () => Effect.map(FiberRef.get(name), (found) => seen.push(found)))
      const encoded = yield* Effect.locally(Stream.runCollect(compress(coding, source)), name, "reader")
      expect(decode[coding](Buffer.concat([...encoded])).equals(Buffer.concat(chunks))).toBe(true)
      expect(seen).toEqual(chunks.map(() => "reader"))
    }))

  it.live.each(codings)("fails a stream encoded as %s with the failure of its source", (coding) =>
    Effect.gen(function*() {
      const compress = yield* provided(StreamCompressor)
      const failing = Stream.concat(Stream.fromIterable(chunks), Stream.fail("the store is unavailable"))
      expect(yield* Effect.either(Stream.runDrain(compress(coding, failing)))).toEqual(Either.left("the store is unavailable"))
    }))

  it.live.each(codings)("releases the source of a stream encoded as %s when its reader stops", (coding) =>
    Effect.gen(function*() {
      const compress = yield* provided(StreamCompressor)
      const released = yield* Deferred.make<void>()
      const endless = Stream.ensuring(
        Stream.repeatEffect(Effect.sync(() => new Uint8Array(randomBytes(16_384)))),
        Deferred.succeed(released, undefined)
      )
      yield* Stream.runDrain(Stream.take(compress(coding, endless), 1))
      yield* Deferred.await(released)
    }))

  it.live.each(codings)(
    "releases a source that sends nothing more when the reader of a stream encoded as %s is interrupted",
    (coding) =>
      Effect.gen(function*() {
        const compress = yield* provided(StreamCompressor)
        const pulled = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const silent = Stream.ensuring(
          Stream.concat(
            Stream.make(new Uint8Array(16)),
            Stream.fromEffect(Effect.zipRight(Deferred.succeed(pulled, undefined), Effect.never))
          ),
          Deferred.succeed(released, undefined)
        )
        const reader = yield* Effect.fork(Stream.runDrain(compress(coding, silent)))
        yield* Deferred.await(pulled)
        yield* Fiber.interrupt(reader)
        yield* Deferred.await(released)
      })
  )
})
