import type { Agenda } from "@agenda-engine/core/domain/agenda/Agenda"
import { languagesOf, type PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import type { FeedOptions } from "@agenda-engine/core/present/export/feedItem"
import { jsonFeedPieces } from "@agenda-engine/core/present/export/presentJsonFeed"
import { rssPieces } from "@agenda-engine/core/present/export/presentRss"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { PublishedEventPage } from "@agenda-engine/core/services/PublishedEvents"
import * as Effect from "effect/Effect"
import { agendaUrlOf, feedUrlOf, nextUrlOf } from "../context/feedAddress.js"
import { respondEvents } from "../response/eventStream.js"
import { type Exporter, type ExportFailure, type ExportRequest, readPublished } from "./Exporter.js"

/** A format of feeds, in parts. */
interface FeedFormat {
  readonly first: (agenda: Agenda, options: FeedOptions) => string
  readonly event: (published: PublishedEvent, options: FeedOptions) => string
  readonly last: (next: string | null) => string
}

const optionsOf = (request: ExportRequest, agenda: Agenda): FeedOptions => ({
  agendaUrl: agendaUrlOf(request.base)(agenda.slug),
  feedUrl: feedUrlOf(request.address),
  languages: languagesOf(agenda, request.languages),
  imageBase: request.imageBase,
  now: request.now,
  toHtml: request.publications.toHtml
})

/**
 * Exports events as a feed, with `separator` between items. A feed that does not have all events links to the next
 * page.
 */
const feedExport = (pieces: FeedFormat, separator: string): Exporter => (request, headers) =>
  respondEvents<PublishedEventPage, ExportFailure>(
    {
      start: request.query.start,
      events_max: request.query.size,
      read: readPublished(request),
      begin: ({ agenda }) => pieces.first(agenda, optionsOf(request, agenda)),
      write: (part, first) => {
        const options = optionsOf(request, first.agenda)
        return Effect.map(
          mapInSlices(part.events, (published) => pieces.event(published, options)),
          (items) => `${part === first || items.length === 0 ? "" : separator}${items.join(separator)}`
        )
      },
      end: ({ after }) => Effect.succeed(pieces.last(after === null ? null : nextUrlOf(request.address, after)))
    },
    headers,
    request.sharing
  )

/** Exports events as JSON Feed 1.1. */
export const jsonFeedExport: Exporter = feedExport(jsonFeedPieces, ",")

/** Exports events as RSS 2.0. */
export const rssExport: Exporter = feedExport(rssPieces, "")
