import type { SharedCounts } from "@agenda-engine/core/ports/host/RateCounts"
import * as Effect from "effect/Effect"
import type { TokenBuckets } from "./TokenBuckets.js"

const minute_ms = 60_000

/** Seconds after which the counts of a process are exchanged with those of the others. */
export const exchange_seconds = 1

/**
 * Buckets that the processes of one database share: what one takes is taken from those of the others, once they take
 * from the same bucket. While the database is away, each process allows half.
 */
export class SharedBuckets {
  /** What was taken since the last exchange, by bucket. */
  #pending = new Map<string, number>()
  /** What this process and the others have taken in this minute, as far as the buckets know. */
  #known = new Map<string, number>()
  #minute = 0
  #isAway = false

  constructor(readonly name: string, private readonly buckets: TokenBuckets, private readonly now: () => number) {}

  /** Requests a minute. */
  get quota(): number {
    return this.buckets.quota
  }

  /** Milliseconds until the key has so many tokens; 0 when it has them. */
  wait_ms(key: string, tokens: number): number {
    return this.buckets.wait_ms(key, this.#isAway ? tokens + this.quota / 2 : tokens)
  }

  /** Takes tokens from the bucket of a key. */
  take(key: string, tokens: number): void {
    this.buckets.take(key, tokens)
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + tokens)
  }

  /** Gives tokens back that were taken and not needed. */
  give(key: string, tokens: number): void {
    this.buckets.give(key, tokens)
    this.#pending.set(key, (this.#pending.get(key) ?? 0) - tokens)
  }

  /** Tells the other processes what was taken, and takes what they have taken. */
  exchange(counts: SharedCounts): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#pending.size === 0) return Effect.void
      const minute = Math.floor(this.now() / minute_ms)
      const own = this.#pending
      this.#pending = new Map()
      const named = new Map([...own].map(([key, taken]) => [`${this.name} ${key}`, taken] as const))
      return Effect.match(counts.add(minute, named), {
        onFailure: () => {
          this.#isAway = true
          for (const [key, taken] of own) this.#pending.set(key, (this.#pending.get(key) ?? 0) + taken)
        },
        onSuccess: (totals) => {
          this.#isAway = false
          if (minute !== this.#minute) this.#known = new Map()
          this.#minute = minute
          for (const [key, taken] of own) {
            const total = totals.get(`${this.name} ${key}`) ?? taken
            const known = (this.#known.get(key) ?? 0) + taken
            if (total > known) this.buckets.take(key, total - known)
            this.#known.set(key, total)
          }
        }
      })
    })
  }
}
