import { Invalid } from "@agenda-engine/core/domain/EngineError"
import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { JsonObject } from "@agenda-engine/core/domain/Json"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { presentWarning } from "./presentIssue.js"
import { type Failure, respondFailure } from "./respondFailure.js"

/** Runs what a route does and answers with what comes out: the response, or the failure as every failure is answered, or as the route does. */
export const answer = <R>(
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>,
  refuse: (failure: Failure) => Effect.Effect<HttpServerResponse.HttpServerResponse> = respondFailure
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> => Effect.catchAll(route, refuse)

/** Answers with a JSON object. */
export const json = (
  body: JsonObject,
  headers: { readonly [name: string]: string } = {}
): HttpServerResponse.HttpServerResponse => HttpServerResponse.unsafeJson(body, { headers })

/** What a query string was read into, or the failure that lists all its faults. */
export const readOrRefuse = <A>(read: Either.Either<A, ReadonlyArray<Issue>>): Either.Either<A, Invalid> =>
  Either.mapLeft(read, (issues) => new Invalid({ subject: "parameters", issues }))

/** The member `warnings` of a write's answer: there when something of the body was left alone. */
export const withWarnings = (body: JsonObject, warnings: ReadonlyArray<Issue>): JsonObject =>
  warnings.length === 0 ? body : { ...body, warnings: warnings.map(presentWarning) }
