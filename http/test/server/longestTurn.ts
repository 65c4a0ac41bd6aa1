import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"

const schedstat = `/proc/${process.pid}/task/${process.pid}/schedstat`

const readCpu = (): number => Number(readFileSync(schedstat, "utf8").split(" ", 1)[0]) / 1_000_000

const isReadable = (): boolean => {
  try {
    return readCpu() > 0
  } catch {
    return false
  }
}

/** Milliseconds of this thread: those that it ran, where the system says so, since a busy machine lets it wait. */
const now_ms: () => number = isReadable() ? readCpu : () => performance.now()

/** The longest turn of the event loop while an effect runs, in milliseconds. */
export const longestTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const seen = { longest_ms: 0, last_ms: now_ms() }
      const look = (): void => {
        const looked_ms = now_ms()
        seen.longest_ms = Math.max(seen.longest_ms, looked_ms - seen.last_ms)
        seen.last_ms = looked_ms
      }
      return { seen, look, timer: setInterval(look, 1) }
    }),
    ({ look, seen }) =>
      Effect.map(effect, () => {
        look()
        return seen.longest_ms
      }),
    ({ timer }) => Effect.sync(() => clearInterval(timer))
  )
