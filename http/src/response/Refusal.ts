import * as Data from "effect/Data"

/** Status and title of a kind of problem. */
export interface ProblemKindRow {
  readonly status: number
  readonly title: string
}

/** All kinds of problems (wire.md §4), by the last segment of their `type`. */
export const problemKinds = {
  "validation": { status: 400, title: "Invalid data" },
  "parameters": { status: 400, title: "Invalid parameters" },
  "malformed-request": { status: 400, title: "Malformed request" },
  "unauthorized": { status: 401, title: "Authentication required" },
  "forbidden": { status: 403, title: "Permission denied" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  "request-timeout": { status: 408, title: "Request timed out" },
  "conflict": { status: 409, title: "Conflict with the current state" },
  "retry-underway": { status: 409, title: "A request with this Idempotency-Key is in progress" },
  "cursor-expired": { status: 410, title: "The cursor has expired" },
  "precondition-failed": { status: 412, title: "The resource has changed" },
  "content-too-large": { status: 413, title: "Request body too large" },
  "uri-too-long": { status: 414, title: "Request line too long" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  "retry-mismatch": { status: 422, title: "Idempotency-Key was used for a different request" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "headers-too-large": { status: 431, title: "Request headers too large" },
  "internal": { status: 500, title: "Internal server error" },
  "unavailable": { status: 503, title: "Service unavailable" }
} as const satisfies Record<string, ProblemKindRow>

/** Key of a kind of problem. */
export type ProblemKind = keyof typeof problemKinds

/** A request refused by the HTTP layer, before any service is called. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly kind: ProblemKind
  readonly message: string
  readonly headers?: { readonly [name: string]: string }
}> {}
