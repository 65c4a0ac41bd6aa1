import { loggedUrl } from "@agenda-engine/http/pipeline/accessLog"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Stream from "effect/Stream"
import type { EventEmitter } from "node:events"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { hasBegunToAnswer, type RawResponder } from "./RawResponder.js"

/**
 * Passes exceptions of event listeners to `onThrown`. Otherwise they would go through Node's parser and end the
 * process.
 */
const guard = (emitter: EventEmitter, onThrown: (cause: unknown) => void): void => {
  const emit = emitter.emit.bind(emitter)
  emitter.emit = (name: string | symbol, ...args: ReadonlyArray<unknown>) => {
    try {
      return emit(name, ...args)
    } catch (cause) {
      onThrown(cause)
      return true
    }
  }
}

/**
 * Contains exceptions of a request: of the listener itself, and of event listeners on request and response. They are
 * logged with the request, which gets 500; other requests are not affected.
 */
export const containThrown = (responder: RawResponder, listener: RequestListener): Effect.Effect<RequestListener> =>
  Effect.map(Effect.runtime(), (runtime) => {
    const run = Runtime.runFork(runtime)
    const fail = ({ method = "", socket, url = "" }: IncomingMessage, response: ServerResponse, cause: unknown): void => {
      run(Effect.annotateLogs(Effect.logError("an exception was not caught", Cause.die(cause)), { method, url: loggedUrl(url) }))
      if (response.headersSent || hasBegunToAnswer(socket)) socket.destroy()
      else responder.end(socket, { kind: "internal", message: "internal error" })
    }
    return (request, response) => {
      const onThrown = (cause: unknown): void => fail(request, response, cause)
      guard(request, onThrown)
      guard(response, onThrown)
      try {
        listener(request, response)
      } catch (cause) {
        onThrown(cause)
      }
    }
  })

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
