import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Coding, Compress } from "./Compressor.js"

/** The compressions of bodies that never change, started or done. */
const compressions = new WeakMap<Uint8Array, Map<Coding, Effect.Effect<Uint8Array>>>()

/** Marks the body of a response as constant, so that it is compressed once for each coding. */
export const constantBody = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.body._tag === "Uint8Array") compressions.set(response.body.body, new Map())
  return response
}

/**
 * A compressor that compresses a constant body once for each coding, and any other body each time. Concurrent first
 * requests share one compression, which goes on when the request that started it is interrupted.
 */
export const compressOnce = (compress: Compress): Compress => (coding, bytes) => {
  const cache = compressions.get(bytes)
  if (cache === undefined) return compress(coding, bytes)
  return Effect.suspend(() => {
    const started = cache.get(coding)
    return started ?? Effect.flatMap(Effect.cached(Effect.uninterruptible(compress(coding, bytes))), (shared) => {
      const first = cache.get(coding) ?? shared
      cache.set(coding, first)
      return first
    })
  })
}
