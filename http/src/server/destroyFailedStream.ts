import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/**
 * Destroys the connection when the body of a streamed response fails. Otherwise the platform would end the response
 * normally, and clients and shared caches would store a truncated body as complete.
 */
export const destroyFailedStream = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(app, (response) => {
    const { body } = response
    if (body._tag !== "Stream") return Effect.succeed(response)
    return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const destroy = Effect.sync(() => NodeHttpServerRequest.toServerResponse(request).destroy())
      const stream = Stream.tapErrorCause(body.stream, () => destroy)
      return HttpServerResponse.setBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
    })
  })
