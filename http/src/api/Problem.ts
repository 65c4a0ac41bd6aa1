import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

/** One fault of a request, as answers show it (wire.md §4). */
export const ProblemItem = Schema.Struct({
  code: Schema.String.annotations({ description: "A stable error code.", examples: ["required"] }),
  field: Schema.String.annotations({ description: "The field or parameter, or the path where the fault is nested.", examples: ["title"] }),
  message: Schema.String,
  origin: Schema.Unknown.annotations({ description: "The refused value, cut at 200 characters; an empty text when there was none." }),
  step: Schema.Literal("validation"),
  lang: Schema.optionalWith(Schema.String.annotations({ description: "The language, on multilingual fields." }), { exact: true }),
  index: Schema.optionalWith(Schema.Int.annotations({ description: "The position, in top-level lists." }), { exact: true }),
  info: Schema.optionalWith(Schema.Unknown, { exact: true })
}).annotations({ identifier: "ProblemItem" })

/** The one body of every failure: the members of RFC 9457, and those that v2 clients read (wire.md §4). */
export const Problem = Schema.Struct({
  type: Schema.String.annotations({ description: "Names the kind of problem.", examples: ["https://agenda.example/problems/validation"] }),
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  success: Schema.Literal(false),
  message: Schema.String,
  error: Schema.String,
  info: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  errors: Schema.Array(ProblemItem).annotations({ description: "Every fault, not only the first." })
}).annotations({ identifier: "Problem" })
/** The one body of every failure. */
export type Problem = typeof Problem.Type

const failure = (status: number, description: string) =>
  Problem.annotations({ ...HttpApiSchema.annotations({ status }), identifier: "Problem", description })

/** The request cannot be read or is invalid. */
export const BadRequest = failure(400, "What was sent cannot be taken; `errors` lists every fault. Nothing was changed.")
/** Nobody is known by what was presented. */
export const Unauthorized = failure(401, "No credential, an unknown or expired token, or a write without an access token.")
/** The caller is known, the right is missing. */
export const Forbidden = failure(403, "An unknown key, or a caller without the right to do this.")
/** It is not there, or the caller may not know that it is. */
export const NotFound = failure(404, "It is not there, or the caller may not see it.")
/** What is there does not allow it. */
export const Conflict = failure(409, "What is there does not allow it, or the first request with this `Idempotency-Key` is under way.")
/** What is there is not what `If-Match` takes it to be. */
export const Outdated = failure(412, "What is there has changed, or is not there. `ETag` says what it is now. Nothing was changed.")
/** The body is too large. */
export const TooLarge = failure(413, "The body is larger than the server takes.")
/** The body is of a type that is not read. */
export const Unsupported = failure(415, "The body is neither JSON nor a form.")
/** The name of a write was given to another one. */
export const Renamed = failure(422, "This `Idempotency-Key` was used with another request.")
/** The store cannot be reached. */
export const Unavailable = failure(503, "The store cannot be reached. `Retry-After` says when to try again.")
/** Rows of availability of which one at least cannot be taken. */
export const RefusedRows = Schema.Struct({
  ...Problem.fields,
  applied: Schema.Tuple().annotations({ description: "None." }),
  written: Schema.Literal(0)
}).annotations({
  ...HttpApiSchema.annotations({ status: 400 }),
  identifier: "RefusedRows",
  description: "A row cannot be taken; `errors` lists every fault. Nothing was changed."
})
