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

const tries = 3

/**
 * Milliseconds of a time slice (`timeSlices`). A turn of sliced work ends with the step under way: two slices at most.
 */
const slice_ms = 5

/** The longest turn of a request and of a list before it, milliseconds. */
export interface MeasuredTurns {
  readonly turn: number
  readonly list: number
}

/**
 * The longest turns of a request and of a list. Each is the shortest of some tries, taken in turns, since a busy
 * machine and its caches lengthen the turns of some moments.
 */
export const measureTurns = <E, R>(
  list: (attempt: number) => Effect.Effect<number, E, R>,
  request: (attempt: number) => Effect.Effect<number, E, R>
): Effect.Effect<MeasuredTurns, E, R> =>
  Effect.map(
    Effect.forEach(Array.from({ length: tries }), (_, attempt) => Effect.all([list(attempt), request(attempt)])),
    (pairs) => ({ turn: Math.min(...pairs.map(([, own]) => own)), list: Math.min(...pairs.map(([one]) => one)) })
  )

/** Whether a turn is longer than two time slices and `lists` turns of a list together. */
export const isLong = ({ list, turn }: MeasuredTurns, lists: number): boolean => turn > 2 * slice_ms + lists * list
