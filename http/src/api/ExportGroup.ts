import { Instant } from "@agenda-engine/core/contract/Instant"
import { AttendanceMode, EventStatus } from "@agenda-engine/core/domain/event/Event"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { exportParameters } from "../query/eventParameters.js"
import { exportFormats } from "../query/exportFormat.js"
import { documentRequest } from "./documentRequest.js"
import { EventPage } from "./EventAnswers.js"
import { agendaUid } from "./PathSegments.js"
import { AgendaFailure } from "./Problem.js"

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
const JsonFeed = Schema.Struct({
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

const request = documentRequest({ query: Object.values(exportParameters(defaultLimits)) })

/** Routes that export the events of an agenda: all pages of its list as one file. */
export class ExportGroup extends HttpApiGroup.make("exports").add(
  HttpApiEndpoint.get("exportCsv")`/agendas/${agendaUid}/events.csv`
    .addSuccess(HttpApiSchema.Text({ contentType: exportFormats.csv.mediaType }))
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as CSV")
    .annotate(
      OpenApi.Description,
      "One record for each event, with a column for each text and language. For spreadsheets: UTF-8 with a byte order mark."
    )
).add(
  HttpApiEndpoint.get("exportJson")`/agendas/${agendaUid}/events.json`
    .addSuccess(EventPage)
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as JSON")
    .annotate(OpenApi.Description, "The response of the list, with more events.")
).add(
  HttpApiEndpoint.get("exportJsonFeed")`/agendas/${agendaUid}/events.json-feed`
    .addSuccess(HttpApiSchema.withEncoding(JsonFeed, { kind: "Json", contentType: exportFormats["json-feed"].mediaType }))
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as JSON Feed")
    .annotate(OpenApi.Description, "JSON Feed 1.1 in one language, one item for each event. `_event` has when and where it is.")
).add(
  HttpApiEndpoint.get("exportRss")`/agendas/${agendaUid}/events.rss`
    .addSuccess(HttpApiSchema.Text({ contentType: exportFormats.rss.mediaType }))
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as RSS")
    .annotate(OpenApi.Description, "RSS 2.0 in one language, one item for each event, with the modules event and media.")
).add(
  HttpApiEndpoint.get("exportCalendar")`/agendas/${agendaUid}/events.ics`
    .addSuccess(HttpApiSchema.Text({ contentType: exportFormats.ics.mediaType }))
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as iCalendar")
    .annotate(OpenApi.Description, "One entry for each slot, in one language.")
).add(
  HttpApiEndpoint.get("exportXlsx")`/agendas/${agendaUid}/events.xlsx`
    .addSuccess(HttpApiSchema.Uint8Array({ contentType: exportFormats.xlsx.mediaType }))
    .annotateContext(request)
    .annotate(OpenApi.Summary, "Export the events of an agenda as a workbook")
    .annotate(OpenApi.Description, "One sheet with the columns of the CSV. Numbers and times are typed, and no text is a formula.")
)
  .addError(AgendaFailure)
  .annotateContext(OpenApi.annotations({ title: "Exports" }))
{}
