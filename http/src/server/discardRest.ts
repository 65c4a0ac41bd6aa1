import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** Connections that were answered while the body of the request was still arriving. */
const discarding = new WeakSet<Duplex>()

/** Whether a connection has been answered, and what arrives on it is being thrown away. */
export const isDiscarding = (socket: Duplex): boolean => discarding.has(socket)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/**
 * Keeps a connection usable when a request is answered before its body has been read. Up to `bytes_max` of the rest are read and thrown away, so
 * that a client which is still sending gets to read the answer and the next request is found behind the body. Past that, the connection is cut;
 * so is one whose body takes longer than a request may. A connection that closes after the answer is not closed before the rest has arrived.
 */
export const discardRest = (bytes_max: number) => (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return
  const { socket } = request
  const discard = () => {
    if (request.complete || socket.destroyed) return
    discarding.add(socket)
    let left = bytes_max
    // Node calls this after an answer with `Connection: close`. Closing while the client sends would reset the connection.
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
    // Node would otherwise throw the rest away itself, without a bound, or not read it at all.
    request.read()
    request.resume()
  }
  response.prependOnceListener("finish", discard)
}
