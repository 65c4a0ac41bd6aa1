import * as Effect from "effect/Effect"
import * as Net from "node:net"
import * as Tls from "node:tls"
import { SendFailure } from "./SendFailure.js"

const answer_ms_max = 15_000

/**
 * Sends HEAD over a socket of its own, and answers all bytes that come until the server closes it, as Latin-1 text:
 * `fetch` hides a body that must not be there.
 */
export const rawHead = (
  url: string,
  headers: { readonly [name: string]: string }
): Effect.Effect<string, SendFailure> =>
  Effect.async<string, SendFailure>((resume) => {
    const { host, hostname, pathname, port, protocol, search } = new URL(url)
    const name = hostname.replace(/^\[|\]$/g, "")
    const fail = (reason: string) => resume(new SendFailure({ request: `HEAD ${pathname}`, reason }))
    const socket = protocol === "https:"
      ? Tls.connect({ host: name, port: Number(port || 443), servername: name })
      : Net.connect({ host: name, port: Number(port || 80) })
    const chunks: Array<Buffer> = []
    socket.setTimeout(answer_ms_max, () => socket.destroy(new Error(`no end within ${answer_ms_max} ms`)))
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on("error", ({ message }) => fail(message))
    socket.on("end", () => resume(Effect.succeed(Buffer.concat(chunks).toString("latin1"))))
    const lines = Object.entries({ host, connection: "close", ...headers }).map(([header, value]) => `${header}: ${value}\r\n`)
    socket.write(`HEAD ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`)
    return Effect.sync(() => socket.destroy())
  })
