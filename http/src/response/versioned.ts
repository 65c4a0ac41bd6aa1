import type { JsonObject } from "@agenda-engine/core/domain/Json"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { digestOf, entityTag } from "./entityTag.js"

type Response = HttpServerResponse.HttpServerResponse

/** Says what the entity tag of a response is to begin with: the version of the one event that it shows. */
export const versioned = (response: Response, version: number): Response => HttpServerResponse.setHeader(response, "etag", `"${version}"`)

/** What `versioned` said, or null. */
export const versionOf = (response: Response): string | null => /^"(\d+)"$/.exec(response.headers["etag"] ?? "")?.[1] ?? null

/**
 * The tag, of no coding, that a read of this one thing would have now: `shown` is its member of the body, as `{ event }`. `version` is null
 * where it has none.
 */
export const tagOfRead = (shown: JsonObject, version: number | null): Effect.Effect<string> =>
  Effect.map(
    digestOf(new TextEncoder().encode(JSON.stringify({ success: true, ...shown }))),
    (digest) => entityTag({ version: version === null ? null : `${version}`, digest, coding: null })
  )

/** Says that the client has what it asks for: nothing but the headers that it may have to renew (RFC 9110 §15.4.5). */
export const notModified = (etag: string, cacheControl?: string): Response =>
  HttpServerResponse.empty({ status: 304, headers: { etag, ...(cacheControl === undefined ? {} : { "cache-control": cacheControl }) } })
