import { Invalid } from "@agenda-engine/core/domain/EngineError"
import { issue } from "@agenda-engine/core/domain/Issue"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { Refusal } from "../response/Refusal.js"

/** How many times the limit is read on and thrown away, so that a client that is still sending gets to read the refusal. */
const patience = 8

/** The refusal of a body of more than `bytes_max` bytes. */
export const tooLarge = (bytes_max: number): Refusal =>
  new Refusal({ kind: "content-too-large", message: `a body holds at most ${bytes_max} bytes` })

const hasNoBody = (request: HttpServerRequest.HttpServerRequest): boolean =>
  request.headers["content-length"] === "0" || (Predicate.hasProperty(request.source, "body") && request.source.body === null)

/** One piece of bytes of several. */
export const join = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

const incomplete = (): Refusal => new Refusal({ kind: "malformed-request", message: "the body ended before it was complete" })

/** Bytes as they come: those up to the limit are kept. */
const readStream = (request: HttpServerRequest.HttpServerRequest, bytes_max: number): Effect.Effect<Uint8Array, Refusal> =>
  Effect.gen(function*() {
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* Stream.runForEachWhile(request.stream, (chunk) =>
      Effect.sync(() => {
        size += chunk.byteLength
        if (size <= bytes_max) chunks.push(chunk)
        return size <= bytes_max * patience
      })).pipe(Effect.mapError(incomplete))
    return size > bytes_max ? yield* tooLarge(bytes_max) : join(chunks)
  })

/** Bodies up to so many bytes are read at once: what has come is copied with every piece of them. */
const once_bytes_max = 65_536

/** Whether a body is small, and is no longer than it was declared to be: a parser has seen to that, where it is not a host that says so. */
const isSmall = ({ headers, source }: HttpServerRequest.HttpServerRequest): boolean =>
  !(source instanceof Request) && Number(headers["content-length"]) <= once_bytes_max

/** The body of a request as UTF-8 text. Refuses one that is larger, and bytes that are not UTF-8. */
export const readText = (
  request: HttpServerRequest.HttpServerRequest,
  bytes_max: number
): Effect.Effect<string, Refusal | Invalid> =>
  Effect.gen(function*() {
    if (hasNoBody(request)) return ""
    if (Number(request.headers["content-length"] ?? 0) > bytes_max) return yield* tooLarge(bytes_max)
    // At once takes a twentieth of the steps of a stream.
    const bytes = isSmall(request) ? yield* Effect.mapError(request.arrayBuffer, incomplete) : yield* readStream(request, bytes_max)
    return yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => new Invalid({ subject: "data", issues: [issue("json.invalid", "data", { message: "the body is not UTF-8" })] })
    })
  })
