import { Socket } from "node:net"

/** Idle milliseconds before the first TCP keep-alive probe. */
const keepAlive_ms = 10_000

/**
 * A socket that destroys itself after `silence_ms` without traffic. Since Postgres replies to every statement, this is
 * a client-side statement timeout. It also works when a firewall drops the connection or the server hangs, which TCP
 * alone detects after a quarter of an hour.
 */
export const boundedSocket = (silence_ms: number): Socket => {
  const socket = new Socket()
  socket.once("connect", () => socket.setKeepAlive(true, keepAlive_ms))
  socket.setTimeout(silence_ms, () => {
    socket.destroy(Object.assign(new Error(`no answer within ${silence_ms} ms`), { code: "ETIMEDOUT" }))
  })
  return socket
}
