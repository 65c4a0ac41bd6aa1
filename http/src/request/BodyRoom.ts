import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CurrentSettings, type HttpSettings } from "../HttpSettings.js"

/**
 * Whose body it is. Callers who identify themselves in the headers share one pool of memory. Bodies that have to be read to find out who sends
 * them share a smaller one, so that they cannot use up the memory of the others.
 */
export type BodyPool = "identified" | "anonymous"

/** The bytes of request bodies that this process holds in memory, by pool. A reference: without a layer there is one count for all. */
class BodyRoom extends Context.Reference<BodyRoom>()("@agenda-engine/http/request/BodyRoom", {
  defaultValue: (): { [P in BodyPool]: number } => ({ identified: 0, anonymous: 0 })
}) {}

const maximumOf = (pool: BodyPool, { anonymousBodies_bytes_max, forms_bytes_max }: HttpSettings): number =>
  pool === "identified" ? forms_bytes_max : anonymousBodies_bytes_max

/**
 * Reserves memory for one body as its bytes arrive, until the scope closes. The function returns false when the pool has no room left beside
 * other bodies; a body that is alone in its pool always fits.
 */
export const openRoom = (pool: BodyPool): Effect.Effect<(bytes: number) => boolean, never, Scope.Scope> =>
  Effect.gen(function*() {
    const room = yield* BodyRoom
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
