import { type Issue, issue } from "../domain/Issue.js"
import type { EventFilter } from "./EventQuery.js"

/** Maximum number of ranges or boxes per filter; each may be a scan of its own. */
export const ranges_max = 100

/**
 * Issues for filters with too many ranges (wire.md §2, Query syntax), one per filter, under the parameter name that the
 * filter was sent as.
 */
export const rangeIssues = (
  { age, availabilityUpdatedAt, createdAt, fields = {}, geo, timings, updatedAt }: EventFilter,
  names: { readonly [filter: string]: string } = {}
): ReadonlyArray<Issue> => {
  const filters = [
    ...Object.entries({ age, availabilityUpdatedAt, createdAt, geo, timings, updatedAt }),
    ...Object.entries(fields).map(([code, { ranges }]) => [code, ranges] as const)
  ]
  return filters.flatMap(([name, ranges = []]) =>
    ranges.length <= ranges_max
      ? []
      : [issue("parameter.invalid", names[name] ?? name, {
        origin: ranges.length,
        message: `a filter takes at most ${ranges_max} ranges, not ${ranges.length}`,
        info: { max: ranges_max }
      })]
  )
}
