import * as Schema from "effect/Schema"
import { detailFields, Event, summaryFields } from "../domain/event/Event.js"
import { FieldValues } from "../domain/field/FieldValue.js"
import { MediaLink } from "../domain/media/MediaEmbed.js"
import { MultilingualText } from "../domain/text/MultilingualText.js"

/**
 * The localized texts for an event's dates, computed when its slots are written. Which one is shown depends on the
 * current year.
 *
 * `year` is the calendar year of every day in the event's time zone, or null when the days span several years. `short`
 * omits years where possible, `long` always includes them.
 */
export const StoredDateRange = Schema.Struct({
  year: Schema.NullOr(Schema.Int),
  short: MultilingualText,
  long: MultilingualText
})
/** The localized texts for an event's dates. */
export type StoredDateRange = typeof StoredDateRange.Type

/** The JSON in `EventHead.summary`. */
export const EventSummary = Schema.Struct({
  ...summaryFields,
  dateRange: StoredDateRange,
  offers: Event.fields.offers,
  /** Values of choice, boolean and number fields. */
  fields: FieldValues
})
/** The JSON in `EventHead.summary`. */
export type EventSummary = typeof EventSummary.Type

/** The JSON in `EventBody.detail`. */
export const EventDetail = Schema.Struct({
  ...detailFields,
  /** Media links derived from the long description in all languages, computed on write. */
  links: Schema.Array(MediaLink),
  /** Values of text fields. */
  fields: FieldValues
})
/** The JSON in `EventBody.detail`. */
export type EventDetail = typeof EventDetail.Type
