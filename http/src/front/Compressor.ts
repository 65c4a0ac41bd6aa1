import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** The codings that answers are compressed by, the one that makes them smaller first. */
export const codings = ["br", "gzip"] as const

/** The name of a coding, as headers say it. */
export type Coding = (typeof codings)[number]

/** Makes the bytes of a body smaller. The same bytes come out each time. */
export type Compress = (coding: Coding, bytes: Uint8Array) => Effect.Effect<Uint8Array>

/**
 * What compresses bodies; null: nothing does, and they go out as they are. A reference, so that whatever carries the app may have one or not:
 * the platform's own compression is not part of it.
 */
export class Compressor extends Context.Reference<Compressor>()("@agenda-engine/http/front/Compressor", {
  defaultValue: (): Compress | null => null
}) {}

/** Makes a body smaller that is sent while it is made. */
export type CompressStream = <E>(coding: Coding, bytes: Stream.Stream<Uint8Array, E>) => Stream.Stream<Uint8Array, unknown>

/** What compresses bodies that are sent while they are made; null: nothing does. A reference as `Compressor` is. */
export class StreamCompressor extends Context.Reference<StreamCompressor>()("@agenda-engine/http/front/StreamCompressor", {
  defaultValue: (): CompressStream | null => null
}) {}
