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

const unprefixedEvents = /^\/agendas\/\d+\/events(?:\/|$)/

/** The `/v2` path of an event route written without the prefix (service.md, Versioning); other paths are unchanged. */
export const withPrefix = (path: string): string => unprefixedEvents.test(path) ? `/v2${path}` : path
