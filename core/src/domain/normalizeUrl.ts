const hierarchical = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i

const defaultPorts: { readonly [scheme: string]: RegExp } = { http: /:(?:80)?$/, https: /:(?:443)?$/ }

/**
 * A URL as it is compared with others (wire.md §8, Registration): scheme and host in lower case, without the scheme's own port, slashes at the
 * end of the path, fragment and parameters of campaigns (`utm_…`). What is no absolute URL with a host stays as it is.
 *
 * @example
 * normalizeUrl("HTTPS://Tickets.Example.org:443/a/?utm_source=mail&b=1#top") // "https://tickets.example.org/a?b=1"
 */
export const normalizeUrl = (url: string): string => {
  const [found, scheme = "", authority = "", path = "", query = ""] = hierarchical.exec(url) ?? []
  if (found === undefined) return url
  const protocol = scheme.toLowerCase()
  const hostAt = authority.lastIndexOf("@") + 1
  const host = authority.slice(hostAt).toLowerCase().replace(defaultPorts[protocol] ?? "", "")
  const kept = query.split("&").filter((parameter) => parameter !== "" && !/^utm_/i.test(parameter))
  const search = kept.length === 0 ? "" : `?${kept.join("&")}`
  return `${protocol}://${authority.slice(0, hostAt)}${host}${path.replace(/(?<!\/)\/+$/, "")}${search}`
}
