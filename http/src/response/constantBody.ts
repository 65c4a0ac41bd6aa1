import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Effect from "effect/Effect"

/** What was computed of a constant body. */
export interface ConstantBody {
  /** The body by content coding. */
  readonly coded: Map<string, Effect.Effect<Uint8Array>>
  /** Its digest for entity tags; null before the first request. */
  digest: string | null
}

const constants = new WeakMap<Uint8Array, ConstantBody>()

/** Marks the body of a response as constant, so that it is digested once, and compressed once for each coding. */
export const constantBody = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.body._tag === "Uint8Array") constants.set(response.body.body, { coded: new Map(), digest: null })
  return response
}

/** What was computed of a body; null when it is not constant. */
export const constantOf = (bytes: Uint8Array): ConstantBody | null => constants.get(bytes) ?? null
