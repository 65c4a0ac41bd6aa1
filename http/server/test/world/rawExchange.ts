import * as Effect from "effect/Effect"
import * as Net from "node:net"

/** Writes these parts one after the other and returns everything that comes back until the connection closes. */
export const rawExchange = (port: number, ...parts: ReadonlyArray<string | Uint8Array>): Effect.Effect<string> =>
  Effect.async((resume) => {
    const socket = Net.connect(port, "127.0.0.1", () => parts.forEach((part) => socket.write(part)))
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", (error) => chunks.push(Buffer.from(String(error))))
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString("utf8"))))
    return Effect.sync(() => socket.destroy())
  })

/** The statuses of the answers that came back on a connection. */
export const statusesIn = (answers: string): ReadonlyArray<number> =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
