import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"

/** A request as it came, before anything was made of it. Names of headers are in small letters. */
export interface RawRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
}

/** Bytes that the line takes with which a request begins. */
export const requestLineBytes = ({ method = "", url = "" }: Pick<RawRequest, "method" | "url">): number =>
  method.length + url.length + " HTTP/1.1".length + 1

/** What a request was before it was admitted. */
export const rawOf = ({ headers, method, originalUrl: url }: HttpServerRequest.HttpServerRequest): RawRequest => ({ headers, method, url })
