import * as Clock from "effect/Clock"

/** Real time, even if the caller provides another clock. */
export const realClock = Clock.make()

/** Monotonic milliseconds of real time. */
export const elapsed_ms = (): number => Number(realClock.unsafeCurrentTimeNanos() / 1_000n) / 1_000
