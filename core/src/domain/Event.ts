import * as Schema from "effect/Schema"
import { FieldValues } from "./FieldValue.js"
import { Image } from "./Image.js"
import { MultilingualKeywords, MultilingualText } from "./MultilingualText.js"
import { OffersEntry, SlotOffers } from "./Offers.js"
import { AgendaUid, EventUid, LocationUid, UserUid } from "./Uid.js"

/** Moderation state on the agenda (service.md, States): 2 published, 1 ready to publish, 0 to review, -1 refused. */
export const EventState = Schema.Literal(-1, 0, 1, 2).annotations({ identifier: "EventState" })
/** Moderation state on the agenda. */
export type EventState = typeof EventState.Type

/** The state that everybody may read. */
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

/** For each kind of accessibility whether the event offers it. */
export const Accessibility = Schema.Struct({
  hi: Schema.Boolean,
  vi: Schema.Boolean,
  pi: Schema.Boolean,
  mi: Schema.Boolean,
  ii: Schema.Boolean
}).annotations({ identifier: "Accessibility" })
/** For each kind of accessibility whether the event offers it. */
export type Accessibility = typeof Accessibility.Type

/** The ages an event is meant for, in years, both ends included; null leaves an end open. */
export const AgeRange = Schema.Struct({ min: Schema.NullOr(Schema.Int), max: Schema.NullOr(Schema.Int) }).annotations({
  identifier: "AgeRange"
})
/** The ages an event is meant for. */
export type AgeRange = typeof AgeRange.Type

/** A way to register: an address to write to, a number to call or a page to visit. */
export const Registration = Schema.Struct({
  type: Schema.Literal("email", "phone", "link"),
  value: Schema.String
}).annotations({ identifier: "Registration" })
/** A way to register. */
export type Registration = typeof Registration.Type

/** An identifier given by another system, unique in its agenda (service.md, Event). */
export const ExtId = Schema.Struct({ key: Schema.String, value: Schema.String }).annotations({ identifier: "ExtId" })
/** An identifier given by another system. */
export type ExtId = typeof ExtId.Type

/** A slot as an event holds it. Instants in epoch milliseconds, whole seconds. */
export const EventSlot = Schema.Struct({ id: Schema.String, begin: Schema.Int, end: Schema.Int })

/** What editors write: everything of an event but its identity, moderation and history. */
export const EventContent = Schema.Struct({
  title: MultilingualText,
  description: MultilingualText,
  longDescription: MultilingualText,
  conditions: MultilingualText,
  keywords: MultilingualKeywords,
  image: Schema.NullOr(Image),
  imageCredits: Schema.NullOr(Schema.String),
  attendanceMode: AttendanceMode,
  onlineAccessLink: Schema.NullOr(Schema.String),
  status: EventStatus,
  locationUid: Schema.NullOr(LocationUid),
  accessibility: Accessibility,
  age: AgeRange,
  registration: Schema.Array(Registration),
  /** IANA time zone in which the event's times are shown. */
  timezone: Schema.String,
  /**
   * Whether a write named the time zone. If not, it follows the location's. Absent of events that were written before this was recorded: then
   * it was named if it differs from the location's.
   */
  timezoneNamed: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** In order of time, never overlapping, at least one. */
  timings: Schema.NonEmptyArray(EventSlot),
  extIds: Schema.Array(ExtId),
  /** One for each provider at most. */
  offers: Schema.Array(OffersEntry),
  slotOffers: SlotOffers,
  /** Those that the agenda no longer defines are kept, and not shown. */
  fields: FieldValues
}).annotations({ identifier: "EventContent" })
/** What editors write. */
export type EventContent = typeof EventContent.Type

/** An event as the engine knows it. Instants in epoch milliseconds. */
export const Event = Schema.Struct({
  uid: EventUid,
  agendaUid: AgendaUid,
  /** Unique over all events, kept when the title changes. */
  slug: Schema.String,
  state: EventState,
  featured: Schema.Boolean,
  contributorUid: Schema.NullOr(UserUid),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  /** Counts the changes of content; the first is 1. */
  version: Schema.Int,
  ...EventContent.fields
}).annotations({ identifier: "Event" })
/** An event as the engine knows it. */
export type Event = typeof Event.Type
