import type { Issue } from "../../domain/error/Issue.js"
import { type AdditionalField, isInDetail, isOptioned } from "../../domain/field/AdditionalField.js"
import { type EventMemberName, eventMemberNames, eventShape } from "./eventShape.js"
import type { FieldTree } from "./FieldPath.js"

/**
 * Output formats of long descriptions (service.md, longDescriptionFormat): markdown as stored, HTML, or HTML with
 * linked media in iframes.
 */
export const descriptionFormats = ["markdown", "HTML", "HTMLWithEmbeds"] as const
/** Output format of long descriptions. */
export type DescriptionFormat = (typeof descriptionFormats)[number]

/** How events are presented (service.md, content parameters). */
export interface EventView {
  /** True for the full public form, false for the default list item. */
  readonly detailed: boolean
  /**
   * Collapses every text to one string in this language, else in the default language of the agenda, else in the first
   * available one. A text without any language becomes `""`, a keyword list without any becomes `[]`. Absent: all
   * languages.
   */
  readonly monolingual?: string | undefined
  /** Whether choice numbers are shown as `{id, label}`. */
  readonly includeLabels?: boolean | undefined
  /** Format of long descriptions; absent: markdown. */
  readonly longDescriptionFormat?: DescriptionFormat | undefined
  /** The selected members of the detailed form; absent: all members that `detailed` implies. */
  readonly fields?: FieldTree | undefined
  /** The parameter name that each path of `fields` was sent under, by path; absent: `includeFields`. */
  readonly pathNames?: { readonly [path: string]: string } | undefined
  /**
   * Whether a single event explains its ticket statuses, for moderators and administrators, and a list the score of
   * each event. Absent: false.
   */
  readonly explain?: boolean | undefined
  /** Additional fields of the agenda that the caller may read; set by services, never by requests. Absent: none. */
  readonly additional?: ReadonlyArray<AdditionalField> | undefined
  /** Parse errors of the request. The request is refused with these together with all other issues. */
  readonly faults?: ReadonlyArray<Issue> | undefined
}

/** A view of all members in all languages, without labels, and without removed events. */
export interface PlainView {
  readonly detailed?: boolean | undefined
  readonly monolingual?: undefined
  readonly includeLabels?: undefined
  readonly fields?: undefined
  readonly removed?: "without" | undefined
}

/** What a query whose type states the additional fields of its agenda has besides. */
export interface OfValues<Values> {
  /** Never set: its type is that of the additional fields by their codes. */
  readonly values?: Values
}

/** The full public form in all languages; default for single events and for responses to writes. */
export const wholeEvent = { detailed: true } as const satisfies EventView

/** Whether a view uses the detailed form, in whole or in part. */
export const isDetailed = (view: EventView): boolean => view.detailed || view.fields !== undefined

/** Whether a view includes a top-level member, for callers who may see it. */
export const shows = ({ detailed, fields }: EventView, name: EventMemberName): boolean =>
  fields === undefined ? detailed || eventShape[name].inItem : Object.hasOwn(fields, name)

/**
 * Whether a view includes an additional field that the caller may read. The default list item includes only fields with
 * options.
 */
export const showsField = ({ detailed, fields }: EventView, field: AdditionalField): boolean =>
  fields === undefined ? detailed || isOptioned(field) : Object.hasOwn(fields, field.field)

/** Whether a view includes anything from the body of a stored event. If not, bodies are not loaded. */
export const showsBody = (view: EventView): boolean =>
  eventMemberNames.some((name) => eventShape[name].storedIn === "body" && shows(view, name)) ||
  (view.additional ?? []).some((field) => isInDetail(field) && showsField(view, field))
