import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Http from "node:http"
import { type IncomingMessage, ServerResponse } from "node:http"
import * as Net from "node:net"
import type { Duplex } from "node:stream"
import type { SocketLimits } from "../config/ServerConfig.js"
import { Connections, extra_max } from "./Connections.js"
import { discardRest, RawResponder } from "./RawResponder.js"
import { UnsentBytes } from "./UnsentBytes.js"

/** Bytes per write. Larger bodies are written in pieces, each after the client has received the previous one. */
const piece_bytes = 64 * 1_024

const isCallback = (value: unknown): value is () => void => typeof value === "function"

/**
 * Class of responses that write large bodies in pieces, with backpressure, and count unsent bytes in `room`. The
 * callback of `end` also runs when the connection closes early, so that resources of the response are always released.
 */
const pacedResponse = (room: UnsentBytes): typeof ServerResponse<IncomingMessage> =>
  class PacedResponse extends ServerResponse {
    #isEnding = false

    override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
      if (this.#isEnding) return this
      const done = [chunk, encoding, callback].find(isCallback)
      if (done !== undefined) this.#onceOver(done)
      if (chunk instanceof Uint8Array && chunk.byteLength > piece_bytes) {
        this.#isEnding = true
        this.#endInPieces(chunk)
        return this
      }
      if (isCallback(chunk) || chunk === undefined || chunk === null) return super.end()
      return typeof encoding === "string" ? super.end(chunk, encoding) : super.end(chunk)
    }

    #onceOver(done: () => void): void {
      // The client disconnected before there was a response: neither event will come.
      if (this.destroyed || this.closed) return process.nextTick(done)
      const over = () => {
        this.off("finish", over)
        this.off("close", over)
        done()
      }
      this.on("finish", over)
      this.on("close", over)
    }

    #endInPieces(body: Uint8Array): void {
      room.take(this, body)
      this.once("close", () => room.release(this))
      let start = 0
      const go = (): void => {
        if (this.destroyed) return
        room.progress(this)
        while (start + piece_bytes < body.byteLength) {
          const piece = body.subarray(start, start + piece_bytes)
          start += piece_bytes
          if (!this.write(piece)) {
            this.once("drain", go)
            return
          }
        }
        super.end(body.subarray(start))
      }
      go()
    }
  }

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

/** How often it is looked for connections that have become idle while the server stops. */
const drainCheck_ms = 50

/** A Node server, and what looks after its connections. */
export interface NodeServer {
  readonly server: Http.Server
  readonly connections: Connections
  readonly responder: RawResponder
}

/**
 * Answers 405 to `CONNECT` behind the answers to the requests before it. Node has removed its own listeners from the
 * socket.
 */
const refuseConnect = (socket: Duplex, connections: Connections, responder: RawResponder): void => {
  // Without a listener, a client that resets the connection would end the process.
  socket.on("error", () => socket.destroy())
  socket.on("drain", () => connections.resumeSending(socket))
  // What follows is thrown away: unread bytes would reset the connection when it closes.
  socket.resume()
  connections.refuseBehind(socket, () => responder.refuseConnect(socket))
}

/**
 * Makes a Node server with sane bounds. Closing the scope stops it: no new connections, requests under way finish, then
 * the rest is cut.
 */
export const make = (
  settings: HttpSettings,
  sockets: SocketLimits
): Effect.Effect<NodeServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const server = Http.createServer({
        maxHeaderSize: 2 * settings.requestLine_bytes_max + headers_bytes_max,
        headersTimeout: sockets.headers_seconds * 1_000,
        requestTimeout: sockets.request_seconds * 1_000,
        connectionsCheckingInterval: check_ms,
        keepAliveTimeout: sockets.keepAlive_seconds * 1_000,
        // `withSoundHeaders` looks after that, and answers with the one error body.
        requireHostHeader: false,
        ServerResponse: pacedResponse(new UnsentBytes(sockets.unsent_bytes_max))
      })
      const responder = new RawResponder(settings)
      const connections = new Connections(responder, {
        connections_max: sockets.connections_max,
        addressConnections_max: sockets.addressConnections_max,
        answer_ms_max: sockets.answer_seconds * 1_000,
        stall_ms_max: sockets.stall_seconds * 1_000,
        send_ms_max: sockets.send_seconds * 1_000
      })
      // Node drops the headers past a number of its own; `withSoundHeaders` refuses them.
      server.maxHeadersCount = 0
      server.maxConnections = sockets.connections_max + extra_max
      server.on("connection", (socket) => connections.add(socket))
      server.on("clientError", (error, socket) => connections.refuseBehind(socket, () => responder.refuseUnreadable(error, socket)))
      server.on("request", nameHost)
      server.on("connect", (_request, socket) => refuseConnect(socket, connections, responder))
      server.on("request", discardRest(sockets.unread_bytes_max))
      // An expectation that is not known is ignored (RFC 9110 §10.1.1).
      server.on("checkExpectation", (request, response) => server.emit("request", request, response))
      const sweep = setInterval(() => connections.sweep(), check_ms).unref()
      server.once("close", () => clearInterval(sweep))
      return { server, connections, responder }
    }),
    (made) => Effect.zipRight(announced(made, sockets.notReady_seconds), drain(made, sockets.drain_seconds))
  )

/** Waits until proxies have seen that the server is not ready any more. */
const announced = ({ server }: NodeServer, notReady_seconds: number): Effect.Effect<void> =>
  server.listening && notReady_seconds > 0 ? Effect.sleep(`${notReady_seconds} seconds`) : Effect.void

const drain = ({ connections, server }: NodeServer, drain_seconds: number): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    if (!server.listening) return resume(Effect.void)
    const check = setInterval(() => connections.closeIdle(), drainCheck_ms)
    const cut = setTimeout(() => connections.destroyAll(), drain_seconds * 1_000)
    connections.startDraining()
    // The method of `Http.Server` destroys connections whose responses are still being sent.
    Net.Server.prototype.close.call(server, () => {
      clearInterval(check)
      clearTimeout(cut)
      server.close()
      resume(Effect.void)
    })
  })

/** The port that a server listens on; null while it does not. */
const portOf = (server: Http.Server): number | null => {
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
