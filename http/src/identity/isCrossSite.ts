import { baseOf, type RawRequest } from "../context/readFacts.js"
import type { HttpSettings } from "../HttpSettings.js"

const safe = ["GET", "HEAD", "OPTIONS"]

const headerOf = ({ headers }: RawRequest, name: string): string | null => {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

const hostOf = (url: string): string | null => URL.canParse(url) ? new URL(url).host : null

/**
 * Whether a page may send this request without the browser asking first and with what the browser adds by itself, such
 * as cookies. A bearer token is added by a program only.
 */
const isAmbient = (request: RawRequest): boolean =>
  headerOf(request, "cookie") !== null || !/^bearer /i.test(headerOf(request, "authorization") ?? "")

/**
 * Whether a request may be a write that a page of another site makes with the session of its reader. Browsers say where
 * a request is from in `Sec-Fetch-Site` (Fetch Metadata) or `Origin` (RFC 6454); a request without them is from no
 * browser. Origins that `corsOrigins` names, and not only as `*`, are trusted.
 */
export const isCrossSite = (request: RawRequest, settings: HttpSettings): boolean => {
  if (safe.includes(request.method ?? "GET") || !isAmbient(request)) return false
  const origin = headerOf(request, "origin")
  if (origin !== null && settings.corsOrigins.includes(origin)) return false
  const site = headerOf(request, "sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  if (origin === null) return false
  const own = [settings.publicUrl, baseOf(request, { ...settings, publicUrl: null })].map((base) => hostOf(base ?? ""))
  const host = hostOf(origin)
  return host === null || !own.includes(host)
}
