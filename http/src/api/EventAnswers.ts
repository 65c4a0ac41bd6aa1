import {
  Accessibility,
  AgeRange,
  AttendanceMode,
  detailFields,
  EventState,
  EventStatus,
  ExtId,
  type PlainContent,
  Registration,
  summaryFields,
  textSchemas
} from "@agenda-engine/core/domain/event/Event"
import { MultilingualKeywords, MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import { slotStatuses } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { eventMemberNames } from "@agenda-engine/core/query/event/eventShape"
import { EmbeddedLink } from "@agenda-engine/core/record/EventDocument"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant } from "./AgendaAnswers.js"
import { ImageBody } from "./ImageBody.js"
import { ProblemItem, Warnings } from "./Problem.js"
import {
  ExplanationAnswer,
  OfferAnswer,
  OfferBody,
  OffersAggregateAnswer,
  SlotAvailabilityAnswer,
  SlotOfferAnswer,
  SlotOfferBody
} from "./TicketAnswers.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Span = Schema.Struct({ begin: Instant, end: Instant }).annotations({ identifier: "Timing" })
const Slot = Schema.Struct({
  id: Schema.String,
  begin: Instant,
  end: Instant,
  offers: optional(Schema.Array(SlotOfferAnswer)),
  availability: optional(Schema.Array(SlotAvailabilityAnswer))
}).annotations({ identifier: "Slot" })

const text = Schema.Union(Schema.String, MultilingualText)
const keywords = Schema.Union(Schema.Array(Schema.String), MultilingualKeywords)

const labelled = <A, I>(choice: Schema.Schema<A, I>) => Schema.Union(choice, Schema.Struct({ id: choice, label: text }))

/** Additional fields of the agenda, as extra members of the event. */
const byCode = {
  key: Schema.String,
  value: Schema.Unknown.annotations({
    description:
      "Any other member: an additional field of the agenda by its code, a list of option ids, one id, a boolean, a number, text, a day, `{url, name, size, type}` of a file, or an image, as `image`."
  })
}

/** oEmbed data of a link; `html` is one iframe. */
const MediaLink = EmbeddedLink.annotations({
  identifier: "MediaLink",
  description: "A link of `longDescription` to a known platform, with its oEmbed data."
})

/** A change of an event's moderation state. */
const StateChange = Schema.Struct({
  at: Instant,
  from: Schema.NullOr(EventState).annotations({ description: "Null: the event was created." }),
  to: EventState,
  motive: Schema.NullOr(Schema.String),
  by: Schema.NullOr(
    Schema.Struct({ userUid: Schema.NullOr(Schema.Int), name: Schema.NullOr(Schema.String), deletedUser: Schema.Boolean })
  ).annotations({ description: "Null: the operator. A deleted user has neither uid nor name." }),
  key: Schema.NullOr(Schema.String).annotations({ description: "The id of the key that was used; null: the operator." })
}).annotations({
  identifier: "StateChange",
  description: "A change of state; for access tokens and secret keys of moderators and administrators."
})

/** The schema of each member. Content fields that are not listed have the schema of the stored event. */
const members = {
  ...summaryFields,
  ...detailFields,
  ...Record.map(textSchemas, () => text),
  uid: Schema.Int,
  slug: Schema.String,
  featured: Schema.Boolean,
  attendanceMode: labelled(AttendanceMode),
  keywords,
  dateRange: text,
  originAgenda: Schema.Struct({
    uid: Schema.Int,
    title: Schema.String,
    image: Schema.NullOr(Schema.String),
    slug: optional(Schema.String),
    url: optional(Schema.NullOr(Schema.String)),
    official: optional(Schema.Boolean),
    description: optional(Schema.String)
  }).annotations({ description: "The last four in the detailed form." }),
  location: Schema.NullOr(Schema.Unknown),
  status: labelled(EventStatus),
  firstTiming: Span,
  nextTiming: Schema.NullOr(Span),
  lastTiming: Span,
  offers: Schema.Array(OfferAnswer).annotations({ description: "Where there are any." }),
  offersAggregate: OffersAggregateAnswer,
  longDescription: text.annotations({ description: "Markdown, or HTML with `longDescriptionFormat`." }),
  timings: Schema.Array(Slot),
  state: EventState,
  createdAt: Instant,
  updatedAt: Instant,
  availabilityUpdatedAt: Instant.annotations({ description: "When availability last changed; absent if it never did." }),
  timezone: Schema.String,
  country: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.String })),
  links: Schema.Array(MediaLink),
  extIds: Schema.Array(ExtId),
  locationUid: Schema.NullOr(Schema.Int),
  member: Schema.Unknown.annotations({
    description: "Who contributed it; for access tokens and secret keys of moderators and administrators."
  }),
  stateHistory: Schema.Array(StateChange),
  removed: Schema.Boolean.annotations({ description: "Present when removed events were requested." })
}

/**
 * An event in a response. The members of the default list item come first, then those of the detailed form (wire.md
 * §5). Every member is optional, because `includeFields` can select any of them.
 */
export const EventAnswer = Schema.partialWith(
  Schema.Struct({
    ...Struct.pick(members, ...eventMemberNames),
    sort: Schema.Unknown.annotations({ description: "What the event was sorted by; with `includeSort=1`." })
  }, byCode),
  { exact: true }
).annotations({
  identifier: "Event",
  description:
    "An event: in lists the main members, with `detailed=1` all, with `includeFields` the selected ones. Text is keyed by language, or with `monolingual` a string; with `includeLabels=1` choices are `{id, label}`. Lists contain only additional fields with options, single reads all that the caller may read."
})

/** Tombstone of a removed event. */
export const TombstoneAnswer = Schema.Struct({
  uid: Schema.Int,
  removed: Schema.Literal(true),
  updatedAt: Instant
}).annotations({ identifier: "RemovedEvent" })

const Point = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })

const Bucket = Schema.Struct({
  key: optional(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  eventCount: optional(Schema.Int),
  timingCount: optional(Schema.Int.annotations({ description: "Of the facet `timings`: slots, not events." })),
  id: optional(Schema.Int.annotations({ description: "Of an option of an additional field." })),
  label: optional(text),
  location: optional(Schema.Struct({ uid: Schema.Int, name: Schema.String })),
  agenda: optional(Schema.Struct({
    uid: Schema.Int,
    title: Schema.String,
    slug: Schema.String,
    image: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String)
  })),
  latitude: optional(Schema.Number),
  longitude: optional(Schema.Number)
}).annotations({ identifier: "FacetBucket", description: "A value (`key`, or `id` and `label`) with its count." })

const Viewport = Schema.Struct({ topLeft: Point, bottomRight: Point }).annotations({ identifier: "Viewport" })

const Timespan = Schema.Struct({ first: Instant, last: Instant }).annotations({ identifier: "Timespan" })

const metric = Schema.NullOr(Schema.Number)

const Metrics = Schema.Struct({ sum: metric, avg: metric, min: metric, max: metric }).annotations({ identifier: "FieldMetrics" })

/** A page of events. */
export const EventPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int.annotations({ description: "Total number of matching events." }),
  events: Schema.Array(Schema.Union(EventAnswer, TombstoneAnswer)),
  after: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "Pass as repeated `after[]` for the next page; null on the last page."
  }),
  sort: Schema.Union(Schema.String, Schema.Array(Schema.String)).annotations({
    description: "The orders of the list, in the order in which they apply."
  }),
  aggregations: optional(
    Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.Union(Schema.Array(Bucket), Viewport, Timespan, Metrics)) })
      .annotations({ description: "The requested facets, by their keys." })
  )
}).annotations({ identifier: "EventPage" })

/** Response with one written event. */
export const OneEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, warnings: Warnings }).annotations({
  identifier: "OneEvent"
})

/** Response to a read of one event. */
export const ReadEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, explain: optional(ExplanationAnswer) })
  .annotations({ identifier: "ReadEvent" })

/** The schema.org graph of an event (wire.md §8, Structured data). */
export const StructuredData = Schema.Struct({
  "@context": Schema.Literal("https://schema.org"),
  "@graph": Schema.Array(
    Schema.Struct({ "@type": Schema.Literal("Event"), "@id": Schema.String }, { key: Schema.String, value: Schema.Unknown })
  )
}).annotations({ identifier: "StructuredData", description: "One schema.org Event for each slot." })

/** A slot in a write's body. */
const SlotBody = Schema.Struct({
  id: optional(Schema.String),
  begin: Instant,
  end: Instant,
  offers: optional(
    Schema.Array(SlotOfferBody).annotations({
      description: "Overrides for this slot. When absent, an existing slot keeps its overrides."
    })
  ),
  availability: optional(
    Schema.Array(SlotAvailabilityAnswer).annotations({
      description: "For new slots only; use the availability PATCH for existing slots."
    })
  )
}).annotations({ identifier: "SlotBody" })

const bodyMembers = {
  title: text,
  description: text,
  timings: Schema.Array(SlotBody),
  offers: optional(
    Schema.NullOr(Schema.Array(OfferBody)).annotations({
      description:
        "One entry per ticketing provider. A full update without it keeps the stored entries. A PATCH merges by provider; an entry with null in every member but the provider removes the stored one. Null or an empty list removes all."
    })
  ),
  ...Struct.omit(Record.map(textSchemas, () => optional(text)), "title", "description"),
  longDescription: optional(text.annotations({ description: "Markdown or HTML; stored as sanitized markdown." })),
  keywords: optional(keywords),
  locationUid: optional(Schema.NullOr(Schema.Int)),
  attendanceMode: optional(AttendanceMode),
  onlineAccessLink: optional(Schema.NullOr(Schema.String)),
  status: optional(EventStatus),
  state: optional(EventState),
  featured: optional(Schema.Boolean),
  registration: optional(Schema.Array(Schema.Union(Schema.String, Registration))),
  accessibility: optional(Schema.Union(Schema.Array(Schema.String), Accessibility)),
  age: optional(AgeRange),
  image: optional(ImageBody),
  imageCredits: optional(Schema.NullOr(Schema.String)),
  slug: optional(Schema.String.annotations({ description: "On create only; it never changes. Default: derived from the title." })),
  motive: optional(
    Schema.NullOr(Schema.String).annotations({ description: "Reason for a change of state; stored in the event's history." })
  ),
  timezone: optional(Schema.String),
  extIds: optional(Schema.Array(ExtId))
} satisfies Schema.Struct.Fields & { readonly [F in keyof PlainContent]: unknown }

/** Body that creates or replaces an event. */
export const EventBody = Schema.Struct(bodyMembers, byCode).annotations({
  identifier: "EventBody",
  description: "The fields at the root or under `data`; also as the field `data` of a form.",
  examples: [{
    title: { fr: "Concert d'été", en: "Summer concert" },
    description: { fr: "Jazz en plein air", en: "Jazz in the open air" },
    timings: [{ begin: "2030-06-01T19:00:00+02:00", end: "2030-06-01T22:00:00+02:00" }],
    locationUid: 7
  }]
})

/** Body that changes fields of an event; other fields keep their values. */
export const EventPatch = Schema.partialWith(Schema.Struct(EventBody.fields, byCode), { exact: true }).annotations({
  identifier: "EventPatch",
  description: "The fields to replace; absent fields keep their values. Null or an empty value clears an optional field."
})

/** A provider's availability of one slot. */
const RowBody = Schema.Struct({
  syncedAt: Instant.annotations({ description: "When the provider was queried; at most 5 minutes in the future." }),
  onSaleFrom: optional(Schema.NullOr(Instant)),
  onSaleThrough: optional(Schema.NullOr(Instant)),
  closedBySource: optional(Schema.NullOr(Schema.Boolean)),
  remaining: optional(Schema.NullOr(Schema.Int.pipe(Schema.nonNegative())).annotations({ description: "Tickets left." })),
  lowStockThreshold: optional(
    Schema.NullOr(Schema.Int.pipe(Schema.nonNegative())).annotations({
      description: "The slot is limited at this number of tickets or fewer."
    })
  ),
  sourceRef: optional(Schema.NullOr(Schema.String)),
  status: optional(Schema.NullOr(Schema.Literal(...slotStatuses)).annotations({ description: "The provider's own status." }))
}).annotations({
  identifier: "AvailabilityRowBody",
  description: "Facts from which each read computes the status. A row is replaced: omitted members become unknown."
})

/** Availability rows to write, by slot id, then by provider. */
export const AvailabilityBody = Schema.Record({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Schema.NullOr(RowBody) })
}).annotations({
  identifier: "AvailabilityBody",
  description: "Rows by slot id, then by provider code, at the root or under `data`; null removes a row.",
  examples: [{
    a1B2c: { weezevent: { syncedAt: "2030-05-01T10:00:00+02:00", remaining: 12, lowStockThreshold: 20 }, mapado: null }
  }]
})

/** Response to a write of availability. */
export const AvailabilityAnswer = Schema.Struct({
  success: Schema.Literal(true),
  applied: Schema.Array(Schema.Struct({ slot: Schema.String, provider: Schema.String })).annotations({
    description: "The rows that now equal those of the body."
  }),
  written: Schema.Int.annotations({ description: "Number of those rows." }),
  errors: Schema.Array(ProblemItem).annotations({
    description: "One `stale` for each skipped row: the stored row has a later `syncedAt`."
  }),
  warnings: Warnings
}).annotations({ identifier: "AvailabilityAnswer" })
