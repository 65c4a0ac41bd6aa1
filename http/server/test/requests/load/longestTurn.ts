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

const wallClock = (): number => performance.now()

/** Milliseconds that this thread ran, where the system tells them, since a thread waits on a busy machine. */
const threadClock = isReadable() ? readCpu : wallClock

/** A turn of the event loop, milliseconds. */
export interface Turn {
  /** Time that the thread ran. Some systems count it in ticks of 4 ms. */
  readonly thread_ms: number
  readonly wall_ms: number
}

const longestOn = (now_ms: () => number) => {
  const seen = { longest_ms: 0, last_ms: now_ms() }
  return (): number => {
    const looked_ms = now_ms()
    seen.longest_ms = Math.max(seen.longest_ms, looked_ms - seen.last_ms)
    seen.last_ms = looked_ms
    return seen.longest_ms
  }
}

/** The longest turn of the event loop while an effect runs. */
export const longestTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Turn, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const [onThread, onWall] = [longestOn(threadClock), longestOn(wallClock)]
      const look = (): Turn => ({ thread_ms: onThread(), wall_ms: onWall() })
      return { look, timer: setInterval(look, 1) }
    }),
    ({ look }) => Effect.map(effect, look),
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

/** Whether a turn is longer than two time slices and `lists` turns of a list together. */
export const isLong = ({ list, turn }: MeasuredTurns, lists: number): boolean => turn > 2 * slice_ms + lists * list

/**
 * The longest turns of a request and of a list. Each is the shortest of some tries, since a busy machine and its caches
 * lengthen the turns of some moments. A request is tried again only while it takes longer than `lists` turns of a list.
 * A list is shorter than a tick of the thread's clock, so that the wall clock measures it.
 */
export const measureTurns = <E, R>(
  lists: number,
  list: (attempt: number) => Effect.Effect<Turn, E, R>,
  request: (attempt: number) => Effect.Effect<Turn, E, R>
): Effect.Effect<MeasuredTurns, E, R> =>
  Effect.gen(function*() {
    const turns = yield* Effect.forEach(Array.from({ length: tries }), (_, attempt) => list(attempt))
    let measured = { turn: Infinity, list: Math.min(...turns.map(({ wall_ms }) => wall_ms)) }
    for (let attempt = 0; attempt < tries && isLong(measured, lists); attempt++) {
      const { thread_ms } = yield* request(attempt)
      measured = { ...measured, turn: Math.min(measured.turn, thread_ms) }
    }
    return measured
  })
