import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import { type DescriptionFormat, descriptionFormats, type EventView } from "@agenda-engine/core/query/event/EventView"
import { type FieldPath, readFieldPath, selectFields } from "@agenda-engine/core/query/event/FieldPath"
import { booleanOptions, type ChoiceParameter, type FormedParameter, type Parameter } from "@agenda-engine/core/query/Parameter"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

const single = { aliases: [], many: false } as const

/** A boolean parameter. */
export const flag = (name: string, description: string, absent: "0" | "1" = "0"): ChoiceParameter<boolean> => ({
  ...single,
  kind: "choice",
  name,
  description,
  absent,
  example: "1",
  options: booleanOptions
})

const monolingual: FormedParameter<string> = {
  ...single,
  kind: "formed",
  name: "monolingual",
  takes: "a language code, such as fr or pt-BR",
  read: languageTag,
  description:
    "Returns multilingual texts as one string, and keywords as one list: in this language, else in the agenda's default, else in the first available one; empty when there is none. Tags are matched by lookup (RFC 4647): `pt` falls back to `pt-BR`, and `pt-BR` to `pt`.",
  absent: null,
  example: "fr"
}

const longDescriptionFormat: ChoiceParameter<DescriptionFormat> = {
  ...single,
  kind: "choice",
  name: "longDescriptionFormat",
  description:
    "Format of `longDescription`: markdown, HTML, or HTML with embedded players for links to known media. No format contains scripts.",
  absent: "markdown",
  example: "HTML",
  options: descriptionFormats.map((format) => [format, format] as const),
  anyCase: true
}

const includeFields: FormedParameter<FieldPath> = {
  kind: "formed",
  name: "includeFields",
  aliases: ["if"],
  many: true,
  takes: "a path into the detailed form, such as uid, location.city, timings.begin or title.fr",
  read: readFieldPath,
  description:
    "The fields of the detailed form to return, one path per value: `includeFields[]=uid&includeFields[]=location.city`; `includeFields[0]` and a repeated name mean the same. A path is names joined by dots, without brackets and commas. It goes through lists without an index (`timings.begin`) and may end with a language below a multilingual text (`title.fr`). A path to an object or a list selects all of it. Additional fields are named by their codes. Objects contain only the members that a path names, so a member that the schema requires may be missing. With removed events, `uid`, `removed` and `updatedAt` are always returned.",
  absent: null,
  example: "location.city"
}

/** Whether a read of one event includes an explanation (wire.md §8). */
export const explain = flag(
  "explain",
  "1 adds `explain`: for every price and ticket status the rule that decides it, its inputs, and when it next changes by time alone. For access tokens and secret keys of moderators and administrators; 403 for others."
)

/**
 * Parameters that select the content of events (service.md, content parameters); `detailed` is the default of that
 * parameter.
 */
export const eventViewParameters = (detailed: "0" | "1") => ({
  detailed: flag("detailed", "1 for everything public of each event, 0 for what a list shows.", detailed),
  monolingual,
  longDescriptionFormat,
  includeLabels: flag(
    "includeLabels",
    "1 for `status`, `attendanceMode` and the options of additional fields as `{id, label}`, labels in several languages."
  ),
  includeFields
} as const satisfies Record<string, Parameter>)
/** Parameters that select the content of events. */
export type EventViewParameters = ReturnType<typeof eventViewParameters>

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
