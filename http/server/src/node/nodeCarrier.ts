import type { Requests } from "@agenda-engine/http/App"
import { fromParts, type ReadsBody } from "@agenda-engine/http/context/IncomingRequest"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { type Pull, pullOf } from "@agenda-engine/http/response/pulledStream"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { IncomingMessage, ServerResponse } from "node:http"
import { clientOf } from "./clients/forwarded.js"
import type { ContainedListener } from "./containThrown.js"

/** Reads a body and leaves the connection open when it is only partly read. */
const readBodyOf = (source: IncomingMessage): ReadsBody["readBody"] => (take) =>
  Effect.async((resume) => {
    if (source.readableEnded) return resume(Effect.void)
    const stop = () => source.off("data", read).off("end", end).off("error", fail).off("close", fail).pause()
    const settle = (result: Effect.Effect<void, unknown>) => {
      stop()
      resume(result)
    }
    const read = (chunk: Uint8Array) => {
      if (!take(chunk)) settle(Effect.void)
    }
    const end = () => settle(Effect.void)
    const fail = (error?: unknown) => settle(Effect.fail(error))
    if (source.destroyed) return fail()
    source.on("data", read).on("end", end).on("error", fail).on("close", fail)
    return Effect.sync(stop)
  })

/** Writes bytes, and waits until the client has received them where it is slow. */
const write = (response: ServerResponse, chunk: Iterable<Uint8Array>): Effect.Effect<void> =>
  Effect.suspend(() => {
    let isFull = false
    for (const bytes of chunk) isFull = !response.write(bytes)
    return isFull
      ? Effect.async<void>((resume) => void response.once("drain", () => resume(Effect.void)))
      : Effect.void
  })

const writePulled = (pull: Pull, response: ServerResponse): Effect.Effect<void> =>
  Effect.flatMap(
    pull,
    (bytes) => bytes === null ? Effect.void : Effect.flatMap(write(response, [bytes]), () => writePulled(pull, response))
  )

/** Writes the chunks of a stream, each after the client has received the previous ones. */
const writeStream = <E>(body: Stream.Stream<Uint8Array, E>, response: ServerResponse): Effect.Effect<void, E> => {
  const pull = pullOf(body)
  return pull === null ? Stream.runForEachChunk(body, (chunk) => write(response, chunk)) : writePulled(pull, response)
}

/**
 * Carries Node's requests to the app and its responses back. A client that disconnects interrupts its request. The
 * connection is destroyed when a streamed body fails: clients and shared caches would store a truncated body as
 * complete. Closing the scope waits up to `stop_seconds` for requests that cannot be interrupted, such as those that
 * commit: the store closes after it.
 */
export const nodeCarrier = (
  requests: Context.Tag.Service<Requests>,
  settings: HttpSettings,
  stop_seconds: number
): Effect.Effect<ContainedListener, never, Scope.Scope> =>
  Effect.gen(function*() {
    const runtime = yield* Effect.runtime()
    const run = Runtime.runFork(runtime)
    const active = new Set<Fiber.Fiber<unknown, unknown>>()
    const track = (fiber: Fiber.RuntimeFiber<unknown, unknown>): void => {
      active.add(fiber)
      fiber.addObserver(() => active.delete(fiber))
    }
    yield* Effect.addFinalizer(() => Effect.interruptible(Effect.timeoutOption(Fiber.interruptAll(active), `${stop_seconds} seconds`)))

    const send = (response: ServerResponse, { body, headers, status }: HttpServerResponse.HttpServerResponse): void => {
      if (response.writableEnded || response.destroyed) return
      response.writeHead(status, headers)
      if (response.req.method === "HEAD" || body._tag !== "Stream") {
        return void response.end(response.req.method !== "HEAD" && body._tag === "Uint8Array" ? body.body : undefined)
      }
      const fiber = run(
        Effect.tapErrorCause(
          writeStream(body.stream, response),
          (cause) => Cause.isInterruptedOnly(cause) ? Effect.void : Effect.logError("a streamed response was cut off", cause)
        )
      )
      track(fiber)
      response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
      fiber.addObserver((exit) => {
        if (Exit.isSuccess(exit)) response.end()
        else response.destroy()
      })
    }

    return (request, response, onThrown) => {
      const { headers, method, url } = request
      const running = requests.run(
        fromParts({ headers, method, url, remoteAddress: clientOf(request), source: request, readBody: readBodyOf(request) }),
        settings,
        runtime
      )
      response.once("close", running.over)
      track(running.fiber)
      running.fiber.addObserver((exit) => {
        if (Exit.isFailure(exit)) return Cause.isInterruptedOnly(exit.cause) ? undefined : onThrown(Cause.squash(exit.cause))
        try {
          send(response, exit.value)
        } catch (cause) {
          onThrown(cause)
        }
      })
    }
  })
