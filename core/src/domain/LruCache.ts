interface Entry<A> {
  readonly value: A
  readonly bytes: number
}

/** LRU cache bounded by total bytes: evicts the least recently used entries when their sizes exceed `bytes_max`. */
export class LruCache<A> {
  private readonly entries = new Map<string, Entry<A>>()
  private total = 0

  constructor(private readonly bytes_max: number) {}

  /** The value of a key, which becomes the most recently used; undefined on a miss. */
  get(key: string): A | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Whether the cache has this key; does not count as a use. */
  has(key: string): boolean {
    return this.entries.has(key)
  }

  /**
   * Adds or replaces an entry of this size in bytes, and evicts old entries as needed. An entry larger than `bytes_max`
   * is not added and evicts no other.
   */
  set(key: string, value: A, bytes: number): void {
    this.total -= this.entries.get(key)?.bytes ?? 0
    this.entries.delete(key)
    if (bytes > this.bytes_max) return
    this.total += bytes
    this.entries.set(key, { value, bytes })
    for (const [leastRecent, { bytes: freed }] of this.entries) {
      if (this.total <= this.bytes_max) return
      this.entries.delete(leastRecent)
      this.total -= freed
    }
  }
}

/**
 * Memoizes a pure function of a string in an LRU cache of `entries_max` results.
 *
 * @example
 * const parsed = memoize(100, (text) => JSON.parse(text))
 */
export const memoize = <A>(entries_max: number, compute: (text: string) => A): (text: string) => A => {
  const cache = new Map<string, { readonly value: A }>()
  return (text) => {
    const cached = cache.get(text)
    // Below capacity nothing is evicted, so a hit does not need to update the order.
    if (cached !== undefined && cache.size < entries_max) return cached.value
    const entry = cached ?? { value: compute(text) }
    cache.delete(text)
    cache.set(text, entry)
    if (cache.size > entries_max) {
      const [leastRecent] = cache.keys()
      if (leastRecent !== undefined) cache.delete(leastRecent)
    }
    return entry.value
  }
}
