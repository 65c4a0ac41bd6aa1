import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"

/** The part of the Web Cryptography API that is needed; every runtime has it. */
declare const crypto: { readonly subtle: { readonly digest: (algorithm: "SHA-256", data: Uint8Array) => Promise<ArrayBuffer> } }

/** Bytes of the digest that stay: so many that no two bodies ever share a tag. */
const digest_bytes = 16

/** SHA-256 of some bytes. */
export type Digest = (bytes: Uint8Array) => Effect.Effect<Uint8Array>

/** What digests bodies: the Web Cryptography API, unless what carries the app has something quicker. */
export class CurrentDigest extends Context.Reference<CurrentDigest>()("@agenda-engine/http/response/CurrentDigest", {
  defaultValue: (): Digest => (bytes) =>
    Effect.map(Effect.promise(() => crypto.subtle.digest("SHA-256", bytes)), (digest) => new Uint8Array(digest))
}) {}

/** A digest of a body: equal ones have equal bytes. It is what tags are made of, so that they are strong by themselves. */
export const digestOf = (bytes: Uint8Array): Effect.Effect<string> =>
  CurrentDigest.pipe(
    Effect.flatMap((digest) => digest(bytes)),
    Effect.map((digest) => Encoding.encodeBase64Url(digest.subarray(0, digest_bytes)))
  )

/** What an entity tag says. */
export interface TagParts {
  /** What the tag begins with: an event's version. Null: nothing. */
  readonly version: string | null
  readonly digest: string
  /** What the body was compressed by; null: it was not. */
  readonly coding: string | null
}

/**
 * Writes a strong entity tag (wire.md §4): of an event `"<version>.<digest>"`, of anything else `"<digest>"`, with the coding at its end.
 *
 * @example
 * entityTag({ version: "3", digest: "47DEQpj8HBSa-_TImW-5JA", coding: "br" }) // "\"3.47DEQpj8HBSa-_TImW-5JA-br\""
 */
export const entityTag = ({ coding, digest, version }: TagParts): string =>
  `"${version === null ? "" : `${version}.`}${digest}${coding === null ? "" : `-${coding}`}"`

/** The tag of the same bytes when they are compressed: `tag` is of no coding. */
export const codedTag = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`

/**
 * Whether `If-None-Match` names this tag: `*` names every one, and `W/` makes no difference, on either side (RFC 9110 §13.1.2). What is no list
 * of tags names none.
 */
export const namesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch === tag || ifNoneMatch.trim() === "*" ||
  [...ifNoneMatch.matchAll(/[ \t,]*(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")[ \t]*(?=,|$)/gy)].some(([, named]) =>
    named === tag.replace(/^W\//, "")
  )
