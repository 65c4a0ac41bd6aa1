import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { withReference } from "@agenda-engine/core/domain/withService"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

/** The part of the Web Cryptography API that is used; every runtime has it. */
declare const crypto: { readonly subtle: { readonly digest: (algorithm: "SHA-256", data: Uint8Array) => Promise<ArrayBuffer> } }

/** Bytes of the digest in a tag: enough to rule out collisions. */
const digest_bytes = 16

/** SHA-256 of some bytes. */
export type Digest = (bytes: Uint8Array) => Effect.Effect<Uint8Array>

/** Digests response bodies. Defaults to the Web Cryptography API; a platform can provide a faster function. */
export class CurrentDigest extends Context.Reference<CurrentDigest>()("@agenda-engine/http/response/CurrentDigest", {
  defaultValue: (): Digest => (bytes) =>
    Effect.map(Effect.promise(() => crypto.subtle.digest("SHA-256", bytes)), (digest) => new Uint8Array(digest))
}) {}

/** Truncated, base64url-encoded SHA-256 of a body. Equal bodies have equal digests, so tags made of it are strong. */
export const digestOf = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    withReference(CurrentDigest, (digest) => digest(bytes)),
    (digest) => Encoding.encodeBase64Url(digest.subarray(0, digest_bytes))
  )

/** Parts of an entity tag. */
export interface TagParts {
  /** Prefix of the tag: an event's version. Null when there is none. */
  readonly version: string | null
  readonly digest: string
  /** Content coding of the body; null when it is not compressed. */
  readonly coding: string | null
}

/**
 * Formats a strong entity tag (wire.md §4): `"<version>.<digest>"` for an event, `"<digest>"` for anything else, with
 * the coding as a suffix.
 *
 * @example
 * entityTag({ version: "3", digest: "47DEQpj8HBSa-_TImW-5JA", coding: "br" }) // "\"3.47DEQpj8HBSa-_TImW-5JA-br\""
 */
export const entityTag = ({ coding, digest, version }: TagParts): string =>
  `"${version === null ? "" : `${version}.`}${digest}${coding === null ? "" : `-${coding}`}"`

/** The tag of the compressed body; `tag` is that of the uncompressed one. */
export const codedTag = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`

/**
 * Whether `If-None-Match` matches this tag: `*` matches every tag, and the comparison is weak (RFC 9110 §13.1.2).
 * Malformed values match none.
 */
export const namesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch === tag || ifNoneMatch.trim() === "*" ||
  [...ifNoneMatch.matchAll(/[ \t,]*(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")[ \t]*(?=,|$)/gy)].some(([, named]) =>
    named === tag.replace(/^W\//, "")
  )

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
