import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { HttpSettings } from "../HttpSettings.js"
import { codedTag, digestOf, entityTag, namesTag } from "../response/entityTag.js"
import { notModified, versionOf } from "../response/versioned.js"
import { chooseCoding } from "./chooseCoding.js"
import type { Coding, Compress, CompressStream } from "./Compressor.js"

/** What of a request the form of its answer depends on. */
export interface Accepting {
  readonly method: string
  readonly headers: { readonly [name: string]: string | undefined }
}

type Response = HttpServerResponse.HttpServerResponse

/** Shorter bodies go out as they are: they fit into one packet anyway. */
const compressed_bytes_min = 1_024

const compressible = /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b|application\/(?:javascript|xml)\b|image\/svg\+xml\b)/

/** A weak tag is that of the answer in any coding. */
const weakTagOf = ({ headers: { etag = "" } }: Response): string | null => etag.startsWith("W/") ? etag : null

const isRead = (request: Accepting, { headers, status }: Response): boolean =>
  (request.method === "GET" || request.method === "HEAD") && status === 200 && headers["cache-control"] !== "no-store"

const codingOf = (request: Accepting, response: Response): Coding | null =>
  compressible.test(response.headers["content-type"] ?? "") ? chooseCoding(request.headers["accept-encoding"]) : null

/** The response with its body compressed; its length follows from the body. */
const encode = (response: Response, bytes: Uint8Array, coding: Coding, compress: Compress): Effect.Effect<Response> =>
  Effect.map(compress(coding, bytes), (encoded) =>
    HttpServerResponse.uint8Array(encoded, {
      status: response.status,
      headers: { ...response.headers, "content-encoding": coding },
      cookies: response.cookies
    }))

/** The response with its body compressed while it is sent. */
export const encodeStream = (request: Accepting, response: Response, settings: HttpSettings, compress: CompressStream | null): Response => {
  const { body } = response
  const coding = compress === null || !settings.compression || request.method === "HEAD" ? null : codingOf(request, response)
  return body._tag !== "Stream" || compress === null || coding === null ?
    response :
    HttpServerResponse.stream(compress(coding, body.stream), {
      status: response.status,
      headers: { ...response.headers, "content-encoding": coding },
      cookies: response.cookies
    })
}

/**
 * Makes of what a route answered what goes out: a read gets its entity tag, or becomes 304 when the client has those very bytes already
 * (RFC 9110 §13.1.2); the tag of an answer to a write becomes that of the read it would be, a read that brings a weak tag keeps it, and a body of text is compressed if the client takes that. A HEAD is answered as the GET would be.
 */
export const finish = (
  request: Accepting,
  response: Response,
  settings: HttpSettings,
  compress: Compress | null
): Effect.Effect<Response> =>
  Effect.gen(function*() {
    const { body } = response
    if (body._tag !== "Uint8Array") return response
    const bytes = body.body
    const isLong = bytes.length >= compressed_bytes_min
    const coding = compress === null || !settings.compression || !isLong ? null : codingOf(request, response)
    const own = weakTagOf(response)
    const tag = own !== null || !isRead(request, response)
      ? own
      : entityTag({ version: versionOf(response), digest: yield* digestOf(bytes), coding })
    if (tag !== null && namesTag(request.headers["if-none-match"] ?? "", tag)) return notModified(tag, response.headers["cache-control"])
    const given = tag ?? response.headers["etag"]
    const etag = tag === null && given !== undefined && coding !== null ? codedTag(given, coding) : given
    const tagged = etag === undefined ? response : HttpServerResponse.setHeader(response, "etag", etag)
    return coding === null || compress === null ? tagged : yield* encode(tagged, bytes, coding, compress)
  })
