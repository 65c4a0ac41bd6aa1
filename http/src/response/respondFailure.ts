import type { EngineError, Invalid, StoreError, VersionMismatch } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { tagOfRead } from "./entityTag.js"
import { presentProblem, type ProblemFacts } from "./presentProblem.js"
import { problemKinds, type Refusal } from "./Refusal.js"

/** All failures of routes. */
export type Failure = EngineError | Refusal

const retryAfter_seconds = 5
const retryConflictAfter_seconds = 1

const respond = (facts: ProblemFacts, headers: { readonly [name: string]: string } = {}) =>
  Effect.gen(function*() {
    const request = yield* CurrentRequest
    const limits = yield* CurrentLimits
    return HttpServerResponse.unsafeJson(presentProblem(facts, request.base, limits), {
      status: problemKinds[facts.kind].status,
      headers,
      contentType: request.wantsProblem ? "application/problem+json" : "application/json"
    })
  })

/**
 * Responds to an unexpected error with 500 and an id that is logged with the cause; internals are not disclosed
 * (wire.md §4).
 */
export const respondDefect = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const [high, low] = [yield* Random.nextIntBetween(0, 2 ** 32), yield* Random.nextIntBetween(0, 2 ** 32)]
    const errorId = [high, low].map((half) => half.toString(16).padStart(8, "0")).join("")
    const request = yield* CurrentRequest
    yield* Effect.annotateLogs(Effect.logError("request failed", cause), { errorId, requestId: request.id })
    return yield* respond({ kind: "internal", message: "internal error", info: { errorId } })
  })

const respondStoreError = (error: StoreError): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  switch (error.reason) {
    case "Unavailable":
      return Effect.zipRight(
        Effect.logError("the store cannot be reached", Cause.fail(error)),
        respond({ kind: "unavailable", message: "the store cannot be reached" }, { "retry-after": String(retryAfter_seconds) })
      )
    case "Conflict":
      return respond({ kind: "unavailable", message: "too many writers, try again" }, { "retry-after": String(retryConflictAfter_seconds) })
    case "Busy":
      return respond({ kind: "unavailable", message: "the store is busy, try again" }, { "retry-after": String(retryAfter_seconds) })
    case "ReadOnly":
      return Effect.zipRight(
        Effect.logError("the store is read-only", Cause.fail(error)),
        respond({ kind: "unavailable", message: "the store is read-only" }, { "retry-after": String(retryAfter_seconds) })
      )
    case "Corrupt":
    case "Unsupported":
      return respondDefect(Cause.fail(error))
  }
}

const respondOutdated = ({ current, message, what }: VersionMismatch): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.flatMap(
    current === null ? Effect.succeed({}) : Effect.map(tagOfRead({ [what]: current.shown }, current.version), (etag) => ({ etag })),
    (headers) => respond({ kind: "precondition-failed", message }, headers)
  )

const respondInvalid = ({ issues, subject, title }: Invalid, more: JsonObject = {}) =>
  respond({ kind: subject === "data" ? "validation" : "parameters", message: title, issues, more })

/** The response to a failure: maps errors to statuses and bodies (wire.md §3, §4). */
export const respondFailure = (failure: Failure): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  switch (failure._tag) {
    case "Invalid":
      return respondInvalid(failure)
    case "Unauthorized":
      return respond({ kind: "unauthorized", message: failure.message }, { "www-authenticate": 'Bearer realm="agenda-engine"' })
    case "Forbidden":
      return respond({ kind: "forbidden", message: failure.message })
    case "NotFound":
      return respond({ kind: "not-found", message: failure.message })
    case "Conflict":
      return respond({ kind: "conflict", message: failure.message, issues: failure.issues ?? [] })
    case "VersionMismatch":
      return respondOutdated(failure)
    case "IdempotencyConflict":
      return failure.reason === "underway"
        ? respond({ kind: "retry-underway", message: failure.message }, { "retry-after": String(retryConflictAfter_seconds) })
        : respond({ kind: "retry-mismatch", message: failure.message })
    case "StoreError":
      return respondStoreError(failure)
    case "Refusal":
      return respond({ kind: failure.kind, message: failure.message }, failure.headers)
  }
}

/**
 * Like `respondFailure`, for availability writes, whose bodies list the written rows: none when the body is invalid
 * (wire.md §8).
 */
export const respondInvalidRows = (failure: Failure): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  failure._tag === "Invalid" ? respondInvalid(failure, { applied: [], written: 0 }) : respondFailure(failure)
