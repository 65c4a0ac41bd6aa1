import { type Issue, issue } from "../domain/Issue.js"
import type { EventFilter } from "./EventQuery.js"

/** How many ranges, or boxes on the map, one filter takes: each may be a search of its own. */
export const ranges_max = 100

/** What is wrong with how many ranges the filters of a list have (wire.md §2, Query syntax): an issue for each that has too many, by the name that it was sent under. */
export const rangeIssues = (
  { age, availabilityUpdatedAt, createdAt, fields = {}, geo, timings, updatedAt }: EventFilter,
  names: { readonly [filter: string]: string } = {}
): ReadonlyArray<Issue> => {
  const asked = [
    ...Object.entries({ age, availabilityUpdatedAt, createdAt, geo, timings, updatedAt }),
    ...Object.entries(fields).map(([code, { ranges }]) => [code, ranges] as const)
  ]
  return asked.flatMap(([name, ranges = []]) =>
    ranges.length <= ranges_max
      ? []
      : [issue("parameter.invalid", names[name] ?? name, {
        origin: ranges.length,
        message: `a filter takes at most ${ranges_max} ranges, not ${ranges.length}`,
        info: { max: ranges_max }
      })]
  )
}
