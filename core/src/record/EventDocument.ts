import * as Schema from "effect/Schema"
import { Accessibility, AgeRange, EventImage, Registration } from "../domain/Event.js"
import { MultilingualKeywords, MultilingualText } from "../domain/MultilingualText.js"

/**
 * The words for an event's days, made when its slots are written: they depend on *now* only in whether the year is said.
 * `year` is the calendar year of every day (in the event's zone), or null when the days lie in several years.
 * `short` is without years where that is possible, `long` always says them.
 */
export const StoredDateRange = Schema.Struct({
  year: Schema.NullOr(Schema.Int),
  short: MultilingualText,
  long: MultilingualText
})
/** The words for an event's days. */
export type StoredDateRange = typeof StoredDateRange.Type

/** What `EventHead.summary` holds. */
export const EventSummary = Schema.Struct({
  title: MultilingualText,
  description: MultilingualText,
  image: Schema.NullOr(EventImage),
  imageCredits: Schema.NullOr(Schema.String),
  keywords: MultilingualKeywords,
  onlineAccessLink: Schema.NullOr(Schema.String),
  dateRange: StoredDateRange
})
/** What `EventHead.summary` holds. */
export type EventSummary = typeof EventSummary.Type

/** What `EventBody.detail` holds. */
export const EventDetail = Schema.Struct({
  longDescription: MultilingualText,
  conditions: MultilingualText,
  registration: Schema.Array(Registration),
  accessibility: Accessibility,
  age: AgeRange
})
/** What `EventBody.detail` holds. */
export type EventDetail = typeof EventDetail.Type
