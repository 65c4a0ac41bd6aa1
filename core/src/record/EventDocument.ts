import * as Schema from "effect/Schema"
import { Accessibility, AgeRange, Registration } from "../domain/Event.js"
import { FieldValues } from "../domain/FieldValue.js"
import { Image } from "../domain/Image.js"
import { MultilingualKeywords, MultilingualText } from "../domain/MultilingualText.js"
import { OffersEntry, SlotOffers } from "../domain/Offers.js"

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
  image: Schema.NullOr(Image),
  imageCredits: Schema.NullOr(Schema.String),
  keywords: MultilingualKeywords,
  onlineAccessLink: Schema.NullOr(Schema.String),
  dateRange: StoredDateRange,
  offers: Schema.optionalWith(Schema.Array(OffersEntry), { default: () => [] }),
  /** The additional fields that hold options, booleans and numbers. */
  fields: Schema.optionalWith(FieldValues, { default: () => ({}) })
})
/** What `EventHead.summary` holds. */
export type EventSummary = typeof EventSummary.Type

/** A link that a known platform can embed, and how, in the terms of oEmbed (`derive/mediaLinks`). */
const EmbeddedLink = Schema.Struct({
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
    thumbnail_url: Schema.optionalWith(Schema.String, { exact: true })
  })
})

/** What `EventBody.detail` holds. */
export const EventDetail = Schema.Struct({
  longDescription: MultilingualText,
  conditions: MultilingualText,
  registration: Schema.Array(Registration),
  accessibility: Accessibility,
  age: AgeRange,
  slotOffers: Schema.optionalWith(SlotOffers, { default: () => ({}) }),
  /** `EventContent.timezoneNamed`. */
  timezoneNamed: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** What follows from the long description in all its languages, found when it is written; documents from before it was kept have none. */
  links: Schema.optionalWith(Schema.Array(EmbeddedLink), { default: () => [] }),
  /** The additional fields that hold text. */
  fields: Schema.optionalWith(FieldValues, { default: () => ({}) })
})
/** What `EventBody.detail` holds. */
export type EventDetail = typeof EventDetail.Type
