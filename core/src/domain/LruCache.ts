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
