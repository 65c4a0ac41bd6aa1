import type { TimeWindow } from "@agenda-engine/core/query/event/Transitions"
import type { Validator } from "@agenda-engine/core/services/Revisions"
import type { IncomingRequest } from "../context/IncomingRequest.js"
import type { HttpSettings } from "../HttpSettings.js"
import type { Sender } from "../identity/Sender.js"
import type { QueryTree } from "../query/parseQueryString.js"

/** Names of the parameters in paths of routes. */
export type PathParameter =
  | "agenda"
  | "agendaUid"
  | "event"
  | "eventUid"
  | "key"
  | "kind"
  | "locationUid"
  | "name"
  | "slot"
  | "slug"
  | "value"
  | "webhookId"

/** What the response to a request depends on. */
export interface Dependencies {
  readonly validator: Validator
  /** When the response holds, without a change; null: this response only tells that the request is repeated. */
  readonly validity: TimeWindow | null
}

/** A request that a route answers: everything that routes need of it, computed once. */
export interface ApiRequest {
  readonly incoming: IncomingRequest
  readonly method: string
  /** Headers by name in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  /** The canonical path behind `basePath`, with `/v2` where it was left out. */
  readonly path: string
  /** Parameters of the path, percent-decoded. */
  readonly params: { readonly [P in PathParameter]?: string | undefined }
  /** Request id, for logs and `x-request-id`. */
  readonly id: string
  /** Base of absolute URLs in the response, without a trailing slash; empty when unknown. */
  readonly base: string
  /** URL prefix of images stored by this server, with a trailing slash. */
  readonly imageBase: string
  /** The query string as it was sent, without `?`. */
  readonly queryString: string
  /** The parsed query string. */
  readonly query: QueryTree
  /** Whether the client asks for errors as `application/problem+json`. */
  readonly wantsProblem: boolean
  readonly settings: HttpSettings
  readonly sender: Sender
  /** Key in the response cache; null when the response must not be cached. */
  readonly cacheKey: string | null
  /** Set by a route whose response may be cached. */
  dependencies: Dependencies | null
  /** Runs a function when the response was sent or the client disconnected. */
  readonly onOver: (done: () => void) => void
}
