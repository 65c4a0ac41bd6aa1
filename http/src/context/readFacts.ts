import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { HttpSettings } from "../HttpSettings.js"

/** An incoming request before any processing. Header names are in lower case. */
export interface RawRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
}

/** Size of the request line, in bytes. */
export const requestLineBytes = ({ method = "", url = "" }: Pick<RawRequest, "method" | "url">): number =>
  method.length + url.length + " HTTP/1.1".length + 1

const idPattern = /^[\w.:-]{1,128}$/
const hostPattern = /^[\w.:[\]-]{1,255}$/

/** Origin of a target in absolute form, as web requests and requests to a proxy have it. */
const originPattern = /^(https?):\/\/([^/?#]*)/i

const randomIds = 2 ** 52

/** Random number for the id of a request that has none; a batch of requests uses the numbers that follow it. */
export const randomId: Effect.Effect<number> = Random.nextIntBetween(0, randomIds)

/**
 * Base of absolute URLs in the response (`RequestFacts.base`): `publicUrl`, else the origin that the request was sent
 * to with `basePath`. The host is that of the `host` header, else that of the URL; the scheme is that of the URL, else
 * `http`.
 */
export const baseOf = ({ headers, url = "" }: RawRequest, settings: HttpSettings): string => {
  if (settings.publicUrl !== null) return settings.publicUrl
  const [, scheme = "http", addressed = ""] = originPattern.exec(url) ?? []
  const host = [String(headers["host"] ?? ""), addressed].find((name) => hostPattern.test(name))
  return host === undefined ? settings.basePath : `${scheme.toLowerCase()}://${host}${settings.basePath}`
}

const problem = "application/problem+json"

/** The client's `x-request-id` if it is valid, else an id made from a random number. */
export const requestIdWith = ({ headers }: RawRequest, random: number): string => {
  const { "x-request-id": sent } = headers
  return typeof sent === "string" && idPattern.test(sent) ? sent : random.toString(16).padStart(16, "0")
}

/** The client's `x-request-id` if it is valid, else a random id. */
export const requestIdOf = (request: RawRequest): Effect.Effect<string> => Effect.map(randomId, (random) => requestIdWith(request, random))

/** Whether the client asks for errors as `application/problem+json`. */
export const wantsProblem = ({ headers }: RawRequest): boolean => String(headers["accept"] ?? "").toLowerCase().includes(problem)
