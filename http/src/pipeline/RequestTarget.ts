import { Invalid, NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import { type RawRequest, requestLineBytes } from "../context/readFacts.js"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { canonicalPath, encodesLiteral, type Matched, type RouteTable, withPrefix } from "./RouteTable.js"

/** Splits a request target into path and query string; a target in absolute form loses its origin. */
export const splitUrl = (url: string): readonly [path: string, queryString: string] => {
  const target = url.startsWith("/") ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, "")
  const end = target.search(/[?#]/)
  if (end === -1) return [target, ""]
  return [target.slice(0, end), target[end] === "?" ? target.slice(end + 1).split("#", 1).join("") : ""]
}

/** The path behind `basePath`; null when it is not behind it. */
export const pathBehind = (path: string, basePath: string): string | null => {
  if (!path.startsWith(basePath)) return null
  const rest = path.slice(basePath.length)
  return rest === "" ? "/" : rest.startsWith("/") ? rest : null
}

/** Where a request goes. */
export interface RequestTarget {
  /** The canonical path behind `basePath`, with `/v2` where it was left out; as it was sent when it is malformed. */
  readonly path: string
  readonly queryString: string
  /** The route of the path, by another method where it does not allow the request's; null for an unknown path. */
  readonly nearest: Matched["route"] | null
  /** The route with its parameters, or why the request has none. */
  readonly matched: Matched | NotFound | Invalid | Refusal
  /** Methods of the path, for a request with OPTIONS; null when the request is refused. */
  readonly methods: ReadonlyArray<string> | null
}

const noRoute = new NotFound({ what: "route" })

const malformedPath = (path: string): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", "path", { message: "the path takes percent-encoded UTF-8", origin: path })]
  })

const tooLong = (bytes_max: number): Refusal =>
  new Refusal({ kind: "uri-too-long", message: `a request line holds at most ${bytes_max} bytes` })

const notAllowed = (methods: ReadonlyArray<string>): Refusal =>
  new Refusal({
    kind: "method-not-allowed",
    message: `allowed methods: ${methods.join(", ")}`,
    headers: { allow: methods.join(", ") }
  })

/**
 * Checks the request line and finds the route: 414 for a long one, 400 for a malformed path, 404 for an unknown path or
 * too long a segment, 405 when the path does not allow the method.
 */
export const readTarget = (request: RawRequest, settings: HttpSettings, table: RouteTable): RequestTarget => {
  const { method = "GET", url = "" } = request
  const [sent, queryString] = splitUrl(url)
  const behind = settings.basePath === "" ? sent : pathBehind(sent, settings.basePath)
  const raw = behind ?? sent
  const canonical = canonicalPath(raw)
  const refused = (matched: Exclude<RequestTarget["matched"], Matched>): RequestTarget => ({
    path: canonical ?? raw,
    queryString: "",
    nearest: null,
    matched,
    methods: null
  })
  if (behind === null) return refused(noRoute)
  if (requestLineBytes(request) > settings.requestLine_bytes_max) return refused(tooLong(settings.requestLine_bytes_max))
  if (canonical === null) return refused(malformedPath(raw))
  const path = settings.unprefixed ? withPrefix(canonical) : canonical
  const matched = table.find(method, path)
  const found = matched ?? table.findAny(method, path)
  const prefix = path.slice(0, path.length - canonical.length)
  if (found !== null && encodesLiteral(`${prefix}${raw}`, found.route)) return refused(noRoute)
  if (matched !== null) return { path, queryString, nearest: matched.route, matched, methods: [] }
  const methods = table.methodsOf(path)
  const failure = methods.length === 0 || methods.includes(method) ? noRoute : notAllowed(methods)
  return { path, queryString, nearest: found?.route ?? null, matched: failure, methods }
}
