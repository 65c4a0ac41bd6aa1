import type { EventList } from "@agenda-engine/core/contract/EventResult"
import { eventListPieces } from "@agenda-engine/core/present/presentEventList"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import * as Effect from "effect/Effect"
import { respondEvents } from "../response/eventStream.js"
import type { Exporter, ExportFailure } from "./Exporter.js"

/** Exports events as JSON: the response of the list, with more events. */
export const jsonExport: Exporter = ({ authorize, events, limits, query, sharing }, headers) =>
  respondEvents<EventList, ExportFailure>(
    {
      start: query.start,
      events_max: query.size,
      read: (start, size) =>
        Effect.flatMap(authorize, (authorization) =>
          events.list(authorization, {
            ...query,
            start,
            size: Math.min(size, limits.eventsPage_max),
            facets: start._tag === "After" && query.start._tag !== "After" ? [] : query.facets
          })),
      begin: eventListPieces.first,
      write: (part, first) =>
        Effect.map(
          mapInSlices(part.events, eventListPieces.event),
          (texts) => `${part === first || texts.length === 0 ? "" : ","}${texts.join()}`
        ),
      end: ({ after }, { corrected, facets, sort }) => Effect.succeed(eventListPieces.last({ after, sort, facets, corrected }))
    },
    headers,
    sharing
  )
