import * as Schedule from "effect/Schedule"

/** Interval in which workers look for what other processes left to do. */
export const pollInterval = "1 second"

/** Delays of polls while they fail, such as when the store is unavailable. */
export const failedPolls = Schedule.exponential(pollInterval).pipe(Schedule.union(Schedule.spaced("8 seconds")), Schedule.jittered)
