import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { Suggestion } from "@agenda-engine/core/search/suggest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Either from "effect/Either"
import { presentWarning } from "./presentProblem.js"

/** A JSON response. */
export const json = (
  body: JsonObject,
  headers: { readonly [name: string]: string } = {}
): HttpServerResponse.HttpServerResponse => HttpServerResponse.unsafeJson(body, { headers })

/** The parsed query string; fails with all its issues. */
export const readOrRefuse = <A>(read: Either.Either<A, ReadonlyArray<Issue>>): Either.Either<A, Invalid> =>
  Either.mapLeft(read, (issues) => new Invalid({ subject: "parameters", issues }))

/** Adds the member `warnings` when parts of the body were ignored. */
export const withWarnings = (body: JsonObject, warnings: ReadonlyArray<Issue>): JsonObject =>
  warnings.length === 0 ? body : { ...body, warnings: warnings.map(presentWarning) }

/** The response with suggestions. */
export const suggestionList = (
  suggestions: ReadonlyArray<Suggestion>,
  headers: { readonly [name: string]: string } = {}
): HttpServerResponse.HttpServerResponse =>
  json({ success: true, suggestions: suggestions.map(({ text, type }) => ({ type, text })) }, headers)
