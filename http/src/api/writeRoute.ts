import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import type * as Schema from "effect/Schema"

/** Completes endpoints of writes that have an answer, failures and a described request in common. */
export const writeRoute =
  <A extends Schema.Schema.Any, E extends Schema.Schema.Any>(answer: A, failure: E, request: Context.Context<never> = Context.empty()) =>
  <Name extends string, Method extends HttpMethod, Path, Payload, Failure>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, never, Payload, never, void, Failure>,
    summary: string,
    description?: string
  ) => {
    const route = endpoint.addSuccess(answer).addError(failure).annotateContext(request).annotate(OpenApi.Summary, summary)
    return description === undefined ? route : route.annotate(OpenApi.Description, description)
  }
