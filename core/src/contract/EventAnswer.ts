import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { AttendanceMode, detailFields, EventState, EventStatus, ExtId, summaryFields, textSchemas } from "../domain/event/Event.js"
import { MediaLink } from "../domain/media/MediaEmbed.js"
import { MultilingualKeywords, MultilingualText } from "../domain/text/MultilingualText.js"
import { type EventMemberName, eventMemberNames, eventShape } from "../query/event/eventShape.js"
import type { EventView, OfValues, PlainView } from "../query/event/EventView.js"
import { byCode, type NoValues } from "./AdditionalValues.js"
import { Instant } from "./Instant.js"
import { EventLocation, PlaceAnswer } from "./LocationAnswer.js"
import { MemberAnswer } from "./MemberAnswer.js"
import { OfferAnswer, OffersAggregateAnswer, SlotAvailabilityAnswer, SlotOfferAnswer } from "./TicketAnswers.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Span = Schema.Struct({ begin: Instant, end: Instant }).annotations({ identifier: "Timing" })
const Slot = Schema.Struct({
  id: Schema.String,
  begin: Instant,
  end: Instant,
  offers: optional(Schema.Array(SlotOfferAnswer)),
  availability: optional(Schema.Array(SlotAvailabilityAnswer))
}).annotations({ identifier: "Slot" })

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

/** The schema of each member in the detailed form, in all languages. Content fields not listed are as stored. */
const members = {
  ...summaryFields,
  ...Struct.omit(detailFields, "slotOffers", "timezoneNamed"),
  longDescription: detailFields.longDescription.annotations({ description: "Markdown, or HTML with `longDescriptionFormat`." }),
  uid: Schema.Int,
  slug: Schema.String,
  featured: Schema.Boolean,
  attendanceMode: AttendanceMode,
  dateRange: MultilingualText,
  originAgenda: Schema.Struct({
    uid: Schema.Int,
    title: Schema.String,
    image: Schema.NullOr(Schema.String),
    slug: Schema.String,
    url: Schema.NullOr(Schema.String),
    official: Schema.Boolean,
    description: Schema.String
  }),
  location: Schema.NullOr(EventLocation),
  status: EventStatus,
  firstTiming: Span,
  nextTiming: Schema.NullOr(Span),
  lastTiming: Span,
  offers: Schema.Array(OfferAnswer).annotations({ description: "Absent if the event has no offers." }),
  offersAggregate: OffersAggregateAnswer,
  timings: Schema.Array(Slot),
  state: EventState,
  createdAt: Instant,
  updatedAt: Instant,
  availabilityUpdatedAt: Instant.annotations({ description: "When availability last changed; absent if it never did." }),
  timezone: Schema.String,
  country: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.String })),
  links: Schema.Array(
    MediaLink.annotations({
      identifier: "MediaLink",
      description: "A link of `longDescription` to a known platform, with its oEmbed data."
    })
  ),
  extIds: Schema.Array(ExtId),
  locationUid: Schema.NullOr(Schema.Int),
  member: Schema.NullOr(MemberAnswer).annotations({
    description: "Who contributed it; for access tokens and secret keys of moderators and administrators."
  }),
  stateHistory: Schema.Array(StateChange),
  removed: Schema.Boolean.annotations({ description: "Present when removed events were requested." })
} satisfies { readonly [M in EventMemberName]: Schema.Schema.All }

/** The members that not every event has, or that not every caller sees. */
const rare = ["offers", "offersAggregate", "availabilityUpdatedAt", "member", "stateHistory", "removed"] as const

const always = Struct.omit(members, ...rare)

const inView = <Fields extends Schema.Struct.Fields>(fields: Fields) => Schema.partialWith(Schema.Struct(fields), { exact: true })

const sorted = {
  sort: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean) }))
}

/** An event in the detailed form and in all languages: what single reads and writes return. */
export const WholeEvent = Schema.extend(Schema.Struct(always), inView({ ...Struct.pick(members, ...rare), ...sorted }))

/** An event, with the additional fields of its agenda. Instants are ISO 8601. */
export type Event<Values = NoValues> = typeof WholeEvent.Type & Values

type ItemName = { [M in EventMemberName]: (typeof eventShape)[M]["inItem"] extends true ? M : never }[EventMemberName]

const isDetail = (name: EventMemberName): name is Exclude<EventMemberName, ItemName> => !eventShape[name].inItem

/** An event as the default list item, in all languages (wire.md §5, Default list item). */
export const ItemEvent = Schema.extend(
  Schema.Struct({
    ...Struct.omit(members, ...rare, ...eventMemberNames.filter(isDetail)),
    originAgenda: Schema.Struct(Struct.pick(members.originAgenda.fields, "uid", "title", "image")),
    location: Schema.NullOr(PlaceAnswer)
  }),
  inView({ ...Struct.pick(members, "offers", "offersAggregate", "removed"), ...sorted })
)

/** An event as the default list item, with the additional fields of its agenda that have options. */
export type EventItem<Values = NoValues> = typeof ItemEvent.Type & Values

const text = Schema.Union(Schema.String, MultilingualText)

const labelled = <A, I>(choice: Schema.Schema<A, I>) => Schema.Union(choice, Schema.Struct({ id: choice, label: text }))

/** The members whose form depends on the view. */
const viewed = {
  ...Record.map(textSchemas, () => text),
  longDescription: text.annotations({ description: "Markdown, or HTML with `longDescriptionFormat`." }),
  attendanceMode: labelled(AttendanceMode),
  keywords: Schema.Union(Schema.Array(Schema.String), MultilingualKeywords),
  dateRange: text,
  originAgenda: inView(members.originAgenda.fields).annotations({
    description: "`slug`, `url`, `official` and `description` in the detailed form."
  }),
  location: Schema.NullOr(inView({ ...EventLocation.fields, access: text, description: text })).annotations({
    description: "Lists have its name, address, city, latitude and longitude."
  }),
  status: labelled(EventStatus)
}

/**
 * An event in a response. The members of the default list item come first, then those of the detailed form (wire.md
 * §5). Every member is optional, because `includeFields` can select any of them.
 */
export const EventAnswer = Schema.partialWith(
  Schema.Struct({
    ...Struct.pick({ ...members, ...viewed }, ...eventMemberNames),
    sort: Schema.Unknown.annotations({ description: "What the event was sorted by; with `includeSort=1`." }),
    explain: Schema.Unknown.annotations({ description: "How the event got its score; in a list with `search` and `explain=1`." })
  }, byCode),
  { exact: true }
).annotations({
  identifier: "Event",
  description:
    "An event: in lists the main members, with `detailed=1` all, with `includeFields` the selected ones. Text is keyed by language, or with `monolingual` a string; with `includeLabels=1` choices are `{id, label}`. Lists contain only additional fields with options, single reads all that the caller may read."
})

const anyView = inView({ ...members, ...viewed, ...sorted })

/** An event in a view that is not known to types: every member is optional, and texts may be in one language. */
export type ViewedEvent<Values = NoValues> = typeof anyView.Type & (string extends keyof Values ? Values : Partial<Values>)

type ValuesOf<View extends EventView> = View extends OfValues<infer Values> ? Values : NoValues

/**
 * An event in a view: `Event` in a detailed one, `EventItem` in that of a list, `ViewedEvent` in one that selects,
 * translates or labels members, or whose type does not tell.
 */
export type EventIn<View extends EventView, Values = ValuesOf<View>> = View extends PlainView
  ? View extends { readonly detailed: true } ? Event<Values>
  : View extends { readonly detailed: false } ? EventItem<Values>
  : ViewedEvent<Values>
  : ViewedEvent<Values>

/** Tombstone of a removed event. */
export const TombstoneAnswer = Schema.Struct({
  uid: Schema.Int,
  removed: Schema.Literal(true),
  updatedAt: Instant
}).annotations({ identifier: "RemovedEvent" })
