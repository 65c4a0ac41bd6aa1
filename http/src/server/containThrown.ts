import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { EventEmitter } from "node:events"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { shownUrl } from "../front/accessLog.js"
import { endRaw, hasBegunToAnswer } from "./refuseRaw.js"

/** Hands to `onThrown` what listeners of events throw. Without it the exception would go through Node's parser and end the process. */
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
 * Contains what is thrown while a request is worked on, by the listener itself or by whoever listens to the events of the request or the response:
 * it is logged with the request, which is answered 500, and no other request is affected.
 */
export const containThrown = (listener: RequestListener): Effect.Effect<RequestListener> =>
  Effect.map(Effect.runtime(), (runtime) => {
    const run = Runtime.runFork(runtime)
    const fail = ({ method = "", socket, url = "" }: IncomingMessage, response: ServerResponse, cause: unknown): void => {
      run(Effect.annotateLogs(Effect.logError("an exception was not caught", Cause.die(cause)), { method, url: shownUrl(url) }))
      if (response.headersSent || hasBegunToAnswer(socket)) socket.destroy()
      else endRaw(socket, { kind: "internal", message: "internal error" })
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
