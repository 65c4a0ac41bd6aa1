import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import type { ApiRequest } from "./ApiRequest.js"

/**
 * Memory pool of a body. Requests with a credential in the headers share one pool. Bodies that must be read to find the
 * credential share a smaller one, so that they cannot exhaust the first.
 */
export type BodyPool = "identified" | "anonymous"

/**
 * Bytes of request bodies in memory, by pool. A `Context.Reference`: one counter per process unless a layer provides
 * another.
 */
class BodyMemory extends Context.Reference<BodyMemory>()("@agenda-engine/http/request/BodyMemory", {
  defaultValue: (): { [P in BodyPool]: number } => ({ identified: 0, anonymous: 0 })
}) {}

const maximumOf = (pool: BodyPool, { anonymousBodies_bytes_max, bodies_bytes_max }: HttpSettings): number =>
  pool === "identified" ? bodies_bytes_max : anonymousBodies_bytes_max

/**
 * Reserves memory for one body as its bytes arrive, until the request is over. The function returns false when the pool
 * is full; a body that is alone in its pool always fits.
 */
const reserveBodyMemory = ({ onOver, settings }: ApiRequest, pool: BodyPool): Effect.Effect<(bytes: number) => boolean> =>
  Effect.map(BodyMemory, (room) => {
    const bytes_max = maximumOf(pool, settings)
    let reserved = 0
    onOver(() => {
      room[pool] -= reserved
    })
    return (bytes) => {
      if (room[pool] > reserved && room[pool] + bytes > bytes_max) return false
      reserved += bytes
      room[pool] += bytes
      return true
    }
  })

/** Bytes of each body that are not counted against its pool, so that small bodies are always accepted. */
const uncounted_bytes = 16 * 1_024

/** The refusal of a body larger than `bytes_max` bytes. */
export const tooLarge = (bytes_max: number): Refusal =>
  new Refusal({ kind: "content-too-large", message: `a body holds at most ${bytes_max} bytes` })

const incomplete = new Refusal({ kind: "malformed-request", message: "the body ended before it was complete" })

const noRoom = new Refusal({
  kind: "unavailable",
  message: "too many large bodies at once, try again",
  headers: { "retry-after": "5" }
})

const hasNoBody = (request: ApiRequest): boolean =>
  request.headers["content-length"] === "0" ||
  (Predicate.hasProperty(request.incoming.source, "body") && request.incoming.source.body === null)

/** Bytes copied between two checks of the time. */
const step_bytes = 262_144

/** Concatenates chunks, in slices of 5 ms; a single chunk is returned without copying. */
export const join = (chunks: ReadonlyArray<Uint8Array>): Effect.Effect<Uint8Array> =>
  Effect.gen(function*() {
    const [first = new Uint8Array(0), ...more] = chunks
    if (more.length === 0) return first
    const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
    const pace = yield* makePacer
    let offset = 0
    let unpaced_bytes = 0
    for (const chunk of chunks) {
      whole.set(chunk, offset)
      offset += chunk.byteLength
      unpaced_bytes += chunk.byteLength
      if (unpaced_bytes < step_bytes) continue
      unpaced_bytes = 0
      yield* pace
    }
    return whole
  })

/** Largest buffer that is copied when it is full. Copying 16 MB into fresh memory would take up to 60 ms of a turn. */
const block_bytes = 1_048_576

/** Received bytes: full blocks, and the first `used` bytes of the last one. */
interface Arrived {
  readonly full: Array<Uint8Array>
  last: Uint8Array
  used: number
}

/**
 * Appends a chunk. The last block doubles when it is full, up to `block_bytes`; then another begins. So many small
 * chunks need no more memory than a few large ones.
 */
const append = (arrived: Arrived, chunk: Uint8Array): void => {
  const used = arrived.used + chunk.byteLength
  if (arrived.used === 0) arrived.last = chunk
  else if (used <= arrived.last.byteLength) arrived.last.set(chunk, arrived.used)
  else if (used <= block_bytes) {
    const grown = new Uint8Array(Math.min(2 * used, block_bytes))
    grown.set(arrived.last.subarray(0, arrived.used))
    grown.set(chunk, arrived.used)
    arrived.last = grown
  } else {
    arrived.full.push(arrived.last.subarray(0, arrived.used))
    arrived.last = new Uint8Array(Math.max(chunk.byteLength, block_bytes))
    arrived.last.set(chunk)
    arrived.used = chunk.byteLength
    return
  }
  arrived.used = used
}

/** Bounds of a body. */
export interface BodyBounds {
  readonly bytes_max: number
  readonly pool: BodyPool
}

/**
 * Reads the whole body of a request. Fails with `content-too-large` as soon as it is known to exceed `bytes_max`, and
 * with `unavailable` when its pool is full. The rest of the body is then left unread.
 */
export const readBytes = (
  request: ApiRequest,
  { bytes_max, pool }: BodyBounds
): Effect.Effect<Uint8Array, Refusal> =>
  Effect.gen(function*() {
    if (hasNoBody(request)) return new Uint8Array(0)
    if (Number(request.headers["content-length"] ?? 0) > bytes_max) return yield* tooLarge(bytes_max)
    const reserve = yield* reserveBodyMemory(request, pool)
    const arrived: Arrived = { full: [], last: new Uint8Array(0), used: 0 }
    let size = 0
    const isCut = { tooLarge: false, noRoom: false }
    yield* Effect.mapError(
      request.incoming.readBody((chunk) => {
        size += chunk.byteLength
        isCut.tooLarge = size > bytes_max
        isCut.noRoom = !isCut.tooLarge && size > uncounted_bytes && !reserve(chunk.byteLength)
        if (isCut.tooLarge || isCut.noRoom) return false
        append(arrived, chunk)
        return true
      }),
      () => incomplete
    )
    if (isCut.tooLarge) return yield* tooLarge(bytes_max)
    return yield* isCut.noRoom ? noRoom : join([...arrived.full, arrived.last.subarray(0, arrived.used)])
  })

/**
 * Reads and discards a body. Fails with `content-too-large` as soon as it is known to exceed `bytes_max`, and with
 * `malformed-request` when it is cut off.
 */
export const discardBody = (request: ApiRequest, bytes_max: number): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    if (hasNoBody(request)) return
    let size = 0
    const take = (chunk: Uint8Array): boolean => (size += chunk.byteLength) <= bytes_max
    yield* Effect.mapError(request.incoming.readBody(take), () => incomplete)
    if (size > bytes_max) return yield* tooLarge(bytes_max)
  })

/** Reads the body of a request as UTF-8 text; fails with `Invalid` on other bytes. */
export const readText = (
  request: ApiRequest,
  bounds: BodyBounds
): Effect.Effect<string, Refusal | Invalid> =>
  Effect.flatMap(readBytes(request, bounds), (bytes) =>
    Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => new Invalid({ subject: "data", issues: [issue("json.invalid", "data", { message: "the body is not UTF-8" })] })
    }))
