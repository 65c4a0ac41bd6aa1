import * as Order from "effect/Order"
import { Api } from "../api/Api.js"
import type { RouteSet } from "../HttpSettings.js"
import { exportFormatNames } from "../query/exportFormat.js"

/** Routes outside `/v2`: health, documentation, images and invitations. */
const plainRoutes = [
  "/health/live",
  "/health/ready",
  "/openapi.json",
  "/docs",
  "/favicon.ico",
  "/problems/:kind",
  "/images/:name",
  "/invitation"
] as const

/** Routes of the public pages, which show the same to everyone. */
const publicPaths = [
  "/agendas/:agenda",
  "/agendas/:agenda/suggest",
  "/agendas/:agenda/events.ics",
  "/agendas/:agenda/events/:event",
  "/agendas/:agenda/events/:event/:slot",
  "/embed/agendas/:agenda",
  "/embed/widgets.js"
] as const

/** Routes of the public pages and exports, which the settings can disable. */
const pagePaths: ReadonlyArray<string> = [
  ...publicPaths,
  ...exportFormatNames.map((format) => `/agendas/:agenda/events.v2.${format}`)
]

interface Row {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
}

const matcher = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}/?$`)

const rowOf = (method: string, path: string): Row => ({ method, path, pattern: matcher(path) })

const declared = Object.values(Api.groups).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, path }) => rowOf(method, path))
)

const rows: ReadonlyArray<Row> = [
  ...declared,
  ...plainRoutes.map((path) => rowOf("GET", path)),
  rowOf("POST", "/invitation")
]

const pages: ReadonlyArray<Row> = pagePaths.map((path) => rowOf("GET", path))

const routeSets: { readonly [Name in RouteSet]: RegExp } = {
  docs: /^\/docs\/?$/,
  embed: /^\/embed(?:\/|$)/,
  suggest: /^(?:\/v2)?\/agendas(?:\/[^/]+)?\/suggest\/?$/
}

/** Whether a path is of a route that is left out. */
export const isLeftOut = (path: string, without: ReadonlyArray<RouteSet>): boolean => without.some((name) => routeSets[name].test(path))

/**
 * Methods of a path, in the order of the declarations; empty for an unknown path. `hasPages`: whether the public pages
 * are served; `hasStart`: whether the start page is one of them; `without`: routes that are left out.
 */
export const methodsOf = (
  path: string,
  hasPages: boolean,
  hasStart = false,
  without: ReadonlyArray<RouteSet> = []
): ReadonlyArray<string> => {
  if (isLeftOut(path, without)) return []
  if (path === "/") return hasPages && hasStart ? ["GET", "HEAD", "OPTIONS"] : []
  const methods = new Set((hasPages ? [...rows, ...pages] : rows).flatMap(({ method, pattern }) => pattern.test(path) ? [method] : []))
  if (methods.size === 0) return []
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"]
}

/** A route's path, so that literal segments sort before parameters. */
const literalFirst = Order.mapInput(Order.string, ({ path }: Row) => path.replace(/:\w+/g, "\uffff"))

/**
 * The route of a path as it is declared, such as `/v2/agendas/:agendaUid`; null for an unknown path. A path that does
 * not allow the method has the route of another one. The other parameters are those of `methodsOf`.
 */
export const routeOf = (
  method: string,
  path: string,
  hasPages: boolean,
  hasStart = false,
  without: ReadonlyArray<RouteSet> = []
): string | null => {
  if (isLeftOut(path, without)) return null
  if (path === "/") return hasPages && hasStart ? path : null
  const routed = method === "HEAD" ? "GET" : method
  const matching = (hasPages ? [...rows, ...pages] : rows).filter(({ pattern }) => pattern.test(path)).toSorted(literalFirst)
  return (matching.find(({ method }) => method === routed) ?? matching[0])?.path ?? null
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
 * Whether a path percent-encodes a literal segment of a route, as `/v2/%6de/agendas` does. Such a path would pass a
 * host's check of `/v2/me`, so it leads nowhere. `canonical`: its canonical form.
 */
export const encodesLiteral = (path: string, canonical: string): boolean =>
  path.includes("%") && [...rows, ...pages].some(({ pattern }) => pattern.test(canonical) && !pattern.test(path))

const unprefixedEvents = /^\/agendas\/\d+\/events(?:\/|$)/

/** The `/v2` path of an event route written without the prefix (service.md, Versioning); other paths are unchanged. */
export const withPrefix = (path: string): string => unprefixedEvents.test(path) ? `/v2${path}` : path

const publicPatterns = publicPaths.map(matcher)

/** Whether the path of a request is that of a page that shows the same to everyone. */
export const isPublicPath = (path: string, unprefixed: boolean): boolean => {
  if (path === "/") return true
  const canonical = canonicalPath(path)
  if (canonical === null) return false
  const routed = unprefixed ? withPrefix(canonical) : canonical
  return publicPatterns.some((pattern) => pattern.test(routed))
}
