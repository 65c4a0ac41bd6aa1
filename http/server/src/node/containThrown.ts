import { loggedUrl } from "@agenda-engine/http/pipeline/accessLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
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

/** A listener of requests that passes exceptions of later turns to `onThrown`. */
export type ContainedListener = (request: IncomingMessage, response: ServerResponse, onThrown: (cause: unknown) => void) => void

/**
 * Contains exceptions of a request: of the listener itself, and of event listeners on request and response. They are
 * logged with the request, which gets 500; other requests are not affected.
 */
export const containThrown = (responder: RawResponder, listener: ContainedListener): Effect.Effect<RequestListener> =>
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
        listener(request, response, onThrown)
      } catch (cause) {
        onThrown(cause)
      }
    }
  })
