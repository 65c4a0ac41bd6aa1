import type { IncomingRequest } from "../context/IncomingRequest.js"
import type { HttpSettings } from "../HttpSettings.js"
import type { ApiRequest } from "../request/ApiRequest.js"

/** A request and what a carrier knows of it. */
export interface Carried {
  readonly incoming: IncomingRequest
  readonly settings: HttpSettings
  /** Base of absolute URLs in the response, without a trailing slash. */
  readonly base: string
  /** URL prefix of images stored by this server, with a trailing slash. */
  readonly imageBase: string
  /** Runs a function when the response was sent or the client disconnected. */
  readonly onOver: ApiRequest["onOver"]
}
