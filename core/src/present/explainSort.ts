import { formatInstant, formatUtc } from "../derive/formatInstant.js"
import type { JsonObject } from "../domain/Json.js"
import type { EventSort } from "../query/EventQuery.js"
import type { EventHit } from "../query/QueryPlan.js"
import { relativeAt } from "../query/relativeAt.js"

const explained = {
  "timingsWithFeatured.asc": ["featured", "relative", "firstTiming"],
  "timings.asc": ["relative", "firstTiming"],
  "lastTimingWithFeatured.asc": ["featured", "relative", "lastTiming"],
  "lastTiming.asc": ["relative", "lastTiming"],
  "updatedAt.desc": ["updatedAt"],
  "updatedAt.asc": ["updatedAt"]
} as const satisfies Record<EventSort, ReadonlyArray<string>>

type SortKey = (typeof explained)[EventSort][number]

const valueOf = (key: SortKey, { head, position }: EventHit, asOf: number): boolean | string => {
  const passed = relativeAt(head, asOf) === "passed"
  switch (key) {
    case "featured":
      return head.featured
    case "relative":
      return passed ? "passed" : "upcoming"
    case "firstTiming":
      return formatInstant(passed ? head.last.begin : position.key, head.timezone)
    case "lastTiming":
      return formatInstant(head.last.begin, head.timezone)
    case "updatedAt":
      return formatUtc(head.updatedAt)
  }
}

/**
 * What an event was sorted by, as a list of `{key, value}` in the order in which the sort applies them (service.md, includeSort; wire.md §6).
 * `firstTiming` is the begin of the slot that the event was sorted by. `asOf` is the plan's, epoch milliseconds.
 */
export const explainSort = (sort: EventSort, hit: EventHit, asOf: number): ReadonlyArray<JsonObject> =>
  explained[sort].map((key) => ({ key, value: valueOf(key, hit, asOf) }))
