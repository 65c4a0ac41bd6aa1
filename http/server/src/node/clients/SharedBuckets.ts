import type { SharedCount, SharedCounts } from "@agenda-engine/core/ports/host/RateCounts"
import * as Effect from "effect/Effect"
import type { TokenBuckets } from "./TokenBuckets.js"

const minute_ms = 60_000

/** Seconds after which the counts of a process are exchanged with those of the others. */
export const exchange_seconds = 1

/** Buckets whose counts are kept while the database is away. The one that was added first is dropped first. */
const pending_max = 10_000

/**
 * Buckets that the processes of one database share: what one takes is taken from those of the others, once they take
 * from the same bucket. While the database is away, each process allows half.
 */
export class SharedBuckets {
  /** What was taken since the last exchange, by bucket. */
  #pending = new Map<string, number>()
  /** What the buckets know to be taken in this minute and the one before, by minute and bucket. */
  #known = new Map<string, number>()
  #isAway = false

  constructor(readonly name: string, private readonly buckets: TokenBuckets, private readonly now: () => number) {}

  /** Requests a minute. */
  get quota(): number {
    return this.buckets.quota
  }

  /** Milliseconds until the key has so many tokens; 0 when it has them. */
  wait_ms(key: string, tokens: number): number {
    return this.buckets.wait_ms(key, this.#isAway ? Math.min(this.quota, tokens + this.quota / 2) : tokens)
  }

  /** Takes tokens from the bucket of a key. */
  take(key: string, tokens: number): void {
    this.buckets.take(key, tokens)
    this.#add(key, tokens)
  }

  /** Tells the other processes what was taken, and takes what they have taken. */
  exchange(counts: SharedCounts): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#pending.size === 0) return Effect.void
      const minute = Math.floor(this.now() / minute_ms)
      const own = this.#pending
      this.#pending = new Map()
      return Effect.match(counts.add(minute, new Map([...own].map(([key, taken]) => [this.#nameOf(key), taken] as const))), {
        onFailure: () => {
          this.#isAway = true
          for (const [key, taken] of own) this.#add(key, taken)
        },
        onSuccess: (found) => {
          this.#isAway = false
          this.#takeOfOthers(minute, own, found)
        }
      })
    })
  }

  #nameOf(key: string): string {
    return `${this.name} ${key}`
  }

  #add(key: string, tokens: number): void {
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + tokens)
    if (this.#pending.size <= pending_max) return
    for (const [oldest] of this.#pending) {
      this.#pending.delete(oldest)
      break
    }
  }

  #takeOfOthers(minute: number, own: ReadonlyMap<string, number>, found: ReadonlyArray<SharedCount>): void {
    const known = new Map([...this.#known].filter(([at]) => Number(at.split(" ", 1)) >= minute - 1))
    for (const [key, taken] of own) known.set(`${minute} ${key}`, (known.get(`${minute} ${key}`) ?? 0) + taken)
    const keys = new Map([...own].map(([key]) => [this.#nameOf(key), key] as const))
    for (const { minute: at, name, taken } of found) {
      const key = keys.get(name)
      if (key === undefined) continue
      const others = taken - (known.get(`${at} ${key}`) ?? 0)
      if (others > 0) this.buckets.take(key, others)
      known.set(`${at} ${key}`, taken)
    }
    this.#known = known
  }
}
