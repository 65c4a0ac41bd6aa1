import type { Interval } from "../domain/Timing.js"

/** The first and the last of an event's slots. */
export interface Span {
  readonly first: Interval
  readonly last: Interval
}

/** The first and last slot of slots in order of time; null when there is none. */
export const spanOf = (slots: ReadonlyArray<Interval>): Span | null => {
  const first = slots[0]
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return null
  return { first: { begin: first.begin, end: first.end }, last: { begin: last.begin, end: last.end } }
}
