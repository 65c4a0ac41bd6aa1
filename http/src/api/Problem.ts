import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

/** One item of `errors` (wire.md §4). */
export const ProblemItem = Schema.Struct({
  code: Schema.String.annotations({ description: "A stable error code.", examples: ["required"] }),
  field: Schema.String.annotations({ description: "The field or parameter, or the path of a nested error.", examples: ["title"] }),
  message: Schema.String,
  origin: Schema.Unknown.annotations({
    description: "The refused value, truncated to 200 characters; an empty string when there was none."
  }),
  step: Schema.Literal("validation"),
  lang: Schema.optionalWith(Schema.String.annotations({ description: "The language, on multilingual fields." }), { exact: true }),
  index: Schema.optionalWith(Schema.Int.annotations({ description: "The index, in top-level lists." }), { exact: true }),
  info: Schema.optionalWith(Schema.Unknown, { exact: true })
}).annotations({ identifier: "ProblemItem" })

/** The error body: the members of RFC 9457 and those that v2 clients read (wire.md §4). */
export const Problem = Schema.Struct({
  type: Schema.String.annotations({ description: "Names the kind of problem.", examples: ["https://agenda.example/problems/validation"] }),
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  success: Schema.Literal(false),
  message: Schema.String,
  error: Schema.String,
  info: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  errors: Schema.Array(ProblemItem).annotations({ description: "All errors, not only the first." })
}).annotations({ identifier: "Problem" })
/** The error body. */
export type Problem = typeof Problem.Type

const failure = (status: number, description: string) =>
  Problem.annotations({ ...HttpApiSchema.annotations({ status }), identifier: "Problem", description })

/** 400: the request is malformed or invalid. */
export const BadRequest = failure(400, "The request is invalid; `errors` lists all errors. Nothing was changed.")
/** 401: the credential is missing or invalid. */
export const Unauthorized = failure(401, "No credential, an unknown or expired token, or a write without an access token.")
/** 403: the caller is not permitted to do this. */
export const Forbidden = failure(403, "An unknown key, or a caller without the right to do this.")
/** 404: it does not exist, or the caller may not know that it does. */
export const NotFound = failure(404, "It does not exist, or the caller may not see it.")
/** 409: the stored state does not allow the write. */
export const Conflict = failure(409, "The current state does not allow it, or a request with this `Idempotency-Key` is in progress.")
/** 410: the cursor of changes cannot be followed any more. */
export const Expired = Schema.Struct({
  ...Problem.fields,
  full: Schema.String.annotations({ description: "Address of the full list. What a copy has and the list does not have is gone." }),
  next: Schema.String.annotations({ description: "The cursor to go on from after reading the full list." })
}).annotations({
  ...HttpApiSchema.annotations({ status: 410 }),
  identifier: "ExpiredCursor",
  description: "Changes after the cursor may be missing: read `full`, then go on from `next`."
})
/** 412: `If-Match` does not match. */
export const PreconditionFailed = failure(
  412,
  "The resource has changed or does not exist. `ETag` is its current tag. Nothing was changed."
)
/** 413: the body is too large. */
export const TooLarge = failure(413, "The body is larger than the server accepts.")
/** 415: the media type is not supported. */
export const Unsupported = failure(415, "The body is neither JSON nor a form.")
/** 422: the `Idempotency-Key` was used for a different request. */
export const IdempotencyMismatch = failure(422, "This `Idempotency-Key` was used for a different request.")
/** 429: a limit of requests is exceeded. */
export const TooManyRequests = failure(
  429,
  "Too many requests in a minute. `Retry-After` says when to try again, `RateLimit-Policy` names the limit."
)
/** 503: the store is unavailable. */
export const Unavailable = failure(503, "The store cannot be reached. `Retry-After` says when to try again.")
/** 400 of an availability write: at least one row is invalid. */
export const InvalidRows = Schema.Struct({
  ...Problem.fields,
  applied: Schema.Tuple().annotations({ description: "Always empty: no row was written." }),
  written: Schema.Literal(0)
}).annotations({
  ...HttpApiSchema.annotations({ status: 400 }),
  identifier: "RefusedRows",
  description: "A row is invalid; `errors` lists all errors. Nothing was changed."
})

/** Failures of every route of an agenda. */
export const AgendaFailure = Schema.Union(BadRequest, Unauthorized, Forbidden, NotFound, TooManyRequests, Unavailable)

/** Failures of a route that creates, besides those of its group. */
export const CreateFailure = Schema.Union(Conflict, TooLarge, Unsupported, IdempotencyMismatch)

/** Failures of a route that changes or replaces, besides those of its group. */
export const UpdateFailure = Schema.Union(CreateFailure, PreconditionFailed)

/** Failures of a route that deletes, besides those of its group. */
export const DeleteFailure = Schema.Union(Conflict, PreconditionFailed, TooLarge, IdempotencyMismatch)

/** Members of the body that were ignored (wire.md §2, Bodies); absent when there were none. */
export const Warnings = Schema.optionalWith(
  Schema.Array(Schema.Struct({
    code: Schema.String,
    field: Schema.String.annotations({ description: "The field, or the path where it is nested." }),
    lang: Schema.optionalWith(Schema.String.annotations({ description: "The language, on multilingual fields." }), { exact: true }),
    index: Schema.optionalWith(Schema.Int.annotations({ description: "The index, in top-level lists." }), { exact: true })
  })).annotations({
    description: "Fields of the body that were ignored: unknown and read-only ones, and others without effect."
  }),
  { exact: true }
)
