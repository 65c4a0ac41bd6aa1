import type { Interval } from "../domain/Timing.js"
import type { Relative } from "./EventQuery.js"

/** Where events stand in time whose first and last slots are these (service.md, `relative`; wire.md §6): exactly one of the three. */
export const relativeAt = (slots: { readonly first: Interval; readonly last: Interval }, at: number): Relative => {
  if (slots.last.end <= at) return "passed"
  return slots.first.begin > at ? "upcoming" : "current"
}
