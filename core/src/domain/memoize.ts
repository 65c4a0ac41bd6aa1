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
