import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

type Response = HttpServerResponse.HttpServerResponse

/** Says what the entity tag of a response is to begin with: the version of the one event that it shows. */
export const versioned = (response: Response, version: number): Response => HttpServerResponse.setHeader(response, "etag", `"${version}"`)

/** What `versioned` said, or null. */
export const versionOf = (response: Response): string | null => /^"(\d+)"$/.exec(response.headers["etag"] ?? "")?.[1] ?? null

/** Says that the client has what it asks for: nothing but the headers that it may have to renew (RFC 9110 §15.4.5). */
export const notModified = (etag: string, cacheControl?: string): Response =>
  HttpServerResponse.empty({ status: 304, headers: { etag, ...(cacheControl === undefined ? {} : { "cache-control": cacheControl }) } })
