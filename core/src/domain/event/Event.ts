import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { FieldValues } from "../field/FieldValue.js"
import { AgendaUid, EventUid, LocationUid, UserUid } from "../identity/Uid.js"
import { Image } from "../media/Image.js"
import { MultilingualKeywords, MultilingualText } from "../text/MultilingualText.js"
import { OffersEntry, SlotOffers } from "../ticketing/Offers.js"

/** Moderation state on the agenda (service.md, States): 2 published, 1 ready to publish, 0 to review, -1 refused. */
export const EventState = Schema.Literal(-1, 0, 1, 2).annotations({ identifier: "EventState" })
/** Moderation state on the agenda. */
export type EventState = typeof EventState.Type

/** The state in which everyone may read the event. */
export const published = 2 satisfies EventState

/** 1 in person, 2 online, 3 mixed (wire.md §5). */
export const AttendanceMode = Schema.Literal(1, 2, 3).annotations({ identifier: "AttendanceMode" })
/** 1 in person, 2 online, 3 mixed. */
export type AttendanceMode = typeof AttendanceMode.Type

/** 1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled (wire.md §5). */
export const EventStatus = Schema.Literal(1, 2, 3, 4, 5, 6).annotations({ identifier: "EventStatus" })
/** 1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled. */
export type EventStatus = typeof EventStatus.Type

/** The kinds of accessibility: hi hearing, vi visual, pi psychic, mi motor, ii intellectual. */
export const accessibilityKinds = ["hi", "vi", "pi", "mi", "ii"] as const

/** Whether the event offers each kind of accessibility. */
export const Accessibility = Schema.Struct({
  hi: Schema.Boolean,
  vi: Schema.Boolean,
  pi: Schema.Boolean,
  mi: Schema.Boolean,
  ii: Schema.Boolean
}).annotations({ identifier: "Accessibility" })
/** Whether the event offers each kind of accessibility. */
export type Accessibility = typeof Accessibility.Type

/** The age range of an event, in years, both bounds inclusive; null when a bound is open. */
export const AgeRange = Schema.Struct({ min: Schema.NullOr(Schema.Int), max: Schema.NullOr(Schema.Int) }).annotations({
  identifier: "AgeRange"
})
/** The age range of an event. */
export type AgeRange = typeof AgeRange.Type

/** A way to register: an e-mail address, a phone number or a web page. */
export const Registration = Schema.Struct({
  type: Schema.Literal("email", "phone", "link"),
  value: Schema.String
}).annotations({ identifier: "Registration" })
/** A way to register. */
export type Registration = typeof Registration.Type

/** An external identifier, assigned by another system; unique in its agenda (service.md, Event). */
export const ExtId = Schema.Struct({ key: Schema.String, value: Schema.String }).annotations({ identifier: "ExtId" })
/** An external identifier, assigned by another system. */
export type ExtId = typeof ExtId.Type

/**
 * Merges external identifiers by key (wire.md §2, PATCH): replaces those with the same key, appends new ones, and
 * removes those set to null.
 *
 * @example
 * mergeExtIds([{ key: "erp", value: "1" }], [{ key: "erp", value: "2" }]) // [{ key: "erp", value: "2" }]
 */
export const mergeExtIds = (
  stored: ReadonlyArray<ExtId>,
  changes: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
): ReadonlyArray<ExtId> => {
  const values = new Map<string, string | null>([...stored, ...changes].map(({ key, value }) => [key, value]))
  return [...values].flatMap(([key, value]) => value === null ? [] : [{ key, value }])
}

/** A slot of a stored event. Instants in epoch milliseconds, whole seconds. */
export const EventSlot = Schema.Struct({ id: Schema.String, begin: Schema.Int, end: Schema.Int })

/** The content fields in the summary of a stored event, which the default list item shows. */
export const summaryFields = {
  title: MultilingualText,
  description: MultilingualText,
  image: Schema.NullOr(Image),
  imageCredits: Schema.NullOr(Schema.String),
  keywords: MultilingualKeywords,
  onlineAccessLink: Schema.NullOr(Schema.String)
}

/** The content fields in the detail of a stored event, which only the detailed form shows. */
export const detailFields = {
  longDescription: MultilingualText,
  conditions: MultilingualText,
  registration: Schema.Array(Registration),
  accessibility: Accessibility,
  age: AgeRange,
  slotOffers: SlotOffers,
  /** Whether a write set the time zone explicitly; if not, it follows the location's. */
  timezoneNamed: Schema.Boolean
}

/** The editable content of an event: everything but identity, moderation and history. */
export const EventContent = Schema.Struct({
  ...summaryFields,
  ...detailFields,
  attendanceMode: AttendanceMode,
  status: EventStatus,
  locationUid: Schema.NullOr(LocationUid),
  /** IANA time zone in which the event's times are shown. */
  timezone: Schema.String,
  /** Ordered by time, not overlapping, at least one. */
  timings: Schema.NonEmptyArray(EventSlot),
  extIds: Schema.Array(ExtId),
  /** At most one entry per provider. */
  offers: Schema.Array(OffersEntry),
  /** Values of fields that the agenda no longer defines stay stored but are not shown. */
  fields: FieldValues
}).annotations({ identifier: "EventContent" })
/** The editable content of an event. */
export type EventContent = typeof EventContent.Type

/** The content fields that a write replaces as a whole when it names them. */
export type PlainContent = Omit<
  EventContent,
  "extIds" | "fields" | "offers" | "slotOffers" | "timezone" | "timezoneNamed" | "timings"
>

/** Their values in an event that has none (wire.md §5), in the order of an export. */
export const emptyContent: PlainContent = {
  title: {},
  description: {},
  longDescription: {},
  conditions: {},
  keywords: {},
  image: null,
  imageCredits: null,
  attendanceMode: 1,
  onlineAccessLink: null,
  status: 1,
  locationUid: null,
  accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false },
  age: { min: null, max: null },
  registration: []
}

/** The names of `PlainContent`. */
export const plainFields = Struct.keys(emptyContent)

/** The fields of `PlainContent` that are text keyed by language. */
export type TextField = {
  [F in keyof PlainContent]: (typeof EventContent.fields)[F] extends typeof MultilingualText ? F : never
}[keyof PlainContent]

const isTextField = (field: keyof PlainContent): field is TextField => EventContent.fields[field] === MultilingualText

/** The names of the text fields, in the order of an export. */
export const textFields = plainFields.filter(isTextField)

/** The schemas of the text fields. */
export const textSchemas = Struct.pick(EventContent.fields, ...textFields)

/** The fields that a create and a full update must contain. */
export const requiredFields: ReadonlySet<string> = new Set(["title", "description", "timings"])

/** An event. Instants in epoch milliseconds. */
export const Event = Schema.Struct({
  uid: EventUid,
  agendaUid: AgendaUid,
  /** Unique over all events; does not change with the title. */
  slug: Schema.String,
  state: EventState,
  featured: Schema.Boolean,
  contributorUid: Schema.NullOr(UserUid),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  /** Incremented with each change of content; starts at 1. */
  version: Schema.Int,
  ...EventContent.fields
}).annotations({ identifier: "Event" })
/** An event. */
export type Event = typeof Event.Type
