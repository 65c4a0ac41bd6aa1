import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"

/** An incoming request before any processing. Header names are in lower case. */
export interface RawRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
}

/** Size of the request line, in bytes. */
export const requestLineBytes = ({ method = "", url = "" }: Pick<RawRequest, "method" | "url">): number =>
  method.length + url.length + " HTTP/1.1".length + 1

/** The request as it came in, with its original URL. */
export const rawOf = ({ headers, method, originalUrl: url }: HttpServerRequest.HttpServerRequest): RawRequest => ({ headers, method, url })
