import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

type Request = HttpServerRequest.HttpServerRequest

/** Reads the bytes of request bodies from the platform. */
export interface ReadsBodies {
  /**
   * Passes each chunk to `take` until the body ends or `take` returns false. The rest is then left unread and the
   * connection stays open. Fails when the body is cut off.
   */
  readonly read: (request: Request, take: (chunk: Uint8Array) => boolean) => Effect.Effect<void, unknown>
}

/** The reader of bodies. A `Context.Reference`: reads web streams unless a layer provides another. */
export class BodyReader extends Context.Reference<BodyReader>()("@agenda-engine/http/request/BodyReader", {
  defaultValue: (): ReadsBodies => ({
    read: (request, take) => Stream.runForEachWhile(request.stream, (chunk) => Effect.sync(() => take(chunk)))
  })
}) {}
