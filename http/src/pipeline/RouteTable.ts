import * as FindMyWay from "find-my-way-ts"
import { type Route, type RouteSettings, routesOf } from "../api/routes.js"
import type { ApiRequest } from "../request/ApiRequest.js"

/** Maximum length of a routed path segment (the value of an external identifier), in characters, percent-decoded. */
const segment_chars_max = 4_096

/** Methods in the order of `Allow`. */
const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"] as const

/** The route of a request, with the parameters of its path. */
export interface Matched {
  readonly route: Route
  readonly params: ApiRequest["params"]
}

/** Finds routes by method and path. */
export interface RouteTable {
  /** The route of a canonical path; null when there is none, or when the path does not allow the method. */
  readonly find: (method: string, path: string) => Matched | null
  /** Methods of a canonical path; none for an unknown path. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** The route of a canonical path, by another method where it does not allow this one. */
  readonly findAny: (method: string, path: string) => Matched | null
}

/** The table of the routes that the settings allow. */
export const make = (settings: RouteSettings): RouteTable => {
  const router = FindMyWay.make<Route>({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    ignoreTrailingSlash: true,
    maxParamLength: segment_chars_max
  })
  for (const route of routesOf(settings)) router.on(route.method, route.path, route)
  const find = (method: string, path: string): Matched | null => {
    const found = router.find(method === "HEAD" ? "GET" : method, path)
    // A route that is left out stays in the table, so that another one does not take its place.
    return found === undefined || settings.withoutRoutes.some((set) => set === found.handler.set)
      ? null
      : { route: found.handler, params: found.params }
  }
  const known = (path: string) => methods.filter((method) => find(method, path)?.route.isAlias === false)
  return {
    find,
    methodsOf: (path) => {
      const allowed = known(path)
      if (allowed.length === 0) return []
      return [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"]
    },
    findAny: (method, path) => {
      const found = find(method, path)
      if (found !== null && !found.route.isAlias) return found
      const [other] = known(path)
      return other === undefined ? null : find(other, path)
    }
  }
}

/**
 * Canonical form of a request path: each segment is percent-decoded and encoded again. Null when it is not
 * percent-encoded UTF-8.
 *
 * @example
 * canonicalPath("/v2/agendas/1/events/ext/a;b/x%2fy") // "/v2/agendas/1/events/ext/a%3Bb/x%2Fy"
 */
export const canonicalPath = (path: string): string | null => {
  try {
    return path.split("/").map((segment) => encodeURIComponent(decodeURIComponent(segment))).join("/")
  } catch {
    return null
  }
}

/**
 * Whether a path percent-encodes a literal segment of its route, as `/v2/%6de/agendas` does. Such a path would pass a
 * host's check of `/v2/me`, so it leads nowhere.
 */
export const encodesLiteral = (path: string, { path: declared }: Route): boolean => {
  if (!path.includes("%")) return false
  const segments = path.split("/")
  return declared.split("/").some((segment, index) => !segment.startsWith(":") && segment !== segments[index])
}

const unprefixedEvents = /^\/agendas\/\d+\/events(?:\/|$)/

/** The `/v2` path of an event route written without the prefix (service.md, Versioning); other paths are unchanged. */
export const withPrefix = (path: string): string => unprefixedEvents.test(path) ? `/v2${path}` : path
