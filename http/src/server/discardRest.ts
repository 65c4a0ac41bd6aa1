import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** Connections answered while the request's body was still arriving. */
const discarding = new WeakSet<Duplex>()

/** Whether a connection was answered and its remaining input is being discarded. */
export const isDiscarding = (socket: Duplex): boolean => discarding.has(socket)

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
