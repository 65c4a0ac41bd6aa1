import { RecencyMap } from "@agenda-engine/core/domain/RecencyMap"

interface Bucket {
  tokens: number
  /** When the tokens were counted, in milliseconds. */
  at: number
}

/** Buckets that are kept. The one that was not used for longest is dropped first. */
const buckets_max = 100_000

const minute_ms = 60_000

/** Token buckets by key. Each holds a minute's tokens and is filled evenly. */
export class TokenBuckets {
  readonly #buckets = new RecencyMap<string, Bucket>()

  /** `quota`: tokens a minute, and the most that a bucket holds. */
  constructor(readonly quota: number, private readonly now: () => number) {}

  /** The number of buckets. */
  get size(): number {
    return this.#buckets.size
  }

  /** Whether the key has a bucket; without one it has all tokens. */
  has(key: string): boolean {
    return this.#buckets.has(key)
  }

  /** Milliseconds until the key has so many tokens; 0 when it has them. */
  wait_ms(key: string, tokens: number): number {
    const bucket = this.#filled(key)
    return bucket === undefined || bucket.tokens >= tokens ? 0 : (tokens - bucket.tokens) * minute_ms / this.quota
  }

  /** Takes tokens, also those that are not there yet, up to a minute's. */
  take(key: string, tokens: number): void {
    const bucket = this.#filled(key) ?? this.#add(key)
    bucket.tokens = Math.max(bucket.tokens - tokens, -this.quota)
  }

  /** Gives tokens back that were taken and not needed. */
  give(key: string, tokens: number): void {
    const bucket = this.#filled(key)
    if (bucket !== undefined) bucket.tokens = Math.min(this.quota, bucket.tokens + tokens)
  }

  #filled(key: string): Bucket | undefined {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return undefined
    const now = this.now()
    bucket.tokens = Math.min(this.quota, bucket.tokens + (now - bucket.at) * this.quota / minute_ms)
    bucket.at = now
    return bucket
  }

  #add(key: string): Bucket {
    const bucket = { tokens: this.quota, at: this.now() }
    this.#buckets.add(key, bucket)
    if (this.#buckets.size > buckets_max) this.#buckets.deleteOldest()
    return bucket
  }
}
