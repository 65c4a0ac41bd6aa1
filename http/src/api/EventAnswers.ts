import {
  Accessibility,
  AgeRange,
  AttendanceMode,
  EventImage,
  EventState,
  EventStatus,
  ExtId,
  Registration
} from "@agenda-engine/core/domain/Event"
import { MultilingualKeywords, MultilingualText } from "@agenda-engine/core/domain/MultilingualText"
import * as Schema from "effect/Schema"
import { Instant } from "./AgendaAnswers.js"
import { Warnings } from "./Warnings.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Span = Schema.Struct({ begin: Instant, end: Instant }).annotations({ identifier: "Timing" })
const Slot = Schema.Struct({ id: Schema.String, begin: Instant, end: Instant }).annotations({ identifier: "Slot" })

/** An event as answers show it: the members of the default list item, then those of the detailed form (wire.md §5, Default list item). */
export const EventAnswer = Schema.Struct({
  uid: Schema.Int,
  slug: Schema.String,
  title: MultilingualText,
  description: MultilingualText,
  image: Schema.NullOr(EventImage),
  imageCredits: Schema.NullOr(Schema.String),
  featured: Schema.Boolean,
  attendanceMode: AttendanceMode,
  onlineAccessLink: Schema.NullOr(Schema.String),
  keywords: MultilingualKeywords,
  dateRange: MultilingualText,
  originAgenda: Schema.Struct({ uid: Schema.Int, title: Schema.String, image: Schema.NullOr(Schema.String) }),
  location: Schema.NullOr(Schema.Unknown),
  status: EventStatus,
  firstTiming: Span,
  nextTiming: Schema.NullOr(Span),
  lastTiming: Span,
  longDescription: optional(MultilingualText),
  conditions: optional(MultilingualText),
  timings: optional(Schema.Array(Slot)),
  registration: optional(Schema.Array(Registration)),
  accessibility: optional(Accessibility),
  age: optional(AgeRange),
  state: optional(EventState),
  createdAt: optional(Instant),
  updatedAt: optional(Instant),
  timezone: optional(Schema.String),
  extIds: optional(Schema.Array(ExtId)),
  locationUid: optional(Schema.NullOr(Schema.Int)),
  member: optional(Schema.Unknown.annotations({ description: "Who contributed it; for moderators and administrators." })),
  removed: optional(Schema.Boolean.annotations({ description: "Present when removed events were asked for." })),
  sort: optional(Schema.Unknown.annotations({ description: "What the event was sorted by; with `includeSort=1`." }))
}).annotations({ identifier: "Event" })

/** What is left of a removed event. */
export const TombstoneAnswer = Schema.Struct({
  uid: Schema.Int,
  removed: Schema.Literal(true),
  updatedAt: Instant
}).annotations({ identifier: "RemovedEvent" })

/** A page of events. */
export const EventPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int.annotations({ description: "How many match in all." }),
  events: Schema.Array(Schema.Union(EventAnswer, TombstoneAnswer)),
  after: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "Pass as repeated `after[]` for the next page; null exactly when nothing is left."
  }),
  sort: Schema.String.annotations({ description: "The order of the list." })
}).annotations({ identifier: "EventPage" })

/** One event. */
export const OneEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, warnings: Warnings }).annotations({
  identifier: "OneEvent"
})

const text = Schema.Union(Schema.String, MultilingualText)

/** What an event is made from. */
export const EventBody = Schema.Struct({
  title: text,
  description: text,
  timings: Schema.Array(Schema.Struct({ id: optional(Schema.String), begin: Instant, end: Instant })),
  longDescription: optional(text),
  conditions: optional(text),
  keywords: optional(Schema.Union(Schema.Array(Schema.String), MultilingualKeywords)),
  locationUid: optional(Schema.NullOr(Schema.Int)),
  attendanceMode: optional(AttendanceMode),
  onlineAccessLink: optional(Schema.NullOr(Schema.String)),
  status: optional(EventStatus),
  state: optional(EventState),
  featured: optional(Schema.Boolean),
  registration: optional(Schema.Array(Schema.Union(Schema.String, Registration))),
  accessibility: optional(Schema.Union(Schema.Array(Schema.String), Accessibility)),
  age: optional(AgeRange),
  imageCredits: optional(Schema.NullOr(Schema.String)),
  timezone: optional(Schema.String),
  extIds: optional(Schema.Array(ExtId))
}).annotations({
  identifier: "EventBody",
  description: "The fields at the root or under `data`; also as the field `data` of a form.",
  examples: [{
    title: { fr: "Concert d'été", en: "Summer concert" },
    description: { fr: "Jazz en plein air", en: "Jazz in the open air" },
    timings: [{ begin: "2030-06-01T19:00:00+02:00", end: "2030-06-01T22:00:00+02:00" }],
    locationUid: 7
  }]
})

/** The fields of an event to replace; the others stay. */
export const EventPatch = Schema.partialWith(Schema.Struct(EventBody.fields), { exact: true }).annotations({
  identifier: "EventPatch",
  description: "The fields to replace, each whole; those absent stay. Null or empty empties an optional field."
})
