import { cleanText } from "./cleanText.js"

const hierarchical = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i

const defaultPorts: { readonly [scheme: string]: RegExp } = { http: /:(?:80)?$/, https: /:(?:443)?$/ }

/** Percent-encodes what is not printable ASCII (RFC 3986 §2.1). */
const encodeRest = (text: string): string => text.replace(/[^!-~]+/g, (found) => encodeURIComponent(cleanText(found)))

/**
 * Normalizes a URL for comparison (wire.md §8, Registration): scheme and host in lower case, the rest percent-encoded.
 * Drops the default port, trailing slashes, the fragment and `utm_…` parameters. Returns a text unchanged that is no
 * absolute URL with a host.
 *
 * @example
 * normalizeUrl("HTTPS://Tickets.Example.org:443/a/?utm_source=mail&b=1#top") // "https://tickets.example.org/a?b=1"
 */
export const normalizeUrl = (url: string): string => {
  const [match, scheme = "", authority = "", path = "", query = ""] = hierarchical.exec(url) ?? []
  if (match === undefined) return url
  const protocol = scheme.toLowerCase()
  const hostIndex = authority.lastIndexOf("@") + 1
  const host = authority.slice(hostIndex).toLowerCase().replace(defaultPorts[protocol] ?? "", "")
  const parameters = query.split("&").filter((parameter) => parameter !== "" && !/^utm_/i.test(parameter))
  const search = parameters.length === 0 ? "" : `?${parameters.join("&")}`
  return `${protocol}://${authority.slice(0, hostIndex)}${host}${encodeRest(path.replace(/(?<!\/)\/+$/, "") + search)}`
}

const httpUrl = /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/**
 * Whether a text is an absolute http or https URL without white space (RFC 3986): scheme and host, optionally port,
 * path, query and fragment.
 */
export const isHttpUrl = (text: string): boolean => httpUrl.test(text)

/** A host name whose last label has no digits, so that it is no phone number. */
const hostName = "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+\\p{L}{2,}"

/** How an address without a scheme begins: `www.`, a host name behind two slashes, or one with a path. */
const bareStart = `(?:www\\.|//${hostName}|${hostName}(?::\\d{1,5})?[/?#])`

const isBare = new RegExp(`^${bareStart}`, "iu")

/** Says of an address with white space what is wrong, to people; null of others. */
export const whiteSpaceFault = (url: string): string | null =>
  /\s/.test(url) ? "a URL contains no white space: a space in it is written %20" : null

// The scheme is looked for behind its end: forwards, each of its letters would begin another search.
const urlStart = new RegExp(`://(?<=[a-z][a-z\\d+.-]*://)|(?<![\\p{L}\\p{N}@.-])${bareStart}`, "iu")

/** Whether a text contains a URL of any scheme with a host, or an address without scheme that `completeUrl` reads. */
export const holdsUrl = (text: string): boolean => urlStart.test(text)

/**
 * The http or https URL that a browser makes of a typed address; null when it makes none. The scheme may be missing
 * before `www.`, before a host name with a path, and with its colon before `//` and a host name. White space and other
 * letters than ASCII are percent-encoded after the host. An address that contains a second one is none.
 *
 * @example
 * completeUrl("www.exemple.fr/fête d'été") // "https://www.exemple.fr/f%C3%AAte%20d'%C3%A9t%C3%A9"
 */
export const completeUrl = (text: string): string | null => {
  const scheme = /^https?:[\\/]*/i.exec(text)?.[0]
  if (scheme === undefined && !isBare.test(text)) return null
  const rest = scheme === undefined ? text.replace(/^\/\//, "") : text.slice(scheme.length)
  if (/\s/.test(rest) && rest.split(/\s+/).slice(1).some(holdsUrl)) return null
  const authority = /^[^\\/?#]*/.exec(rest)?.[0] ?? ""
  const protocol = scheme?.replace(/:[\\/]*$/, "") ?? "https"
  const url = `${protocol}://${authority}${encodeRest(rest.slice(authority.length))}`
  return isHttpUrl(url) ? url : null
}

/** A URL in running text. */
export interface UrlInText {
  /** Start index, in UTF-16 code units. */
  readonly at: number
  /** As written in the text: `https://…`, `http://…` or `www.…`. */
  readonly text: string
  /** The link target: the text, with `http://` added before `www.`. */
  readonly url: string
}

const host = "[\\p{L}\\p{N}][^/?#]"

/** The host is looked at first: what follows `https://` without one may contain another URL. */
const candidate = new RegExp(`(?<![\\p{L}\\p{N}@/.])(?:https?://|www\\.)(?=${host})(?:(?!~~)[^\\s\\p{Cc}<>"[\\]\`{|}\\\\^*«»“”])+`, "giu")

const whole = new RegExp(`^(?:https?://|www\\.)${host}`, "iu")

/** The end index of a URL: before an unmatched closing bracket and trailing punctuation. */
const endOf = (text: string): number => {
  let depth = 0
  let end = text.length
  for (let index = 0; index < end; index++) {
    const char = text.charAt(index)
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) end = index
  }
  while (end > 0 && "?!.,:;*_~'’…".includes(text.charAt(end - 1))) end--
  return end
}

/**
 * The URLs in running text, in order: http, https and `www.`, without the surrounding punctuation.
 *
 * @example
 * urlsIn("Billets (sur https://example.org/a).")
 * // [{ at: 13, text: "https://example.org/a", url: "https://example.org/a" }]
 */
export const urlsIn = (text: string): ReadonlyArray<UrlInText> => {
  const found: Array<UrlInText> = []
  const next = new RegExp(candidate)
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const url = match[0].slice(0, endOf(match[0]))
    if (whole.test(url)) found.push({ at: match.index, text: url, url: /^www\./i.test(url) ? `http://${url}` : url })
    // The rest after a closing bracket may contain another URL.
    next.lastIndex = match.index + url.length
  }
  return found
}
