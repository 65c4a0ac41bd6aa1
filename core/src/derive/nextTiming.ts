import type { Interval } from "../domain/Timing.js"

/** The first slot that has not ended, one in progress included; null when all have (wire.md §5). `slots` in order of time, `now` in epoch milliseconds. */
export const nextTiming = (slots: ReadonlyArray<Interval>, now: number): Interval | null => {
  const next = slots.find((slot) => slot.end > now)
  return next === undefined ? null : { begin: next.begin, end: next.end }
}
