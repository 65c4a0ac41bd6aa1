import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { HttpSettings } from "../HttpSettings.js"
import { codedTag, digestOf, entityTag, namesTag } from "../response/entityTag.js"
import { notModified, versionOf } from "../response/versioned.js"
import { chooseCoding } from "./chooseCoding.js"
import type { Coding, Compress, CompressStream } from "./Compressor.js"
import { compressOnce } from "./constantBody.js"

/** The headers that content negotiation uses. */
export interface NegotiationHeaders {
  readonly method: string
  readonly headers: { readonly [name: string]: string | undefined }
}

type Response = HttpServerResponse.HttpServerResponse

/** Smaller bodies are not compressed: they fit in one packet. */
const compressed_bytes_min = 1_024

const compressible = /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b|application\/(?:javascript|xml)\b|image\/svg\+xml\b)/

/** The response's entity tag if it is weak. A weak tag is the same for all codings. */
const weakTagOf = ({ headers: { etag = "" } }: Response): string | null => etag.startsWith("W/") ? etag : null

const isRead = (request: NegotiationHeaders, { headers, status }: Response): boolean =>
  (request.method === "GET" || request.method === "HEAD") && status === 200 && headers["cache-control"] !== "no-store"

const codingOf = (request: NegotiationHeaders, response: Response): Coding | null =>
  compressible.test(response.headers["content-type"] ?? "") ? chooseCoding(request.headers["accept-encoding"]) : null

/** The options of a response whose body is now in this coding. */
const codedOptions = ({ cookies, headers, status }: Response, coding: Coding) => ({
  status,
  headers: { ...headers, "content-encoding": coding },
  cookies
})

/** Compresses a streamed body. A HEAD gets the same headers; its body is never run. */
export const encodeStream = (
  request: NegotiationHeaders,
  response: Response,
  settings: HttpSettings,
  compress: CompressStream | null
): Response => {
  const { body } = response
  const coding = compress === null || !settings.compression ? null : codingOf(request, response)
  return body._tag !== "Stream" || compress === null || coding === null ?
    response :
    HttpServerResponse.stream(compress(coding, body.stream), codedOptions(response, coding))
}

/**
 * Finishes a route's response: entity tag, conditional request, compression. A read gets a strong entity tag or keeps
 * its weak one, and becomes 304 when `If-None-Match` names it (RFC 9110 §13.1.2). The tag of a write's response gets
 * the suffix of the chosen coding, like a read's. A HEAD is answered like the GET.
 */
export const encodeResponse = (
  request: NegotiationHeaders,
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
    const weakTag = weakTagOf(response)
    const tag = weakTag !== null || !isRead(request, response)
      ? weakTag
      : entityTag({ version: versionOf(response), digest: yield* digestOf(bytes), coding })
    if (tag !== null && namesTag(request.headers["if-none-match"] ?? "", tag)) return notModified(tag, response.headers["cache-control"])
    const current = tag ?? response.headers["etag"]
    const etag = tag === null && current !== undefined && coding !== null ? codedTag(current, coding) : current
    const tagged = etag === undefined ? response : HttpServerResponse.setHeader(response, "etag", etag)
    if (coding === null || compress === null) return tagged
    return HttpServerResponse.uint8Array(yield* compressOnce(compress)(coding, bytes), codedOptions(tagged, coding))
  })
