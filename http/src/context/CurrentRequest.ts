import * as Context from "effect/Context"
import type { QueryTree } from "../query/parseQueryString.js"

/** Facts about a request that the pipeline derives before routing. */
export interface RequestFacts {
  /** Request id, for logs and `x-request-id`. */
  readonly id: string
  /** Base of absolute URLs in the response, without a trailing slash; empty when unknown. */
  readonly base: string
  /** The query string as it was sent, without `?`. */
  readonly queryString: string
  /** The parsed query string. */
  readonly query: QueryTree
  /** Whether the client asks for errors as `application/problem+json`. */
  readonly wantsProblem: boolean
}

/** Facts of the current request. A `Context.Reference`, so that handlers can be built outside a request. */
export class CurrentRequest extends Context.Reference<CurrentRequest>()("@agenda-engine/http/CurrentRequest", {
  defaultValue: (): RequestFacts => ({ id: "", base: "", queryString: "", query: {}, wantsProblem: false })
}) {}
