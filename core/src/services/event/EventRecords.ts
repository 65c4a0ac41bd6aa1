import * as Arr from "effect/Array"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { storeDateRange } from "../../derive/dates/dateRange.js"
import { mediaLinks } from "../../derive/structured/mediaLinks.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { detailFields, emptyContent, Event, summaryFields } from "../../domain/event/Event.js"
import type { Interval } from "../../domain/event/Timing.js"
import { FieldValues, mergeFieldValues } from "../../domain/field/FieldValue.js"
import { isJsonObject } from "../../domain/text/Json.js"
import { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import { type EventDetail, EventSummary } from "../../record/EventDocument.js"
import type { EventRecord } from "../../record/EventRecord.js"

const corrupt = (cause: unknown): StoreError => new StoreError({ reason: "Corrupt", operation: "Events.decode", cause })

const parseContent = Schema.decodeUnknownEither(
  Schema.parseJson(Schema.Struct({ fields: FieldValues }, { key: Schema.String, value: Schema.Unknown }))
)
const decodeEvent = Schema.decodeUnknownEither(Event)

/**
 * Decodes a stored event. Fields that were declared after it was stored are empty. A record that cannot be decoded
 * fails with `Corrupt`.
 */
export const eventOf = (record: EventRecord): Effect.Effect<Event, StoreError> =>
  Either.all([parseContent(record.summary), parseContent(record.detail)]).pipe(
    Either.flatMap(([summary, detail]) =>
      decodeEvent({
        ...emptyContent,
        ...record,
        ...summary,
        ...detail,
        timings: record.slots,
        fields: mergeFieldValues(summary.fields, detail.fields)
      })
    ),
    Either.mapLeft(corrupt)
  )

const decodeOffers = Schema.decodeUnknownEither(Schema.parseJson(Schema.Struct({ offers: EventSummary.fields.offers })))

/**
 * Whether a stored event has an offers entry; decodes nothing else. A record that cannot be decoded fails with
 * `Corrupt`.
 */
export const isOffered = ({ summary }: Pick<EventRecord, "summary">): Effect.Effect<boolean, StoreError> =>
  Either.mapBoth(decodeOffers(summary), { onRight: ({ offers }) => offers.length > 0, onLeft: corrupt })

/** The additional fields whose values are texts, or the others. */
const fieldsOf = (values: FieldValues, part: "texts" | "others"): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => (typeof value === "string" || isJsonObject(value)) === (part === "texts"))
  )

const intervalOf = ({ begin, end }: Interval): Interval => ({ begin, end })

const decodeRows = Schema.decodeUnknownEither(Schema.parseJson(AvailabilityRows))

/** Decodes the availability rows of a stored event. A record that cannot be decoded fails with `Corrupt`. */
export const availabilityOf = ({ availability }: Pick<EventRecord, "availability">): Effect.Effect<AvailabilityRows, StoreError> =>
  Either.mapLeft(decodeRows(availability), corrupt)

/** Encodes `EventRecord.summary`. */
export const summaryOf = (event: Event): string => {
  const summary: EventSummary = {
    ...Struct.pick(event, ...Struct.keys(summaryFields)),
    dateRange: storeDateRange(event.timings, event.timezone),
    offers: event.offers,
    fields: fieldsOf(event.fields, "others")
  }
  return JSON.stringify(summary)
}

/** Encodes `EventRecord.detail`. */
export const detailOf = (event: Event): string => {
  const detail: EventDetail = {
    ...Struct.pick(event, ...Struct.keys(detailFields)),
    links: mediaLinks(Object.values(event.longDescription)),
    fields: fieldsOf(event.fields, "texts")
  }
  return JSON.stringify(detail)
}

/** Encodes an event as a record. `others` has the members of the record that the event lacks. */
export const recordOf = (
  event: Event,
  others: Pick<EventRecord, "availability" | "availabilityUpdatedAt" | "publishedAt" | "retiredSlotIds">
): EventRecord => ({
  uid: event.uid,
  agendaUid: event.agendaUid,
  slug: event.slug,
  state: event.state,
  featured: event.featured,
  status: event.status,
  attendanceMode: event.attendanceMode,
  locationUid: event.locationUid,
  contributorUid: event.contributorUid,
  timezone: event.timezone,
  createdAt: event.createdAt,
  updatedAt: event.updatedAt,
  version: event.version,
  first: intervalOf(event.timings[0]),
  last: intervalOf(Arr.lastNonEmpty(event.timings)),
  summary: summaryOf(event),
  slots: event.timings,
  extIds: event.extIds,
  detail: detailOf(event),
  ...others
})
