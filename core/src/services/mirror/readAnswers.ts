import * as Effect from "effect/Effect"
import type * as ParseResult from "effect/ParseResult"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { LocationAnswer } from "../../contract/LocationAnswer.js"
import { SlotAvailabilityAnswer, SlotOfferAnswer } from "../../contract/TicketAnswers.js"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import { Location } from "../../domain/agenda/Location.js"
import { Event } from "../../domain/event/Event.js"
import { AdditionalField, isMultipleChoice, isOptioned, SchemaType } from "../../domain/field/AdditionalField.js"
import { FieldValues, mergeFieldValues } from "../../domain/field/FieldValue.js"
import { MultilingualText } from "../../domain/text/MultilingualText.js"
import type { AvailabilityRow, AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import { parseInstant } from "../../domain/time/parseInstant.js"
import type { RichText } from "../../ports/RichText.js"
import type { AgendaRecord, NetworkRecord } from "../../record/AgendaRecord.js"
import type { LocationSetRecord } from "../../record/LocationRecord.js"
import { titleKeys } from "../../search/wordKeys.js"

// Values keep the order of their members, so that what is shown of them has the same text again.
const options = { propertyOrder: "original" } as const

const Instant = Schema.transform(Schema.String, Schema.Number, {
  decode: (shown) => parseInstant(shown) ?? Number.NaN,
  encode: formatUtc
}).pipe(Schema.int())

const text = Schema.NullOr(Schema.String)
const parent = Schema.optional(Schema.NullOr(Schema.Struct({ title: text })))
const JsonMembers = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const AgendaAnswer = Schema.Struct({
  uid: Schema.Int,
  slug: Schema.String,
  title: Schema.String,
  description: Schema.String,
  image: text,
  url: text,
  official: Schema.Boolean,
  private: Schema.Boolean,
  indexed: Schema.Boolean,
  networkUid: Schema.NullOr(Schema.Int),
  locationSetUid: Schema.NullOr(Schema.Int),
  createdAt: Instant,
  updatedAt: Instant,
  officializedAt: Schema.NullOr(Instant),
  settings: JsonMembers,
  schema: Schema.Struct({ fields: Schema.Array(JsonMembers) }),
  network: parent,
  locationSet: parent
})

/** An agenda with what it shares with others. */
export interface MirroredAgenda {
  readonly agenda: AgendaRecord
  readonly network: NetworkRecord | null
  readonly locationSet: LocationSetRecord | null
}

const decodeAgenda = Schema.decodeUnknown(AgendaAnswer, options)
const isAdditional = Schema.is(Schema.Struct({ schemaType: SchemaType }))
const decodeFields = Schema.decodeUnknown(Schema.Array(AdditionalField), options)

/** Reads a detailed agenda of a response. */
export const readAgenda = (answer: unknown): Effect.Effect<MirroredAgenda, ParseResult.ParseError> =>
  Effect.gen(function*() {
    const { locationSet, network, schema, settings, ...agenda } = yield* decodeAgenda(answer)
    const fields = yield* decodeFields(schema.fields.filter((field) => isAdditional(field)))
    const fieldsOf = (owner: SchemaType) => JSON.stringify(fields.filter(({ schemaType }) => schemaType === owner))
    const { createdAt, locationSetUid, networkUid, title, updatedAt } = agenda
    return {
      agenda: { ...agenda, titleFolded: titleKeys(title), settings: JSON.stringify(settings), fields: fieldsOf("agenda") },
      network: networkUid === null
        ? null
        : { uid: networkUid, title: network?.title ?? "", fields: fieldsOf("network"), synonyms: "[]", createdAt, updatedAt },
      locationSet: locationSetUid === null ? null : { uid: locationSetUid, title: locationSet?.title ?? "", createdAt, updatedAt }
    }
  })

const TimedLocation = Schema.Struct({ ...LocationAnswer.fields, createdAt: Instant, updatedAt: Instant })
const decodeLocationAnswer = Schema.decodeUnknown(TimedLocation, options)
const decodeLocation = Schema.decodeUnknown(Location, options)

/** Reads a detailed location of a response. */
export const readLocation = (agendaUid: number, answer: unknown): Effect.Effect<Location, ParseResult.ParseError> =>
  Effect.flatMap(
    decodeLocationAnswer(answer),
    ({ geocoding, ...location }) => decodeLocation({ ...location, agendaUid, geocoding: geocoding === "off" ? null : geocoding })
  )

type Availability = typeof SlotAvailabilityAnswer.Type

/**
 * The status that a row reports, so that it shows the same one: of a sale that has not begun, what comes then is not
 * known.
 */
const reportedOf = ({ onSaleFrom, reportedStatus, status }: Availability): Pick<AvailabilityRow, "status"> => {
  if (reportedStatus !== undefined) return { status: reportedStatus }
  return status === "unknown" || (status === "notYetOnSale" && onSaleFrom !== undefined) ? {} : { status }
}

const rowOf = (shown: Availability): AvailabilityRow => ({
  ...Struct.omit(shown, "provider", "reportedStatus", "status"),
  ...reportedOf(shown)
})

const isByLanguage = Schema.is(MultilingualText)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)

/** The stored values of additional fields from those that responses show. */
const storedFields = (fields: ReadonlyArray<AdditionalField>, shown: { readonly [code: string]: unknown }, richText: RichText["Type"]) => {
  const texts = (value: unknown) =>
    typeof value === "string" ? richText.toMarkdown(value) : Record.map(isByLanguage(value) ? value : {}, richText.toMarkdown)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { [field.field]: value } = shown
      if (isEmpty(value)) return []
      if (isOptioned(field) && !isMultipleChoice(field)) return [[field.field, [value]]]
      return [[field.field, field.fieldType === "html" ? texts(value) : value]]
    })
  )
}

const decodeValues = Schema.decodeUnknown(FieldValues, options)

const EventAnswer = Schema.Struct({
  ...Struct.omit(Event.fields, "agendaUid", "contributorUid", "fields", "offers", "slotOffers", "timezoneNamed", "version"),
  createdAt: Instant,
  updatedAt: Instant,
  availabilityUpdatedAt: Schema.optional(Instant),
  offers: Schema.optional(Event.fields.offers),
  timings: Schema.Array(Schema.Struct({
    id: Schema.String,
    begin: Instant,
    end: Instant,
    offers: Schema.optional(Schema.Array(SlotOfferAnswer)),
    availability: Schema.optional(Schema.Array(SlotAvailabilityAnswer))
  }))
}, { key: Schema.String, value: Schema.Unknown })
const decodeEventAnswer = Schema.decodeUnknown(EventAnswer, options)
const decodeEvent = Schema.decodeUnknown(Event, options)

/** An event of a response with what its record has besides. */
export interface MirroredEvent {
  readonly event: Event
  readonly rows: AvailabilityRows
  readonly availabilityUpdatedAt: number | null
}

/** Reads a detailed event of a response, in all languages and with descriptions in markdown. */
export const readEvent = (
  agendaUid: number,
  fields: ReadonlyArray<AdditionalField>,
  answer: unknown,
  richText: RichText["Type"]
): Effect.Effect<MirroredEvent, ParseResult.ParseError> =>
  Effect.gen(function*() {
    const { availabilityUpdatedAt = null, offers = [], timings, ...shown } = yield* decodeEventAnswer(answer)
    const event = yield* decodeEvent({
      ...shown,
      agendaUid,
      contributorUid: null,
      version: 1,
      timezoneNamed: true,
      offers,
      timings,
      slotOffers: Object.fromEntries(timings.flatMap(({ id, offers: own }) => own === undefined ? [] : [[id, own]])),
      fields: mergeFieldValues(yield* decodeValues(storedFields(fields, shown, richText)))
    })
    const rows = Object.fromEntries(timings.flatMap(({ availability, id }) =>
      availability === undefined ? [] : [[id, Object.fromEntries(availability.map((row) => [row.provider, rowOf(row)]))]]
    ))
    return { event, rows, availabilityUpdatedAt }
  })
