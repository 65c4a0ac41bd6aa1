import type { JsonObject } from "@agenda-engine/core/domain/Json"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { digestOf, entityTag } from "./entityTag.js"

type Response = HttpServerResponse.HttpServerResponse

/** Sets the version that the response's entity tag begins with: that of the one event in it. */
export const versioned = (response: Response, version: number): Response => HttpServerResponse.setHeader(response, "etag", `"${version}"`)

/** The version set by `versioned`, or null. */
export const versionOf = (response: Response): string | null => /^"(\d+)"$/.exec(response.headers["etag"] ?? "")?.[1] ?? null

/**
 * The entity tag, without coding, that a read of this entity would have now. `shown` is the body's member, such as `{
 * event }`. `version` is null for entities without one.
 */
export const tagOfRead = (shown: JsonObject, version: number | null): Effect.Effect<string> =>
  Effect.map(
    digestOf(new TextEncoder().encode(JSON.stringify({ success: true, ...shown }))),
    (digest) => entityTag({ version: version === null ? null : `${version}`, digest, coding: null })
  )

/** 304 with only the headers that may need an update (RFC 9110 §15.4.5). */
export const notModified = (etag: string, cacheControl?: string): Response =>
  HttpServerResponse.empty({ status: 304, headers: { etag, ...(cacheControl === undefined ? {} : { "cache-control": cacheControl }) } })
