import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

type Request = HttpServerRequest.HttpServerRequest

/** How the bytes of request bodies are read from the platform. */
export interface ReadsBodies {
  /**
   * Hands each chunk to `take` as it arrives, until the body ends or `take` returns false. The rest then stays unread and the connection open.
   * Fails when the body breaks off.
   */
  readonly read: (request: Request, take: (chunk: Uint8Array) => boolean) => Effect.Effect<void, unknown>
  /** Whether the whole body is in memory already. */
  readonly hasArrived: (request: Request) => boolean
}

/** Reads bodies. A reference: without a layer they are read as web streams. */
export class BodyReader extends Context.Reference<BodyReader>()("@agenda-engine/http/request/BodyReader", {
  defaultValue: (): ReadsBodies => ({
    read: (request, take) => Stream.runForEachWhile(request.stream, (chunk) => Effect.sync(() => take(chunk))),
    hasArrived: () => false
  })
}) {}
