import type { Suggestion } from "@agenda-engine/core/search/suggest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { json } from "./answer.js"

/** The response with suggestions. */
export const suggestionList = (
  suggestions: ReadonlyArray<Suggestion>,
  headers: { readonly [name: string]: string } = {}
): HttpServerResponse.HttpServerResponse =>
  json({ success: true, suggestions: suggestions.map(({ text, type }) => ({ type, text })) }, headers)
