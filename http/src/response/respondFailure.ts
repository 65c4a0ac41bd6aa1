import type { EngineError, Invalid, StoreError, VersionMismatch } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { tagOfRead } from "./entityTag.js"
import { presentProblem, type ProblemFacts } from "./presentProblem.js"
import { problemKinds, type Refusal } from "./Refusal.js"

/** All failures of routes. */
export type Failure = EngineError | Refusal

const retryAfter_seconds = 5
const retryConflictAfter_seconds = 1

/** The parts of a request that the response to a failure depends on. */
export interface ProblemContext {
  /** Request id. */
  readonly id: string
  /** Base of absolute URLs, without a trailing slash. */
  readonly base: string
  /** Whether the client asks for errors as `application/problem+json`. */
  readonly wantsProblem: boolean
}

type Response = HttpServerResponse.HttpServerResponse

const respond = (request: ProblemContext, facts: ProblemFacts, headers: { readonly [name: string]: string } = {}) =>
  Effect.map(CurrentLimits, (limits) =>
    HttpServerResponse.unsafeJson(presentProblem(facts, request.base, limits), {
      status: problemKinds[facts.kind].status,
      headers,
      contentType: request.wantsProblem ? "application/problem+json" : "application/json"
    }))

/**
 * Responds to an unexpected error with 500 and an id that is logged with the cause; internals are not disclosed
 * (wire.md §4).
 */
export const respondDefect = (request: ProblemContext, cause: Cause.Cause<unknown>): Effect.Effect<Response> =>
  Effect.gen(function*() {
    const [high, low] = [yield* Random.nextIntBetween(0, 2 ** 32), yield* Random.nextIntBetween(0, 2 ** 32)]
    const errorId = [high, low].map((half) => half.toString(16).padStart(8, "0")).join("")
    yield* Effect.annotateLogs(Effect.logError("request failed", cause), { errorId, requestId: request.id })
    return yield* respond(request, { kind: "internal", message: "internal error", info: { errorId } })
  })

const respondStoreError = (request: ProblemContext, error: StoreError): Effect.Effect<Response> => {
  switch (error.reason) {
    case "Unavailable":
      return Effect.zipRight(
        Effect.logError("the store cannot be reached", Cause.fail(error)),
        respond(request, { kind: "unavailable", message: "the store cannot be reached" }, { "retry-after": String(retryAfter_seconds) })
      )
    case "Conflict":
      return respond(request, { kind: "unavailable", message: "too many writers, try again" }, {
        "retry-after": String(retryConflictAfter_seconds)
      })
    case "Busy":
      return respond(request, { kind: "unavailable", message: "the store is busy, try again" }, {
        "retry-after": String(retryAfter_seconds)
      })
    case "ReadOnly":
      return Effect.zipRight(
        Effect.logError("the store is read-only", Cause.fail(error)),
        respond(request, { kind: "unavailable", message: "the store is read-only" }, { "retry-after": String(retryAfter_seconds) })
      )
    case "Corrupt":
    case "Unsupported":
      return respondDefect(request, Cause.fail(error))
  }
}

const respondOutdated = (request: ProblemContext, { current, message, what }: VersionMismatch): Effect.Effect<Response> =>
  Effect.flatMap(
    current === null ? Effect.succeed({}) : Effect.map(tagOfRead({ [what]: current.shown }, current.version), (etag) => ({ etag })),
    (headers) => respond(request, { kind: "precondition-failed", message }, headers)
  )

const respondInvalid = (request: ProblemContext, { issues, subject, title }: Invalid, more: JsonObject = {}) =>
  respond(request, { kind: subject === "data" ? "validation" : "parameters", message: title, issues, more })

/** The response to a failure: maps errors to statuses and bodies (wire.md §3, §4). */
export const respondFailure = (request: ProblemContext) => (failure: Failure): Effect.Effect<Response> => {
  switch (failure._tag) {
    case "Invalid":
      return respondInvalid(request, failure)
    case "Unauthorized":
      return respond(request, { kind: "unauthorized", message: failure.message }, { "www-authenticate": 'Bearer realm="agenda-engine"' })
    case "Forbidden":
      return respond(request, { kind: "forbidden", message: failure.message })
    case "NotFound":
      return respond(request, { kind: "not-found", message: failure.message })
    case "Conflict":
      return respond(request, { kind: "conflict", message: failure.message, issues: failure.issues ?? [] })
    case "VersionMismatch":
      return respondOutdated(request, failure)
    case "IdempotencyConflict":
      return failure.reason === "underway"
        ? respond(request, { kind: "retry-underway", message: failure.message }, { "retry-after": String(retryConflictAfter_seconds) })
        : respond(request, { kind: "retry-mismatch", message: failure.message })
    case "CursorExpired":
      return respond(request, {
        kind: "cursor-expired",
        message: failure.message,
        more: { full: `${request.base}${failure.full}`, next: failure.next }
      })
    case "StoreError":
      return respondStoreError(request, failure)
    case "Refusal":
      return respond(request, { kind: failure.kind, message: failure.message }, failure.headers)
  }
}

/**
 * Like `respondFailure`, for availability writes, whose bodies list the written rows: none when the body is invalid
 * (wire.md §8).
 */
export const respondInvalidRows = (request: ProblemContext) => (failure: Failure): Effect.Effect<Response> =>
  failure._tag === "Invalid" ? respondInvalid(request, failure, { applied: [], written: 0 }) : respondFailure(request)(failure)
