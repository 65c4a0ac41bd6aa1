import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { TrustedProxies } from "../../config/ClientsConfig.js"
import { networksOf, plainAddress } from "../../config/Networks.js"

/** What a proxy says of the request that it received. Null: nothing, or nothing valid. */
interface Hop {
  readonly client: string | null
  readonly scheme: "http" | "https" | null
  readonly host: string | null
}

const hostPattern = /^[\w.:[\]-]{1,255}$/

/** An address with an optional port. A name or an obfuscated identifier (RFC 7239 §6.3) is no address. */
const addressOf = (node: string): string | null => {
  const bare = /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(node)?.[1] ?? /^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(node)?.[1] ?? node
  const address = plainAddress(bare)
  return isIP(address) === 0 ? null : address
}

const schemeOf = (text: string | undefined): Hop["scheme"] => {
  const scheme = text?.toLowerCase()
  return scheme === "http" || scheme === "https" ? scheme : null
}

const hostOf = (text: string | undefined): string | null => text !== undefined && hostPattern.test(text) ? text : null

/** Parses the elements of `Forwarded`, the nearest proxy's last. Null: it is malformed. */
const parseForwarded = (text: string): ReadonlyArray<Hop> | null => {
  const pair = /\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~:[\]-]+))\s*([;,]|$)/y
  const hops: Array<Map<string, string>> = [new Map()]
  while (pair.lastIndex < text.length) {
    const found = pair.exec(text)
    if (found === null) return null
    const [, name = "", quoted, plain = "", end] = found
    hops.at(-1)?.set(name.toLowerCase(), quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, "$1"))
    if (end === ",") hops.push(new Map())
  }
  return hops.map((hop) => ({
    client: addressOf(hop.get("for") ?? ""),
    scheme: schemeOf(hop.get("proto")),
    host: hostOf(hop.get("host"))
  }))
}

const listOf = (header: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  header === undefined ? [] : String(header).split(",").map((part) => part.trim())

const parseXForwarded = ({ headers }: IncomingMessage): ReadonlyArray<Hop> => {
  const schemes = listOf(headers["x-forwarded-proto"])
  const hosts = listOf(headers["x-forwarded-host"])
  // Proxies add to the list of addresses, but most of them replace scheme and host.
  return listOf(headers["x-forwarded-for"]).map((address, index, { length }) => ({
    client: addressOf(address),
    scheme: schemeOf(schemes.length === length ? schemes[index] : schemes.at(-1)),
    host: hostOf(hosts.length === length ? hosts[index] : hosts.at(-1))
  }))
}

const clients = new WeakMap<IncomingMessage, string>()

/** The address of the client: that of the connection, or the one that a trusted proxy names. */
export const clientOf = (request: IncomingMessage): string | undefined => clients.get(request) ?? request.socket.remoteAddress

/**
 * Reads the headers of trusted proxies, from the nearest proxy on: the client is the first address that is no trusted
 * proxy. Where the chain has no such address, it is the last proxy known. Scheme and host are those that the proxy
 * nearest to the client received. `Host` and target of the request are replaced by them. Headers of any other sender
 * are ignored.
 */
export const readProxies = ({ headers, networks }: TrustedProxies): (request: IncomingMessage) => void => {
  if (networks.length === 0) return () => {}
  const isTrusted = networksOf(networks)
  return (request) => {
    let client = plainAddress(request.socket.remoteAddress ?? "")
    if (!isTrusted(client)) return
    const hops = headers === "forwarded"
      ? parseForwarded(request.headers["forwarded"] ?? "") ?? []
      : parseXForwarded(request)
    let outermost: Hop | null = null
    for (const hop of hops.toReversed()) {
      if (!isTrusted(client) || hop.client === null) break
      client = hop.client
      outermost = hop
    }
    clients.set(request, client)
    if (outermost?.host !== null && outermost?.host !== undefined) request.headers.host = outermost.host
    // A target in absolute form has the scheme (RFC 9112 §3.2.2).
    if (outermost?.scheme === "https" && request.url?.startsWith("/") === true) {
      request.url = `https://${request.headers.host ?? ""}${request.url}`
    }
  }
}
