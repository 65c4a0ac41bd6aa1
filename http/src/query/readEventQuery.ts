import type { Limits } from "@agenda-engine/core/domain/Limits"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import { instantOfCursor } from "@agenda-engine/core/query/event/Cursor"
import { eventFilters } from "@agenda-engine/core/query/event/eventFilters"
import type { EventQuery, PageStart } from "@agenda-engine/core/query/event/EventQuery"
import type { EventParameters } from "./eventParameters.js"
import { readEventView } from "./eventViewParameters.js"
import { isIndex, isTree, oneTextOf } from "./itemsOf.js"
import { ParameterReader, zoneNames } from "./ParameterReader.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"
import { readEventFilter, sentNames } from "./readEventFilter.js"
import { readFacets } from "./readFacets.js"

const readStart = (reader: ParameterReader, parameters: EventParameters): PageStart => {
  const cursor = reader.text(parameters.after)
  const skip = reader.oneInteger(parameters.from)
  if (cursor !== undefined && skip !== undefined) reader.fault("from", "and after cannot be combined", String(skip))
  if (cursor !== undefined) return { _tag: "After", cursor }
  return skip === undefined ? { _tag: "First" } : { _tag: "From", skip }
}

const zonesIn = (value: QueryValue): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item: QueryValue) => zonesIn(item))
  if (!isTree(value)) return []
  const zones = zoneNames.map((name) => oneTextOf(value[name])).filter((zone) => zone !== null)
  return [...zones, ...Object.entries(value).flatMap(([key, item]) => isIndex(key) ? zonesIn(item) : [])]
}

/** Time zone of `timings`, which its facets use too (wire.md §6). */
const zoneOfTimings = (reader: ParameterReader): string | undefined => {
  return reader.given(eventFilters.timings.parameter).flatMap(({ value }) => zonesIn(value)).find(isTimezone)
}

/**
 * Parses a list of events (wire.md §2, §6). Issues are returned in `faults`, so that the service reports them with its
 * own. `now`, in epoch milliseconds, resolves `today`; with a cursor, `today` is the day of the first page.
 */
export const readEventQuery = (tree: QueryTree, now: number, parameters: EventParameters, limits: Limits): EventQuery => {
  const after = new ParameterReader(tree, now).text(parameters.after) ?? []
  const reader = new ParameterReader(tree, instantOfCursor(after) ?? now)
  const facets = readFacets(reader, parameters.aggregations, {
    sizeLimit: reader.oneInteger(parameters.aggsSizeLimit),
    timezone: zoneOfTimings(reader)
  })
  const names = sentNames(reader)
  const query: EventQuery = {
    filter: readEventFilter(reader, tree, facets),
    removed: reader.choice(parameters.removed) ?? "without",
    sort: reader.formed(parameters.sort) ?? [],
    start: readStart(reader, parameters),
    size: reader.oneInteger(parameters.size) ?? limits.eventsPage_default,
    ...readEventView(reader, parameters),
    includeSort: reader.choice(parameters.includeSort) ?? false,
    exact: reader.choice(parameters.exact) ?? false,
    explain: reader.choice(parameters.explain) ?? false,
    facets,
    ...(names === undefined ? {} : { names })
  }
  return reader.issues.length === 0 ? query : { ...query, faults: reader.issues }
}
