import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { pipeline } from "node:stream"
import * as Zlib from "node:zlib"
import { type Coding, type Compress, Compressor, type CompressStream, StreamCompressor } from "../pipeline/Compressor.js"

/**
 * Levels that compress lists of events to a sixth in one or two milliseconds; higher levels take several times as long
 * for little gain.
 */
const quality = { br: 4, gzip: 6 } as const

const textMode = { [Zlib.constants.BROTLI_PARAM_QUALITY]: quality.br, [Zlib.constants.BROTLI_PARAM_MODE]: Zlib.constants.BROTLI_MODE_TEXT }

type Done = (error: Error | null, encoded: Uint8Array) => void

const start: { readonly [C in Coding]: (bytes: Uint8Array, done: Done) => void } = {
  br: (bytes, done) =>
    Zlib.brotliCompress(bytes, {
      params: { ...textMode, [Zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    }, done),
  gzip: (bytes, done) => Zlib.gzip(bytes, { level: quality.gzip }, done)
}

const compress: Compress = (coding, bytes) =>
  Effect.async((resume) => start[coding](bytes, (error, encoded) => resume(error === null ? Effect.succeed(encoded) : Effect.die(error))))

const compressStream: CompressStream = (coding, bytes) =>
  Stream.unwrap(Effect.map(Stream.toAsyncIterableEffect(bytes), (chunks) => {
    const encoder = coding === "br" ? Zlib.createBrotliCompress({ params: textMode }) : Zlib.createGzip({ level: quality.gzip })
    const source = chunks[Symbol.asyncIterator]()
    // A failure is read from the encoder, which `pipeline` destroys with it.
    const encoded = pipeline({ [Symbol.asyncIterator]: () => source }, encoder, () => undefined)[Symbol.asyncIterator]()
    const next = () => encoded.next()
    // The iterator of `encoder` would wait for the pending read, and so for a source that may never send again.
    const end = async () => {
      encoder.destroy()
      await source.return?.()
      return { done: true, value: undefined } as const
    }
    return Stream.fromAsyncIterable({ [Symbol.asyncIterator]: () => ({ next, return: end }) }, (error) => error)
  }))

/** Compression by Node's zlib, on its thread pool. */
export const layer: Layer.Layer<never> = Layer.merge(Layer.succeed(Compressor, compress), Layer.succeed(StreamCompressor, compressStream))
