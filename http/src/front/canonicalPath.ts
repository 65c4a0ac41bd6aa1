/**
 * A request path in one spelling: every segment percent-decoded and encoded again, so that routing sees no reserved characters. Null when
 * it is not percent-encoded UTF-8.
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

/** The `/v2` path that an event route written without prefix stands for (service.md, Versioning); others as they are. */
export const withPrefix = (path: string): string => unprefixedEvents.test(path) ? `/v2${path}` : path
