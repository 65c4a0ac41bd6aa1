import type { AdditionalField } from "../domain/AdditionalField.js"
import { isOptioned, isTextual } from "../domain/fieldKinds.js"
import type { Issue } from "../domain/Issue.js"
import { eventForm, type EventMemberName, eventMemberNames } from "./EventForm.js"
import type { FieldTree } from "./FieldPath.js"

/** How long descriptions can be read (service.md, longDescriptionFormat): as stored, as HTML, as HTML with linked media in frames. */
export const descriptionFormats = ["markdown", "HTML", "HTMLWithEmbeds"] as const
/** How long descriptions can be read. */
export type DescriptionFormat = (typeof descriptionFormats)[number]

/** How events are looked at (service.md, content parameters). */
export interface EventView {
  /** Everything public, or the default list item. */
  readonly detailed: boolean
  /**
   * The language in which every text comes as one string: this one, else the agenda's default, else the first there is; a text in no
   * language is `""` and a list of keywords in none `[]`. Absent: all languages.
   */
  readonly monolingual?: string
  /** Whether the numbers of choices come as `{id, label}`. */
  readonly includeLabels?: boolean
  /** How long descriptions come; absent: as markdown. */
  readonly longDescriptionFormat?: DescriptionFormat
  /** What is picked out of the detailed form; absent: everything that `detailed` says. */
  readonly fields?: FieldTree
  /** The name of the parameter that each path of `fields` was sent under, by path; absent: `includeFields`. */
  readonly pathNames?: { readonly [path: string]: string }
  /** Whether a single read says why its tickets are shown as they are, which is for moderators and administrators; absent: not. */
  readonly explain?: boolean
  /** The agenda's additional fields that the viewer may read: for the services to say, not for requests. Absent: there are none. */
  readonly additional?: ReadonlyArray<AdditionalField>
  /** What of the request could not be read: it is refused with these and with what else is wrong. */
  readonly faults?: ReadonlyArray<Issue>
}

/** Everything public, in all languages: what single reads and answers to writes show unless asked otherwise. */
export const wholeEvent: EventView = { detailed: true }

/** Whether a view is of the detailed form, be it of a part of it. */
export const isDetailed = (view: EventView): boolean => view.detailed || view.fields !== undefined

/** Whether a view shows a top-level member to those who may see it. */
export const shows = ({ detailed, fields }: EventView, name: EventMemberName): boolean =>
  fields === undefined ? detailed || eventForm[name].inItem : Object.hasOwn(fields, name)

/** Whether a view shows an additional field that its viewer may read: the default list item has those of options. */
export const showsField = ({ detailed, fields }: EventView, field: AdditionalField): boolean =>
  fields === undefined ? detailed || isOptioned(field) : Object.hasOwn(fields, field.field)

/** Whether a view shows anything that is kept in the body of a stored event. Where none is, bodies are not read. */
export const showsBody = (view: EventView): boolean =>
  eventMemberNames.some((name) => eventForm[name].storedIn === "body" && shows(view, name)) ||
  (view.additional ?? []).some((field) => isTextual(field) && showsField(view, field))
