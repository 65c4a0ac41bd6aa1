import { languageTag } from "@agenda-engine/core/domain/languageTag"
import { type DescriptionFormat, descriptionFormats } from "@agenda-engine/core/query/EventView"
import { type FieldPath, readFieldPath } from "@agenda-engine/core/query/FieldPath"
import { booleanOptions, type ChoiceParameter, type FormedParameter, type Parameter } from "./Parameter.js"

const single = { aliases: [], many: false } as const

/** A parameter that is on or off. */
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
    "One string for each text in several languages, and one list of keywords: in this language, else the agenda's default, else the first there is; empty where there is none. A tag is looked up (RFC 4647): `pt` takes `pt-BR`, and the other way round.",
  absent: null,
  example: "fr"
}

const longDescriptionFormat: ChoiceParameter<DescriptionFormat> = {
  ...single,
  kind: "choice",
  name: "longDescriptionFormat",
  description:
    "How `longDescription` comes: as markdown, as HTML, or as HTML with links to known media in frames that show them. Free of scripts in every one.",
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
    "What to show of the detailed form, and nothing else. Paths run through lists, and end on a language where there are several; additional fields go by their codes. Beside removed events, `uid`, `removed` and `updatedAt` stay.",
  absent: null,
  example: "location.city"
}

/** Whether a single read explains itself (wire.md §8). */
export const explain = flag(
  "explain",
  "1 for `explain` beside the event: for every price and every status of its tickets the rule that decides, the facts it looks at, and when it changes next by time alone. For access tokens and secret keys of moderators and administrators; 403 for others."
)

/** The parameters that say how events are looked at (service.md, content parameters), as data; `detailed` is what holds without them. */
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
/** The parameters that say how events are looked at. */
export type EventViewParameters = ReturnType<typeof eventViewParameters>
