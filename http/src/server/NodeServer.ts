import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Http from "node:http"
import { answerInTime } from "./answerInTime.js"
import { discardRest } from "./discardRest.js"
import { refuseConnect, refuseRaw } from "./refuseRaw.js"
import type { SocketLimits } from "./ServerConfig.js"

/** Bytes kept for headers beside the longest request line; the parser's bound is on both together. */
const headers_bytes_max = 32 * 1_024

/** How often connections are looked at that take too long. */
const check_ms = 1_000

/** Clients of HTTP/1.0 need not name a host: it is then the address that they are connected to. */
const nameHost = ({ headers, socket: { localAddress = "", localPort } }: Http.IncomingMessage): void => {
  if (headers.host !== undefined && headers.host !== "" || localPort === undefined) return
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, "")
  headers.host = `${address.includes(":") ? `[${address}]` : address}:${localPort}`
}

/** Makes a Node server with sane bounds. Closing the scope stops it: no new connections, requests under way finish, then the rest is cut. */
export const make = (
  requestLine_bytes_max: number,
  sockets: SocketLimits
): Effect.Effect<Http.Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const server = Http.createServer({
        maxHeaderSize: 2 * requestLine_bytes_max + headers_bytes_max,
        headersTimeout: sockets.headers_seconds * 1_000,
        requestTimeout: sockets.request_seconds * 1_000,
        connectionsCheckingInterval: check_ms,
        keepAliveTimeout: sockets.keepAlive_seconds * 1_000,
        // `withOneHost` looks after that, and answers with the one error body.
        requireHostHeader: false
      })
      server.maxConnections = sockets.connections_max
      server.on("clientError", refuseRaw)
      server.on("request", nameHost)
      server.on("connect", refuseConnect)
      server.on("request", answerInTime(sockets.answer_seconds))
      server.on("request", discardRest(sockets.unread_bytes_max))
      // An expectation that is not known is ignored (RFC 9110 §10.1.1).
      server.on("checkExpectation", (request, response) => server.emit("request", request, response))
      return server
    }),
    (server) => drain(server, sockets.drain_seconds)
  )

const drain = (server: Http.Server, drain_seconds: number): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    if (!server.listening) return resume(Effect.void)
    server.close(() => resume(Effect.void))
    server.prependListener("request", (_request, response) => {
      response.setHeader("connection", "close")
    })
    server.closeIdleConnections()
    // A connection whose last request finishes after this point is idle and would be kept.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), drain_seconds * 1_000)
    server.once("close", () => {
      clearInterval(sweep)
      clearTimeout(cut)
    })
  })

/** The port that a server listens on; null while it does not. */
export const portOf = (server: Http.Server): number | null => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : null
}

/** Starts listening and answers the port; 0 lets the system pick one. */
export const listen = (server: Http.Server, host: string, port: number): Effect.Effect<number, Error> =>
  Effect.async<number, Error>((resume) => {
    const failed = (error: Error) => resume(Effect.fail(error))
    server.once("error", failed)
    server.listen({ host, port }, () => {
      server.off("error", failed)
      resume(Effect.succeed(portOf(server) ?? port))
    })
  })
