import { Accessibility, AgeRange, AttendanceMode, EventState, EventStatus, ExtId, Registration } from "@agenda-engine/core/domain/Event"
import { Image } from "@agenda-engine/core/domain/Image"
import { MultilingualKeywords, MultilingualText } from "@agenda-engine/core/domain/MultilingualText"
import { slotStatuses } from "@agenda-engine/core/domain/Ticketing"
import * as Schema from "effect/Schema"
import { Instant } from "./AgendaAnswers.js"
import { ImageBody } from "./ImageBody.js"
import { ProblemItem } from "./Problem.js"
import { ExplanationAnswer, OfferAnswer, OffersAggregateAnswer, SlotAvailabilityAnswer, SlotOfferAnswer } from "./TicketAnswers.js"
import { OfferBody, SlotOfferBody } from "./TicketBodies.js"
import { Warnings } from "./Warnings.js"

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

/** The agenda's additional fields, which stand among an event's own members. */
const byCode = {
  key: Schema.String,
  value: Schema.Unknown.annotations({
    description:
      "Any other member: an additional field of the agenda by its code, a list of option ids, one id, a boolean, a number, or text."
  })
}

/** The oEmbed of a link: `html` is one frame. */
const MediaLink = Schema.Struct({
  link: Schema.String,
  data: Schema.Struct({
    type: Schema.Literal("video", "rich"),
    version: Schema.Literal("1.0"),
    provider_name: Schema.String,
    provider_url: Schema.String,
    url: Schema.String,
    embed_url: Schema.String,
    html: Schema.String,
    width: Schema.Int,
    height: Schema.Int,
    thumbnail_url: optional(Schema.String)
  })
}).annotations({ identifier: "MediaLink", description: "A link of `longDescription` that a known platform can embed, and how (oEmbed)." })

/** A change of an event's moderation state. */
const StateChange = Schema.Struct({
  at: Instant,
  from: Schema.NullOr(EventState).annotations({ description: "Null: the event was made." }),
  to: EventState,
  motive: Schema.NullOr(Schema.String),
  by: Schema.NullOr(
    Schema.Struct({ userUid: Schema.NullOr(Schema.Int), name: Schema.NullOr(Schema.String), deletedUser: Schema.Boolean })
  ).annotations({ description: "Null: the operator. A deleted user has neither uid nor name." }),
  key: Schema.NullOr(Schema.String).annotations({ description: "The id of the key that it was done by; null: the operator." })
}).annotations({
  identifier: "StateChange",
  description: "A change of state; for access tokens and secret keys of moderators and administrators."
})

/**
 * An event as answers show it: the members of the default list item, then those of the detailed form (wire.md §5, Default list item). None is
 * certain, since `includeFields` may pick any of them.
 */
export const EventAnswer = Schema.partialWith(
  Schema.Struct({
    uid: Schema.Int,
    slug: Schema.String,
    title: text,
    description: text,
    image: Schema.NullOr(Image),
    imageCredits: Schema.NullOr(Schema.String),
    featured: Schema.Boolean,
    attendanceMode: labelled(AttendanceMode),
    onlineAccessLink: Schema.NullOr(Schema.String),
    keywords,
    dateRange: text,
    originAgenda: Schema.Struct({ uid: Schema.Int, title: Schema.String, image: Schema.NullOr(Schema.String) }),
    location: Schema.NullOr(Schema.Unknown),
    status: labelled(EventStatus),
    firstTiming: Span,
    nextTiming: Schema.NullOr(Span),
    lastTiming: Span,
    offers: Schema.Array(OfferAnswer).annotations({ description: "Where there are any." }),
    offersAggregate: OffersAggregateAnswer,
    longDescription: text.annotations({ description: "Markdown, or HTML with `longDescriptionFormat`." }),
    conditions: text,
    timings: Schema.Array(Slot),
    registration: Schema.Array(Registration),
    accessibility: Accessibility,
    age: AgeRange,
    state: EventState,
    createdAt: Instant,
    updatedAt: Instant,
    availabilityUpdatedAt: Instant.annotations({ description: "When availability last changed; absent where it never did." }),
    timezone: Schema.String,
    country: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.String })),
    links: Schema.Array(MediaLink),
    extIds: Schema.Array(ExtId),
    locationUid: Schema.NullOr(Schema.Int),
    member: Schema.Unknown.annotations({
      description: "Who contributed it; for access tokens and secret keys of moderators and administrators."
    }),
    stateHistory: Schema.Array(StateChange),
    removed: Schema.Boolean.annotations({ description: "Present when removed events were asked for." }),
    sort: Schema.Unknown.annotations({ description: "What the event was sorted by; with `includeSort=1`." })
  }, byCode),
  { exact: true }
).annotations({
  identifier: "Event",
  description:
    "What a list shows of an event, and with `detailed=1` the rest; with `includeFields` what was picked. Text is keyed by language, or with `monolingual` a string; with `includeLabels=1` choices are `{id, label}`. Lists show the additional fields of options, the rest all that the caller may read."
})

/** What is left of a removed event. */
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
}).annotations({ identifier: "FacetBucket", description: "A value, by `key` or by `id` and `label`, and how many have it." })

const Viewport = Schema.Struct({ topLeft: Point, bottomRight: Point }).annotations({ identifier: "Viewport" })

const Timespan = Schema.Struct({ first: Instant, last: Instant }).annotations({ identifier: "Timespan" })

const metric = Schema.NullOr(Schema.Number)

const Metrics = Schema.Struct({ sum: metric, avg: metric, min: metric, max: metric }).annotations({ identifier: "FieldMetrics" })

/** A page of events. */
export const EventPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int.annotations({ description: "How many match in all." }),
  events: Schema.Array(Schema.Union(EventAnswer, TombstoneAnswer)),
  after: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "Pass as repeated `after[]` for the next page; null exactly when nothing is left."
  }),
  sort: Schema.Union(Schema.String, Schema.Array(Schema.String)).annotations({
    description: "The order of the list; several in the order in which they apply."
  }),
  aggregations: optional(
    Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.Union(Schema.Array(Bucket), Viewport, Timespan, Metrics)) })
      .annotations({ description: "The facets that were asked for, by their keys." })
  )
}).annotations({ identifier: "EventPage" })

/** One event. */
export const OneEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, warnings: Warnings }).annotations({
  identifier: "OneEvent"
})

/** One event that was read. */
export const ReadEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, explain: optional(ExplanationAnswer) })
  .annotations({ identifier: "ReadEvent" })

/** The schema.org graph of an event (wire.md §8, Structured data). */
export const StructuredData = Schema.Struct({
  "@context": Schema.Literal("https://schema.org"),
  "@graph": Schema.Array(
    Schema.Struct({ "@type": Schema.Literal("Event"), "@id": Schema.String }, { key: Schema.String, value: Schema.Unknown })
  )
}).annotations({ identifier: "StructuredData", description: "One schema.org Event for each slot." })

/** A slot as it is written. */
const SlotBody = Schema.Struct({
  id: optional(Schema.String),
  begin: Instant,
  end: Instant,
  offers: optional(
    Schema.Array(SlotOfferBody).annotations({
      description: "What is different for this slot. Absent, a slot that is kept keeps its own."
    })
  ),
  availability: optional(
    Schema.Array(SlotAvailabilityAnswer).annotations({
      description: "Of new slots only; that of others is written by the PATCH of availability."
    })
  )
}).annotations({ identifier: "SlotBody" })

/** What an event is made from. */
export const EventBody = Schema.Struct({
  title: text,
  description: text,
  timings: Schema.Array(SlotBody),
  offers: optional(
    Schema.NullOr(Schema.Array(OfferBody)).annotations({
      description:
        "One entry for each ticketing provider. A full update without it leaves what there is; a PATCH merges by provider, where an entry of which all but the provider is null takes the stored one away. Null or empty takes all away."
    })
  ),
  longDescription: optional(text.annotations({ description: "Markdown or HTML; stored as markdown without what is unsafe." })),
  conditions: optional(text),
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
  slug: optional(Schema.String.annotations({ description: "On create only, and kept from then on. Made from the title without it." })),
  motive: optional(Schema.NullOr(Schema.String).annotations({ description: "Why the state changes; kept in the history of the event." })),
  timezone: optional(Schema.String),
  extIds: optional(Schema.Array(ExtId))
}, byCode).annotations({
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
export const EventPatch = Schema.partialWith(Schema.Struct(EventBody.fields, byCode), { exact: true }).annotations({
  identifier: "EventPatch",
  description: "The fields to replace, each whole; those absent stay. Null or empty empties an optional field."
})

/** What a provider says of the tickets of one slot. */
const RowBody = Schema.Struct({
  syncedAt: Instant.annotations({ description: "When the provider was asked: at most 5 minutes ahead." }),
  onSaleFrom: optional(Schema.NullOr(Instant)),
  onSaleThrough: optional(Schema.NullOr(Instant)),
  closedBySource: optional(Schema.NullOr(Schema.Boolean)),
  remaining: optional(Schema.NullOr(Schema.Int.pipe(Schema.nonNegative())).annotations({ description: "Tickets left." })),
  lowStockThreshold: optional(
    Schema.NullOr(Schema.Int.pipe(Schema.nonNegative())).annotations({ description: "With so many left or fewer the slot is limited." })
  ),
  sourceRef: optional(Schema.NullOr(Schema.String)),
  status: optional(Schema.NullOr(Schema.Literal(...slotStatuses)).annotations({ description: "What the provider itself calls it." }))
}).annotations({
  identifier: "AvailabilityRowBody",
  description: "Facts, from which the status follows at every read. A row is written whole: what it leaves out is no longer known."
})

/** The rows to write, by slot id, then by provider. */
export const AvailabilityBody = Schema.Record({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Schema.NullOr(RowBody) })
}).annotations({
  identifier: "AvailabilityBody",
  description: "Rows by slot id, then by provider code, at the root or under `data`; null forgets a row.",
  examples: [{
    a1B2c: { weezevent: { syncedAt: "2030-05-01T10:00:00+02:00", remaining: 12, lowStockThreshold: 20 }, mapado: null }
  }]
})

/** What a write of availability did. */
export const AvailabilityAnswer = Schema.Struct({
  success: Schema.Literal(true),
  applied: Schema.Array(Schema.Struct({ slot: Schema.String, provider: Schema.String })).annotations({
    description: "The rows that are now as the body has them."
  }),
  written: Schema.Int.annotations({ description: "How many those are." }),
  errors: Schema.Array(ProblemItem).annotations({
    description: "One `stale` for each row that was skipped: what is stored has a later `syncedAt`."
  }),
  warnings: Warnings
}).annotations({ identifier: "AvailabilityAnswer" })
