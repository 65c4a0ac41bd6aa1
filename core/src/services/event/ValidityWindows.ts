import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { cacheEntryBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import { quarterHourAround, type TimeWindow, type TransitionScope, validityWindowAround } from "../../query/event/Transitions.js"
import { stampOf } from "../revision/topics.js"

/** Size of all windows, in bytes. */
const entries_bytes_max = 256 * 1_024

/**
 * The validity windows of responses about events. Within one no response changes by time alone: a page computed as of
 * the window's start equals a page computed as of any instant in it, and every process produces the same bytes.
 */
export class ValidityWindows extends Context.Tag("@agenda-engine/core/services/event/ValidityWindows")<ValidityWindows, {
  /**
   * The window around an instant, in epoch milliseconds. `read`: the revisions of these events, read before;
   * while they are unchanged, a window is read once. Null: nothing is cached.
   */
  readonly around: (at: number, events: TransitionScope, read: TopicRevisions | null) => Effect.Effect<TimeWindow, StoreError>
}>() {
  /** Windows by the transitions that `EventSearch` finds. */
  static readonly layer: Layer.Layer<ValidityWindows, never, EventSearch> = Layer.effect(ValidityWindows, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const store = yield* EventSearch
  const cache = new LruCache<{ readonly stamp: string; readonly window: TimeWindow }>(entries_bytes_max)

  return ValidityWindows.of({
    around: (at, { audience, scope }, read) => {
      const stamp = read === null ? null : stampOf(read)
      const key = JSON.stringify([scope, audience])
      const cached = stamp === null ? undefined : cache.get(key)
      if (cached !== undefined && cached.stamp === stamp && at >= cached.window.from && at < cached.window.until) {
        return Effect.succeed(cached.window)
      }
      return Effect.map(store.transitions({ scope, audience, at, ...quarterHourAround(at) }), (transitions) => {
        const window = validityWindowAround(at, transitions)
        if (stamp !== null) cache.set(key, { stamp, window }, cacheEntryBytes(key, { stamp, window }))
        return window
      })
    }
  })
})
