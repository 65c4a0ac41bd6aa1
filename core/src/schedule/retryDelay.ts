import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const longest = Schedule.spaced("6 hours")

/** Backoff of queued work: one minute, doubled each time, at most six hours, for about three days. */
const queuedWork = Schedule.exponential("1 minute").pipe(Schedule.union(longest), Schedule.intersect(Schedule.recurs(20)))

/** Backoff of webhooks: five seconds, trebled each time, at most six hours, for 28 hours. */
const webhooks = Schedule.exponential("5 seconds", 3).pipe(Schedule.union(longest), Schedule.intersect(Schedule.recurs(12)))

/** Backoff of consumers: one second, trebled each time, for 18 minutes: eight attempts. */
const consumers = Schedule.exponential("1 second", 3).pipe(Schedule.intersect(Schedule.recurs(7)))

const delayOf = <A>(schedule: Schedule.Schedule<A>) => (attempts: number): Effect.Effect<number | null> =>
  Effect.map(Schedule.run(Schedule.delays(schedule), 0, Array.from({ length: attempts })), (delays) => {
    const delay = Chunk.toReadonlyArray(delays)[attempts - 1]
    return delay === undefined || Duration.equals(delay, Duration.zero) ? null : Duration.toMillis(delay)
  })

/**
 * Delay before the next attempt in milliseconds, after this number of failed attempts; null after the last one. It
 * depends only on the stored count, so that retries survive a restart.
 */
export const retryDelay = delayOf(queuedWork)

/** As `retryDelay`, for deliveries of webhooks (wire.md §9). */
export const deliveryDelay = delayOf(webhooks)

/** As `retryDelay`, for changes that a consumer of the host did not handle. */
export const consumerDelay = delayOf(consumers)
