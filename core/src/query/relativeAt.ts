import type { Interval } from "../domain/Timing.js"
import type { Relative } from "./EventQuery.js"

/** Temporal status of an event with these first and last slots (service.md, `relative`; wire.md §6). */
export const relativeAt = (slots: { readonly first: Interval; readonly last: Interval }, at: number): Relative => {
  if (slots.last.end <= at) return "passed"
  return slots.first.begin > at ? "upcoming" : "current"
}
