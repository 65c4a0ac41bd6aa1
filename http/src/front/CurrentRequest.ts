import * as Context from "effect/Context"
import type { QueryTree } from "../query/parseQueryString.js"

/** What the front door found out about a request before it was routed. */
export interface RequestFacts {
  /** Names the request in logs and in `x-request-id`. */
  readonly id: string
  /** The base of absolute URLs in its answer, without a slash at its end; empty when nothing is known of it. */
  readonly base: string
  /** Its query string, taken apart. */
  readonly query: QueryTree
  /** Whether failures shall be `application/problem+json`. */
  readonly wantsProblem: boolean
}

/** The facts of the request at hand. A reference so that handlers can be built before there is any. */
export class CurrentRequest extends Context.Reference<CurrentRequest>()("@agenda-engine/http/CurrentRequest", {
  defaultValue: (): RequestFacts => ({ id: "", base: "", query: {}, wantsProblem: false })
}) {}
