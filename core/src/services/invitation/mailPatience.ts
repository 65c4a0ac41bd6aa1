import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** When a mail that is not taken for the moment is tried again: after a minute, then twice as long each time, six hours at most, for some three days. */
const mailPatience = Schedule.exponential("1 minute").pipe(
  Schedule.union(Schedule.spaced("6 hours")),
  Schedule.intersect(Schedule.recurs(20))
)

/**
 * Milliseconds to wait after so many trials in vain; null when that was the last. It follows from the count alone, which is stored, so that
 * patience outlives the process.
 */
export const delayAfter = (attempts: number): Effect.Effect<number | null> =>
  Effect.map(Schedule.run(Schedule.delays(mailPatience), 0, Array.from({ length: attempts })), (delays) => {
    const delay = Chunk.toReadonlyArray(delays)[attempts - 1]
    return delay === undefined || Duration.equals(delay, Duration.zero) ? null : Duration.toMillis(delay)
  })
