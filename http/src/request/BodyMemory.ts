import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CurrentSettings, type HttpSettings } from "../HttpSettings.js"

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
 * Reserves memory for one body as its bytes arrive, until the scope closes. The function returns false when the pool is
 * full; a body that is alone in its pool always fits.
 */
export const reserveBodyMemory = (pool: BodyPool): Effect.Effect<(bytes: number) => boolean, never, Scope.Scope> =>
  Effect.gen(function*() {
    const room = yield* BodyMemory
    const bytes_max = maximumOf(pool, yield* CurrentSettings)
    let reserved = 0
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        room[pool] -= reserved
      })
    )
    return (bytes) => {
      if (room[pool] > reserved && room[pool] + bytes > bytes_max) return false
      reserved += bytes
      room[pool] += bytes
      return true
    }
  })
