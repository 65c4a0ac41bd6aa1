import { cacheEntryBytes } from "@agenda-engine/core/domain/heapBytes"
import { LruCache } from "@agenda-engine/core/domain/LruCache"
import { whileWaiting } from "@agenda-engine/core/schedule/CurrentWait"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"

/** Bytes of the parts that are kept for identical streams. */
const parts_bytes_max = 16 * 1_024 * 1_024

/** A written part of a stream. */
export interface WrittenPart<Chunk> {
  readonly chunk: Chunk
  /** Cursor of the next part; null on the last part of the list. */
  readonly after: ReadonlyArray<string> | null
  /** Maximum number of events that follow. */
  readonly left: number
}

/** Parts of the streams of one engine, so that identical streams at the same time are made once. */
export interface SharedParts {
  /** Makes a part, or takes the one that an identical stream made or is making. `key` names all that it depends on. */
  readonly take: <E>(key: string, make: Effect.Effect<WrittenPart<string>, E>) => Effect.Effect<WrittenPart<string>, E>
  /** Opens a stream until the end of the scope. Parts are kept while any stream is open. */
  readonly open: Effect.Effect<void, never, Scope.Scope>
}

/** No parts and no streams. */
export const makeSharedParts = (): SharedParts => {
  let made = new LruCache<WrittenPart<string>>(parts_bytes_max)
  let open = 0
  const inFlight = new Map<string, Deferred.Deferred<void>>()
  const enter = Effect.sync(() => {
    open++
  })
  const leave = Effect.sync(() => {
    open--
    if (open === 0) made = new LruCache(parts_bytes_max)
  })
  return {
    open: Effect.acquireRelease(enter, () => leave),
    take: (key, make) =>
      Effect.suspend(() => {
        const known = made.get(key)
        if (known !== undefined) return Effect.succeed(known)
        const other = inFlight.get(key)
        // The other stream may fail, or its client may leave: then this one makes the part.
        if (other !== undefined) {
          return Effect.flatMap(whileWaiting(Deferred.await(other)), () => {
            const found = made.get(key)
            return found === undefined ? make : Effect.succeed(found)
          })
        }
        const done = Deferred.unsafeMake<void>(FiberId.none)
        inFlight.set(key, done)
        return Effect.ensuring(
          Effect.tap(make, (part) => {
            made.set(key, part, cacheEntryBytes(key, part))
          }),
          Effect.suspend(() => {
            inFlight.delete(key)
            return Deferred.succeed(done, undefined)
          })
        )
      })
  }
}
