import type { IncomingMessage, RequestListener } from "node:http"
import { endRaw } from "./refuseRaw.js"

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === "host"

/** The characters of a host and a port (RFC 3986 §3.2.2). */
const hostShape = /^[\w.~%!$&'()*+,;=:[\]-]*$/

/** Whether a request has the `Host` headers that it may have: one that can be a host, or none in HTTP/1.0 (RFC 9112 §3.2). */
const hasRightHosts = ({ httpVersion, rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!isHost(rawHeaders[index])) continue
    if (!hostShape.test(rawHeaders[index + 1] ?? "")) return false
    hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0")
}

/** Answers 400 to a request with several `Host` headers or a malformed one, or with none in HTTP/1.1. Node itself takes the first of several. */
export const withOneHost = (handler: RequestListener): RequestListener => (request, response) => {
  if (hasRightHosts(request)) handler(request, response)
  else endRaw(request.socket, { kind: "malformed-request", message: "a request has one Host header, which is a host" })
}
