import { RecencyMap } from "./RecencyMap.js"

interface Entry<A> {
  readonly value: A
  readonly bytes: number
}

/** LRU cache bounded by total bytes: evicts the least recently used entries when their sizes exceed `bytes_max`. */
export class LruCache<A> {
  private readonly entries = new RecencyMap<string, Entry<A>>()
  private total = 0

  constructor(private readonly bytes_max: number) {}

  /** The value of a key, which becomes the most recently used; undefined on a miss. */
  get(key: string): A | undefined {
    return this.entries.get(key)?.value
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
    this.delete(key)
    if (bytes > this.bytes_max) return
    this.entries.add(key, { value, bytes })
    this.total += bytes
    while (this.total > this.bytes_max) this.total -= this.entries.deleteOldest()?.bytes ?? 0
  }

  /** Removes the entry of a key, if there is one. */
  delete(key: string): void {
    this.total -= this.entries.delete(key)?.bytes ?? 0
  }
}

/**
 * Memoizes a pure function of a string in an LRU cache of `entries_max` results.
 *
 * @example
 * const parsed = memoize(100, (text) => JSON.parse(text))
 */
export const memoize = <A>(entries_max: number, compute: (text: string) => A): (text: string) => A => {
  const cache = new RecencyMap<string, { readonly value: A }>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached.value
    const value = compute(text)
    cache.delete(text)
    cache.add(text, { value })
    if (cache.size > entries_max) cache.deleteOldest()
    return value
  }
}
