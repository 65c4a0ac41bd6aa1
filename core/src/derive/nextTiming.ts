import type { Interval } from "../domain/Timing.js"

/**
 * The first slot that has not ended, which may be in progress; null when all have ended (wire.md §5). `slots` must be
 * in chronological order; `now` is in epoch milliseconds.
 */
export const nextTiming = (slots: ReadonlyArray<Interval>, now: number): Interval | null => {
  const next = slots.find((slot) => slot.end > now)
  return next === undefined ? null : { begin: next.begin, end: next.end }
}
