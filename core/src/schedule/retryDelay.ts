import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Backoff of queued work: one minute, doubled each time, at most six hours, for about three days. */
const retrySchedule = Schedule.exponential("1 minute").pipe(
  Schedule.union(Schedule.spaced("6 hours")),
  Schedule.intersect(Schedule.recurs(20))
)

/**
 * Delay before the next attempt in milliseconds, after this number of failed attempts; null after the last one. It
 * depends only on the stored count, so that retries survive a restart.
 */
export const retryDelay = (attempts: number): Effect.Effect<number | null> =>
  Effect.map(Schedule.run(Schedule.delays(retrySchedule), 0, Array.from({ length: attempts })), (delays) => {
    const delay = Chunk.toReadonlyArray(delays)[attempts - 1]
    return delay === undefined || Duration.equals(delay, Duration.zero) ? null : Duration.toMillis(delay)
  })
