import type { ReadsBodies } from "@agenda-engine/http/request/BodyReader"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"

/**
 * Reads bodies from Node's request. Unlike the platform's streams it leaves the connection open when a body is only
 * partly read.
 */
export const nodeBodyReader: ReadsBodies = {
  read: (request, take) =>
    Effect.async((resume) => {
      const source = NodeHttpServerRequest.toIncomingMessage(request)
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
}
