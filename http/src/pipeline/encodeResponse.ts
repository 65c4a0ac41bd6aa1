import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { HttpSettings } from "../HttpSettings.js"
import { constantOf } from "../response/constantBody.js"
import { codedTag, digestOf, entityTag, namesTag, notModified, versionOf } from "../response/entityTag.js"
import { type Coding, codings, type Compress, type CompressStream } from "./Compressor.js"

/** A member of `Accept-Encoding`: a coding in lower case or `*`, with its quality from 0 (not acceptable) to 1. */
export interface AcceptedCoding {
  readonly coding: string
  readonly weight: number
}

const member = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i

/** Parses `Accept-Encoding`. Malformed members are ignored (RFC 9110 §12.5.3). */
export const readAcceptEncoding = (header: string): ReadonlyArray<AcceptedCoding> =>
  header.split(",").flatMap((text) => {
    const [, coding, weight = "1"] = member.exec(text.trim()) ?? []
    return coding === undefined ? [] : [{ coding: coding.toLowerCase(), weight: Number(weight) }]
  })

/** Aliases of codings (RFC 9110 §8.4.1.3). */
const aliases: { readonly [name: string]: string } = { "x-gzip": "gzip" }

/** Remembered values of `Accept-Encoding`: each browser sends one. */
const headers_max = 100

/**
 * Chooses the content coding with the highest quality (RFC 9110 §12.5.3). Of equal qualities it takes the coding that
 * compresses better. Null means no compression: the header is absent, prefers `identity` or accepts no supported
 * coding.
 *
 * @example
 * chooseCoding("gzip, br;q=0.8, *;q=0.1") // "gzip"
 */
export const chooseCoding = memoize(headers_max, (header): Coding | null => {
  const accepted = readAcceptEncoding(header)
  const weightOf = (name: string): number | undefined => accepted.find(({ coding }) => (aliases[coding] ?? coding) === name)?.weight
  const others = weightOf("*") ?? 0
  const [best] = codings
    .map((coding) => ({ coding, weight: weightOf(coding) ?? others }))
    .toSorted((left, right) => right.weight - left.weight)
  return best === undefined || best.weight === 0 || best.weight < (weightOf("identity") ?? 0) ? null : best.coding
})

/**
 * A compressor that compresses a constant body once for each coding, and any other body each time. Concurrent first
 * requests share one compression, which goes on when the request that started it is interrupted.
 */
const compressOnce = (compress: Compress): Compress => (coding, bytes) => {
  const constant = constantOf(bytes)
  if (constant === null) return compress(coding, bytes)
  return Effect.suspend(() => {
    const started = constant.coded.get(coding)
    return started ?? Effect.flatMap(loadOnce(compress(coding, bytes)), (shared) => {
      const first = constant.coded.get(coding) ?? shared
      constant.coded.set(coding, first)
      return first
    })
  })
}

/** The digest of a body: of a constant one, it is computed once. */
const digestOnce = (bytes: Uint8Array): Effect.Effect<string> => {
  const constant = constantOf(bytes)
  if (constant !== null && constant.digest !== null) return Effect.succeed(constant.digest)
  return Effect.map(digestOf(bytes), (digest) => {
    if (constant !== null) constant.digest = digest
    return digest
  })
}

/** The headers that content negotiation uses. */
export interface NegotiationHeaders {
  readonly method: string
  readonly headers: { readonly [name: string]: string | undefined }
}

type Response = HttpServerResponse.HttpServerResponse

/** Smaller bodies are not compressed: they fit in one packet. */
const compressed_bytes_min = 1_024

/** Compression would hold the events of a stream back. */
const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/javascript\b|image\/svg\+xml\b)/

/** The response's entity tag if it is weak. A weak tag is the same for all codings. */
const weakTagOf = ({ headers: { etag = "" } }: Response): string | null => etag.startsWith("W/") ? etag : null

const isRead = (request: NegotiationHeaders, { headers, status }: Response): boolean =>
  (request.method === "GET" || request.method === "HEAD") && status === 200 && headers["cache-control"] !== "no-store"

const codingOf = (request: NegotiationHeaders, response: Response): Coding | null =>
  compressible.test(response.headers["content-type"] ?? "") ? chooseCoding(request.headers["accept-encoding"] ?? "") : null

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
      : entityTag({ version: versionOf(response), digest: yield* digestOnce(bytes), coding })
    if (tag !== null && namesTag(request.headers["if-none-match"] ?? "", tag)) return notModified(tag, response.headers["cache-control"])
    const current = tag ?? response.headers["etag"]
    const etag = tag === null && current !== undefined && coding !== null ? codedTag(current, coding) : current
    const tagged = etag === undefined ? response : HttpServerResponse.setHeader(response, "etag", etag)
    if (coding === null || compress === null) return tagged
    return HttpServerResponse.uint8Array(yield* compressOnce(compress)(coding, bytes), codedOptions(tagged, coding))
  })
