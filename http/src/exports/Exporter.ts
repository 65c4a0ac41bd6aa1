import type { Invalid, NotFound, StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { EventQuery, PageStart } from "@agenda-engine/core/query/event/EventQuery"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { FeedAddress } from "../context/feedAddress.js"
import type { SenderFailure } from "../identity/Sender.js"
import type { Sharing, StreamHeaders } from "../response/eventStream.js"

/**
 * Identifies and authorizes the reader. It runs again for each part of an export, so that a key that is revoked ends
 * it.
 */
export type AuthorizeRead = Effect.Effect<Authorization<"events:read">, SenderFailure | NotFound | StoreError>

/** Failures of an export. */
export type ExportFailure = SenderFailure | NotFound | Invalid | StoreError

/** A request for an export. */
export interface ExportRequest {
  readonly events: Context.Tag.Service<Events>
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly limits: Limits
  readonly authorize: AuthorizeRead
  readonly sharing: Sharing<ExportFailure>
  /** The events to export; `size` is the maximum number of all parts. */
  readonly query: EventQuery
  /** Base of absolute URLs, without a trailing slash. */
  readonly base: string
  /** URL prefix of images stored by this server. */
  readonly imageBase: string
  /** Epoch milliseconds. */
  readonly now: number
  /** The address of the request. */
  readonly address: FeedAddress
  /** The languages that the request asks for, best first; the agenda's default follows. */
  readonly languages: ReadonlyArray<string>
}

/** Writes the events of a request in one format. */
export type Exporter = (
  request: ExportRequest,
  headers: StreamHeaders
) => Effect.Effect<HttpServerResponse.HttpServerResponse, ExportFailure>

/** Reads a part of an export as decoded values. */
export const readPublished =
  ({ authorize, limits, publications, query }: ExportRequest) =>
  (start: PageStart, size: number): Effect.Effect<PublishedEventPage, ExportFailure> =>
    Effect.flatMap(authorize, (authorization) =>
      publications.page(authorization, {
        ...query,
        removed: "without",
        includeSort: false,
        facets: [],
        start,
        size: Math.min(size, limits.eventsPage_max)
      }))
