import { baseOf, type RawRequest } from "../context/readFacts.js"
import type { HttpSettings } from "../HttpSettings.js"

const safe = ["GET", "HEAD", "OPTIONS"]

const headerOf = ({ headers }: RawRequest, name: string): string | null => {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

const hostOf = (url: string): string | null => URL.canParse(url) ? new URL(url).host : null

/**
 * Whether something that browsers and proxies add by themselves may identify the sender: a cookie, another header than
 * `authorization`, or a property of the connection. A bearer token is added by a program only, but it must be what the
 * host reads, and the only header that it finds.
 */
const isAmbient = (request: RawRequest, identityHeaders: ReadonlyArray<string>): boolean => {
  const present = new Set(["cookie", ...identityHeaders].filter((name) => headerOf(request, name) !== null))
  return !present.delete("authorization") || present.size > 0 || !/^bearer /i.test(headerOf(request, "authorization") ?? "")
}

/**
 * Whether a request may be a write that a page of another site makes with the session of its reader. Browsers say where
 * a request is from in `Sec-Fetch-Site` (Fetch Metadata) or `Origin` (RFC 6454); a request without them is from no
 * browser. Origins that `corsOrigins` names, and not only as `*`, are trusted. `identityHeaders`: the headers by which
 * the host identifies its users, in lower case.
 */
export const isCrossSite = (request: RawRequest, settings: HttpSettings, identityHeaders: ReadonlyArray<string>): boolean => {
  if (safe.includes(request.method ?? "GET") || !isAmbient(request, identityHeaders)) return false
  const origin = headerOf(request, "origin")
  if (origin !== null && settings.corsOrigins.includes(origin)) return false
  const site = headerOf(request, "sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  if (origin === null) return false
  const own = [settings.publicUrl, baseOf(request, { ...settings, publicUrl: null })].map((base) => hostOf(base ?? ""))
  const host = hostOf(origin)
  return host === null || !own.includes(host)
}
