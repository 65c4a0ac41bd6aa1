import type { EventView } from "@agenda-engine/core/query/EventView"
import { selectFields } from "@agenda-engine/core/query/FieldPath"
import { type EventViewParameters, eventViewParameters, explain } from "./eventViewParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** Reads how events are to be looked at, among the other parameters of a request. */
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

/** The parameters of a single event, which comes in the detailed form unless asked otherwise. */
export const singleEventParameters = { ...eventViewParameters("1"), explain }

/**
 * Reads how a single event is to be looked at (wire.md §2, §5). What cannot be read is among its `faults`, for whoever answers to refuse
 * together with what only they can tell.
 */
export const readSingleEventView = (tree: QueryTree): EventView => {
  const reader = new ParameterReader(tree, 0)
  const view = { ...readEventView(reader, singleEventParameters), explain: reader.choice(explain) ?? false }
  return reader.issues.length === 0 ? view : { ...view, faults: reader.issues }
}
