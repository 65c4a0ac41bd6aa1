import type { Interval } from "../domain/Timing.js"
import type { Relative } from "../query/EventQuery.js"

/** Where an event stands at an instant (wire.md §6): passed when every slot has ended, upcoming when none has begun, else current. */
export const relative = (first: Interval, last: Interval, at: number): Relative =>
  last.end <= at ? "passed" : first.begin > at ? "upcoming" : "current"
