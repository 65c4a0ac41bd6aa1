import type { EventView } from "@agenda-engine/core/query/EventView"
import { selectFields } from "@agenda-engine/core/query/FieldPath"
import { type EventViewParameters, eventViewParameters, explain } from "./eventViewParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** Parses the content parameters of events. */
export const readEventView = (reader: ParameterReader, parameters: EventViewParameters): EventView => {
  const detailed = reader.choice(parameters.detailed) ?? parameters.detailed.absent === "1"
  const monolingual = reader.oneFormed(parameters.monolingual)
  const longDescriptionFormat = reader.choice(parameters.longDescriptionFormat)
  const includeLabels = reader.choice(parameters.includeLabels) ?? false
  const paths = reader.formed(parameters.includeFields)
  const renamed = reader.sentTexts(parameters.includeFields).filter(([, name]) => name !== parameters.includeFields.name)
  return {
    detailed,
    ...(monolingual === undefined ? {} : { monolingual }),
    ...(longDescriptionFormat === undefined ? {} : { longDescriptionFormat }),
    includeLabels,
    ...(paths === undefined ? {} : { fields: selectFields(paths) }),
    ...(renamed.length === 0 ? {} : { pathNames: Object.fromEntries(renamed) })
  }
}

/** Parameters of a read of one event, which is detailed by default. */
export const singleEventParameters = { ...eventViewParameters("1"), explain }

/**
 * Parses the content parameters of one event (wire.md §2, §5). Issues are returned in `faults`, so that the service
 * reports them with its own.
 */
export const readSingleEventView = (tree: QueryTree): EventView => {
  const reader = new ParameterReader(tree, 0)
  const view = { ...readEventView(reader, singleEventParameters), explain: reader.choice(explain) ?? false }
  return reader.issues.length === 0 ? view : { ...view, faults: reader.issues }
}
