import * as Predicate from "effect/Predicate"
import type { Duplex } from "node:stream"
import { presentProblem } from "../response/presentProblem.js"
import { type ProblemKind, problemKinds } from "../response/problemKinds.js"
import { isDiscarding } from "./discardRest.js"

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

/** Ends a connection with the one error body, where nothing else writes an answer. */
export const endRaw = (socket: Duplex, { kind, message }: Refused, headers: ReadonlyArray<string> = []): void => {
  const { status } = problemKinds[kind]
  const body = JSON.stringify(presentProblem({ kind, message }, ""))
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasonPhrases[status] ?? "Error"}`,
      "content-type: application/json",
      "x-content-type-options: nosniff",
      `content-length: ${Buffer.byteLength(body)}`,
      ...headers,
      "connection: close",
      "",
      body
    ].join("\r\n"),
    () => setTimeout(() => socket.destroy(), linger_ms).unref()
  )
}

/** Answers, with the one error body, what Node's parser refused before there was a request, and closes the connection. */
export const refuseRaw = (error: unknown, socket: Duplex): void => {
  if (!socket.writable || hasBegunToAnswer(socket) || isDiscarding(socket)) socket.destroy()
  else endRaw(socket, reasonOf(error))
}

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

/** Answers 405 to `CONNECT`: this is no proxy. */
export const refuseConnect = (_request: unknown, socket: Duplex): void => {
  // Node took its own listener away: without one, a client that resets the connection would end the process.
  socket.on("error", () => socket.destroy())
  endRaw(socket, { kind: "method-not-allowed", message: `this takes ${methods}` }, [`allow: ${methods}`])
}
