import { Socket } from "node:net"

/** Milliseconds without traffic after which the system begins to ask whether the other side is still there. */
const keepAlive_ms = 10_000

/**
 * A socket that destroys itself when nothing was sent or received for so long. Postgres answers each statement, so that this bounds how long one
 * may take, also where a firewall has dropped the connection or the server is frozen, of which TCP would hear after a quarter of an hour.
 */
export const boundedSocket = (silence_ms: number): Socket => {
  const socket = new Socket()
  socket.once("connect", () => socket.setKeepAlive(true, keepAlive_ms))
  socket.setTimeout(silence_ms, () => {
    socket.destroy(Object.assign(new Error(`no answer within ${silence_ms} ms`), { code: "ETIMEDOUT" }))
  })
  return socket
}
