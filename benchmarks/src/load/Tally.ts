import type { Latencies } from "./LoadOptions.js"

/** Latencies in milliseconds, by sort of request. */
export interface Tally {
  readonly add: (kind: string, latency_ms: number) => void
  /** What was counted over so many milliseconds: all together, and each sort. */
  readonly results: (over_ms: number) => Latencies & { readonly kinds: Readonly<Record<string, Latencies>> }
}

const latenciesOf = (unsorted: ReadonlyArray<number>, over_ms: number): Latencies => {
  const sorted = Float64Array.from(unsorted).sort()
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? null
  return {
    requests: sorted.length,
    perSecond: sorted.length / over_ms * 1_000,
    p50_ms: percentile(0.5),
    p99_ms: percentile(0.99),
    max_ms: sorted.at(-1) ?? null
  }
}

/** Counts from nothing. */
export const makeTally = (): Tally => {
  const kinds = new Map<string, Array<number>>()
  return {
    add: (kind, latency_ms) => {
      const known = kinds.get(kind)
      if (known === undefined) kinds.set(kind, [latency_ms])
      else known.push(latency_ms)
    },
    results: (over_ms) => ({
      ...latenciesOf([...kinds.values()].flat(), over_ms),
      kinds: Object.fromEntries([...kinds].map(([kind, latencies]) => [kind, latenciesOf(latencies, over_ms)]))
    })
  }
}
