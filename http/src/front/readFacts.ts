import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { HttpSettings } from "../HttpSettings.js"
import { parseQueryString } from "../query/parseQueryString.js"
import type { RequestFacts } from "./CurrentRequest.js"
import { rawOf, type RawRequest } from "./RawRequest.js"

const idShape = /^[\w.:-]{1,128}$/
const hostShape = /^[\w.:[\]-]{1,255}$/

/** A web request's address is absolute; so may one be that is sent to a proxy. */
const originShape = /^(https?):\/\/([^/?#]*)/i

const chances = 2 ** 52

/** A number by chance, to name a request that its client does not name; those that come after it name others. */
export const idChance: Effect.Effect<number> = Random.nextIntBetween(0, chances)

/**
 * The base of the absolute URLs of an answer (`RequestFacts.base`): `publicUrl`, else where the request was sent to. That is its `host` header, or
 * without one the host of its address; the scheme is that of its address, and `http` where it has none.
 */
export const baseOf = ({ headers, url = "" }: RawRequest, settings: HttpSettings): string => {
  if (settings.publicUrl !== null) return settings.publicUrl
  const [, scheme = "http", addressed = ""] = originShape.exec(url) ?? []
  const host = [String(headers["host"] ?? ""), addressed].find((name) => hostShape.test(name))
  return host === undefined ? "" : `${scheme.toLowerCase()}://${host}`
}

const problem = "application/problem+json"

/** What a request is called: as its client calls it, or by this chance. */
export const idBy = ({ headers }: RawRequest, chance: number): string => {
  const { "x-request-id": sent } = headers
  return typeof sent === "string" && idShape.test(sent) ? sent : chance.toString(16).padStart(16, "0")
}

/** What a request is called: as its client calls it, or by chance. */
export const requestIdOf = (request: RawRequest): Effect.Effect<string> => Effect.map(idChance, (chance) => idBy(request, chance))

/** Whether failures shall be `application/problem+json`. */
export const wantsProblem = ({ headers }: RawRequest): boolean => String(headers["accept"] ?? "").toLowerCase().includes(problem)

/** Finds out what the answer to a request depends on beside its route. `queryString` is without its `?`. */
export const readFacts = (
  request: HttpServerRequest.HttpServerRequest,
  queryString: string,
  settings: HttpSettings
): Effect.Effect<RequestFacts> =>
  Effect.map(requestIdOf(request), (id) => ({
    id,
    base: baseOf(rawOf(request), settings),
    query: parseQueryString(queryString),
    wantsProblem: wantsProblem(request)
  }))
