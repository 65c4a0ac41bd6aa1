const hierarchical = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i

const defaultPorts: { readonly [scheme: string]: RegExp } = { http: /:(?:80)?$/, https: /:(?:443)?$/ }

/**
 * Normalizes a URL for comparison (wire.md §8, Registration): scheme and host in lower case; drops the default port,
 * trailing slashes, the fragment and `utm_…` parameters. A text that is not an absolute URL with a host is returned
 * unchanged.
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
  return `${protocol}://${authority.slice(0, hostIndex)}${host}${path.replace(/(?<!\/)\/+$/, "")}${search}`
}
