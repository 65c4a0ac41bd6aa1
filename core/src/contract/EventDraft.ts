import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  Accessibility,
  AgeRange,
  AttendanceMode,
  EventState,
  EventStatus,
  ExtId,
  type PlainContent,
  Registration,
  textSchemas
} from "../domain/event/Event.js"
import { MultilingualKeywords, MultilingualText } from "../domain/text/MultilingualText.js"
import { slotStatuses } from "../domain/ticketing/Ticketing.js"
import { byCode, type NoValues } from "./AdditionalValues.js"
import { ImageBody } from "./ImageBody.js"
import { Instant } from "./Instant.js"
import { OfferBody, SlotAvailabilityBody, SlotOfferBody } from "./TicketAnswers.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const text = Schema.Union(Schema.String, MultilingualText)
const keywords = Schema.Union(Schema.Array(Schema.String), MultilingualKeywords)

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
    Schema.Array(SlotAvailabilityBody).annotations({
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

const draft = Schema.Struct(bodyMembers)

/** A body that creates or replaces an event, with the additional fields of its agenda. */
export type EventDraft<Values = NoValues> = typeof draft.Type & Values

/** Body that creates or replaces an event. */
export const EventDraft = Schema.Struct(bodyMembers, byCode).annotations({
  identifier: "EventBody",
  description: "The fields at the root or under `data`; also as the field `data` of a form.",
  examples: [{
    title: { fr: "Concert d'été", en: "Summer concert" },
    description: { fr: "Jazz en plein air", en: "Jazz in the open air" },
    timings: [{ begin: "2030-06-01T19:00:00+02:00", end: "2030-06-01T22:00:00+02:00" }],
    locationUid: 7
  }]
})

const patchMembers = {
  ...bodyMembers,
  extIds: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.NullOr(Schema.String) })).annotations({
    description: "Merged by key; a null value removes one."
  })
}

const patch = Schema.partialWith(Schema.Struct(patchMembers), { exact: true })

/** A body that changes fields of an event, with the additional fields of its agenda. */
export type EventPatch<Values = NoValues> = typeof patch.Type & Partial<Values>

/** Body that changes fields of an event; other fields keep their values. */
export const EventPatch = Schema.partialWith(Schema.Struct(patchMembers, byCode), { exact: true }).annotations({
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
export const AvailabilityDraft = Schema.Record({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Schema.NullOr(RowBody) })
}).annotations({
  identifier: "AvailabilityBody",
  description: "Rows by slot id, then by provider code, at the root or under `data`; null removes a row.",
  examples: [{
    a1B2c: { weezevent: { syncedAt: "2030-05-01T10:00:00+02:00", remaining: 12, lowStockThreshold: 20 }, mapado: null }
  }]
})
/** Availability rows to write, by slot id, then by provider. */
export type AvailabilityDraft = typeof AvailabilityDraft.Type
