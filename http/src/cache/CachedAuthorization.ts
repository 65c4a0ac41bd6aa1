import type { FirstPageWindow, RevisionSnapshot } from "@agenda-engine/core/services/Revisions"
import type { RawRequest } from "../context/readFacts.js"

/**
 * Cached authorization of a caller to read an agenda's events. Valid in its time window, while the revisions of its
 * snapshot are unchanged.
 */
export interface CachedAuthorization extends FirstPageWindow {
  /** The `authorizationKey` of its requests. */
  readonly cacheKey: string
  readonly snapshot: RevisionSnapshot
}

/** A request for a list of an agenda's events, parsed from its URL. */
export interface ListRequest {
  readonly path: string
  readonly queryString: string
  /** Everything that the authorization depends on: the agenda and the credentials. */
  readonly authorizationKey: string
}

const listPattern = /^(\/v2\/agendas\/\d{1,16}\/events)(?:\?([^#]*))?$/

const hasValue = (header: string | ReadonlyArray<string> | undefined, pattern: RegExp): boolean => pattern.test(String(header ?? ""))

/**
 * Parses a request for an agenda's events. Null for any other request, and for one in an unusual spelling or with its
 * key in the query string.
 */
export const parseListRequest = ({ headers, method, url = "" }: RawRequest): ListRequest | null => {
  const match = method === "GET" ? listPattern.exec(url) : null
  if (match === null) return null
  const { "access-token": token, authorization, key } = headers
  if (!hasValue(key, /\S/) && !hasValue(token, /\S/) && !hasValue(authorization, /^bearer +\S/i)) return null
  const [, path = "", queryString = ""] = match
  return { path, queryString, authorizationKey: [path, key, token, authorization].join("\n") }
}
