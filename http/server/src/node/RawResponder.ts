import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { corsHeaders } from "@agenda-engine/http/pipeline/addCommonHeaders"
import { presentProblem } from "@agenda-engine/http/response/presentProblem"
import { type ProblemKind, problemKinds } from "@agenda-engine/http/response/Refusal"
import * as Predicate from "effect/Predicate"
import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** Connections answered while the request's body was still arriving. */
const discarding = new WeakSet<Duplex>()

/** Whether a connection was answered and its remaining input is being discarded. */
const isDiscarding = (socket: Duplex): boolean => discarding.has(socket)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/**
 * Keeps a connection usable when a request is answered before its body was read. Up to `bytes_max` of the rest are read
 * and discarded, so that the client can read the response and send its next request. Beyond that, or after the request
 * timeout, the connection is cut. A connection that is to close after the response stays open until the rest has
 * arrived.
 */
export const discardRest = (bytes_max: number) => (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return
  const { socket } = request
  const discard = () => {
    if (request.complete || socket.destroyed) return
    discarding.add(socket)
    let left = bytes_max
    // Node calls this after a response with `Connection: close`. Closing while the client sends would reset the
    // connection.
    socket.destroySoon = () => socket.end()
    const restore = () => {
      discarding.delete(socket)
      Reflect.deleteProperty(socket, "destroySoon")
    }
    request.on("data", (chunk: Uint8Array) => {
      left -= chunk.byteLength
      if (left < 0) socket.destroy()
    })
    request.once("end", () => {
      restore()
      if (socket.writableEnded) socket.destroySoon()
    })
    request.once("close", restore)
    // Otherwise Node would discard the rest itself, without a bound, or not read it at all.
    request.read()
    request.resume()
  }
  response.prependOnceListener("finish", discard)
}

interface Refused {
  readonly kind: ProblemKind
  readonly message: string
}

/** Whether what overflowed was beyond the request line, as far as the last packet shows. */
const lineIsWhole = (error: unknown): boolean =>
  Predicate.hasProperty(error, "rawPacket") && error.rawPacket instanceof Uint8Array && error.rawPacket.includes(0x0A)

const reasonOf = (error: unknown): Refused => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return lineIsWhole(error)
        ? { kind: "headers-too-large", message: "the headers are too large" }
        : { kind: "uri-too-long", message: "the request line and the headers are too long" }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { kind: "request-timeout", message: "the request took too long to arrive" }
    case "HPE_INVALID_EOF_STATE":
      return { kind: "malformed-request", message: "the request ended before it was complete" }
    default:
      return { kind: "malformed-request", message: "this is not an HTTP request" }
  }
}

/** Whether the request that is answered on a connection is a HEAD, as far as Node knows it. */
const isHead = (socket: Duplex): boolean =>
  Predicate.hasProperty(socket, "_httpMessage") && Predicate.hasProperty(socket._httpMessage, "req") &&
  Predicate.hasProperty(socket._httpMessage.req, "method") && socket._httpMessage.req.method === "HEAD"

/** Whether bytes of an answer are on their way already, which a refusal in the middle would garble. */
export const hasBegunToAnswer = (socket: Duplex): boolean =>
  Predicate.hasProperty(socket, "_httpMessage") && Predicate.hasProperty(socket._httpMessage, "headersSent") &&
  socket._httpMessage.headersSent === true

const reasonPhrases: { readonly [status: number]: string } = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  414: "URI Too Long",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable"
}

/** How long a client whose connection was ended gets to read the answer and to close it too. */
const linger_ms = 1_000

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

/**
 * Writes error responses straight to a connection, where Node has no response object or the one it has cannot be used.
 * Each has the one error body and closes the connection. Its `type` is relative unless `publicUrl` is set: the `Host`
 * header has not been parsed.
 */
export class RawResponder {
  readonly #base: string
  readonly #headers: ReadonlyArray<string>

  constructor({ corsOrigins, publicUrl }: Pick<HttpSettings, "corsOrigins" | "publicUrl">) {
    this.#base = publicUrl ?? ""
    this.#headers = Object.entries(corsHeaders(undefined, corsOrigins)).map(([name, value]) => `${name}: ${value}`)
  }

  /**
   * Writes an error response and ends the connection. Nothing else may be writing to it. The response to a HEAD has no
   * body.
   */
  end(socket: Duplex, { kind, message }: Refused, headers: ReadonlyArray<string> = []): void {
    const { status } = problemKinds[kind]
    const body = JSON.stringify(presentProblem({ kind, message }, this.#base))
    socket.end(
      [
        `HTTP/1.1 ${status} ${reasonPhrases[status] ?? "Error"}`,
        "content-type: application/json",
        "x-content-type-options: nosniff",
        `x-request-id: ${randomBytes(8).toString("hex")}`,
        `content-length: ${Buffer.byteLength(body)}`,
        ...this.#headers,
        ...headers,
        "connection: close",
        "",
        isHead(socket) ? "" : body
      ].join("\r\n"),
      () => setTimeout(() => socket.destroy(), linger_ms).unref()
    )
  }

  /** Refuses what Node's parser could not read as a request. */
  refuseUnreadable(error: unknown, socket: Duplex): void {
    if (!socket.writable || hasBegunToAnswer(socket) || isDiscarding(socket)) socket.destroy()
    else this.end(socket, reasonOf(error))
  }

  /** Answers 503 to a request that took too long. */
  refuseLate(socket: Duplex): void {
    if (hasBegunToAnswer(socket)) socket.destroy()
    else if (socket.writable) this.end(socket, { kind: "unavailable", message: "the request took too long" }, ["retry-after: 5"])
  }

  /** Answers 405 to `CONNECT`: this is no proxy. */
  refuseConnect(socket: Duplex): void {
    if (!socket.writable || hasBegunToAnswer(socket)) socket.destroy()
    else this.end(socket, { kind: "method-not-allowed", message: `allowed methods: ${methods}` }, [`allow: ${methods}`])
  }
}
