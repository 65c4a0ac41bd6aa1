import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const clock = Clock.make()

/** Longest delay of a timer of Node. */
const timer_ms_max = 2_147_483_647

/**
 * The real clock, whose sleeps do not keep the process alive: a program that has nothing else to do ends. For work
 * beside requests; a caller that waits for a sleep needs a clock that holds the process.
 */
export const unheldClock: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis(),
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) =>
    Effect.async<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Math.min(Duration.toMillis(duration), timer_ms_max)).unref()
      return Effect.sync(() => clearTimeout(timer))
    })
}
