import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Supported content codings, best compression first. */
export const codings = ["br", "gzip"] as const

/** Name of a content coding in headers. */
export type Coding = (typeof codings)[number]

/** Compresses a body. Deterministic: equal bytes give equal output. */
export type Compress = (coding: Coding, bytes: Uint8Array) => Effect.Effect<Uint8Array>

/** Compresses response bodies; null where the platform has no compression. */
export class Compressor extends Context.Reference<Compressor>()("@agenda-engine/http/pipeline/Compressor", {
  defaultValue: (): Compress | null => null
}) {}

/** Compresses a streamed body. */
export type CompressStream = <E>(coding: Coding, bytes: Stream.Stream<Uint8Array, E>) => Stream.Stream<Uint8Array, unknown>

/** Compresses streamed response bodies; null disables it. */
export class StreamCompressor extends Context.Reference<StreamCompressor>()("@agenda-engine/http/pipeline/StreamCompressor", {
  defaultValue: (): CompressStream | null => null
}) {}
