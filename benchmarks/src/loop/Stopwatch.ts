import * as Effect from "effect/Effect"
import type { LoadResult } from "../load/LoadOptions.js"
import { makeTally } from "../load/Tally.js"
import { usageOf } from "../process/Usage.js"

/** Counts what one process does, one thing after the other. */
export interface Stopwatch {
  /** One more is done. */
  readonly lap: () => void
  /** The next one begins now: the time since the last one is not its own. */
  readonly begin: () => void
  /** What was counted since the watch was made; `done` where laps are not told one by one. */
  readonly result: (done?: number) => LoadResult
}

/** Starts counting. */
export const startWatch = (): Stopwatch => {
  const tally = makeTally()
  const cpu = process.cpuUsage()
  const began_ms = performance.now()
  let last_ms = began_ms
  let laps = 0
  return {
    lap: () => {
      const now_ms = performance.now()
      tally.add("", now_ms - last_ms)
      last_ms = now_ms
      laps++
    },
    begin: () => {
      last_ms = performance.now()
    },
    result: (done = laps) => {
      const took_ms = performance.now() - began_ms
      const { system, user } = process.cpuUsage(cpu)
      const { anonymous_bytes, resident_bytes } = usageOf(process.pid)
      return {
        ...tally.results(took_ms),
        requests: done,
        perSecond: done / took_ms * 1_000,
        cpu_us: (system + user) / done,
        resident_bytes,
        anonymous_bytes
      }
    }
  }
}

/**
 * Does the same again and again: for so long uncounted, then for so long counted. `before` each, something is done that
 * no latency contains.
 */
export const timeRepeated = <E, R>(
  ask: Effect.Effect<unknown, E, R>,
  { measure_ms, warmUp_ms }: { readonly warmUp_ms: number; readonly measure_ms: number },
  before: Effect.Effect<unknown, E, R> = Effect.void
): Effect.Effect<LoadResult, E, R> =>
  Effect.gen(function*() {
    const warmUntil_ms = performance.now() + warmUp_ms
    while (performance.now() < warmUntil_ms) yield* Effect.zipRight(before, ask)
    const watch = startWatch()
    const until_ms = performance.now() + measure_ms
    while (performance.now() < until_ms) {
      yield* before
      watch.begin()
      yield* ask
      watch.lap()
    }
    return watch.result()
  })
