import { Instant } from "@agenda-engine/core/contract/Instant"
import { AttendanceMode, EventStatus } from "@agenda-engine/core/domain/event/Event"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** When and where an event is: the extension of the items of a feed. */
const FeedEvent = Schema.Struct({
  uid: Schema.Int,
  timezone: Schema.String,
  timings: Schema.Array(Schema.Struct({ begin: Instant, end: Instant })),
  status: EventStatus,
  attendanceMode: AttendanceMode,
  onlineAccessLink: optional(Schema.String),
  location: optional(Schema.Struct({
    name: Schema.String,
    address: Schema.String,
    city: Schema.NullOr(Schema.String),
    countryCode: Schema.String,
    latitude: Schema.NullOr(Schema.Number),
    longitude: Schema.NullOr(Schema.Number)
  }))
}).annotations({ identifier: "FeedEvent" })

const FeedItem = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  title: Schema.String,
  content_html: Schema.String,
  summary: optional(Schema.String),
  image: optional(Schema.String),
  date_published: Instant,
  date_modified: Instant,
  tags: optional(Schema.Array(Schema.String)),
  _event: FeedEvent
}).annotations({ identifier: "FeedItem" })

/** A feed of events in JSON Feed 1.1. */
export const JsonFeed = Schema.Struct({
  version: Schema.Literal("https://jsonfeed.org/version/1.1"),
  title: Schema.String,
  home_page_url: Schema.String,
  feed_url: Schema.String,
  description: optional(Schema.String),
  icon: optional(Schema.String),
  language: optional(Schema.String),
  authors: Schema.Array(Schema.Struct({ name: Schema.String, url: Schema.String })),
  items: Schema.Array(FeedItem),
  next_url: optional(Schema.String)
}).annotations({ identifier: "JsonFeed" })
