import type { IncomingMessage, RequestListener } from "node:http"
import type { RawResponder } from "./RawResponder.js"

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === "host"

/** A name or an address, IPv6 ones in brackets, and a port (RFC 3986 §3.2.2). */
const hostShape = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\w:.]+\])(?::\d{0,5})?$/

/** Whether the `Host` headers are valid: exactly one valid host, or none in HTTP/1.0 (RFC 9112 §3.2). */
const hasRightHosts = ({ httpVersion, rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!isHost(rawHeaders[index])) continue
    if (!hostShape.test(rawHeaders[index + 1] ?? "")) return false
    hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0")
}

/** Maximum number of headers of a request. */
const headers_max = 1_000

/**
 * Answers 400 to a request with several, malformed or (in HTTP/1.1) no `Host` headers, and 431 to one with too many
 * headers. Node itself uses the first host and drops headers.
 */
export const withSoundHeaders = (responder: RawResponder, handler: RequestListener): RequestListener => (request, response) => {
  const { rawHeaders, socket } = request
  if (rawHeaders.length > 2 * headers_max) {
    responder.end(socket, { kind: "headers-too-large", message: `a request has at most ${headers_max} headers` })
  } else if (hasRightHosts(request)) handler(request, response)
  else responder.end(socket, { kind: "malformed-request", message: "a request has one Host header, which is a host" })
}
