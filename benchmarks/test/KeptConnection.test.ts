import { createServer, type Server } from "node:http"
import { expect, it } from "vitest"
import { converse } from "../src/load/KeptConnection.js"

const listening = (keep: boolean): Promise<{ readonly server: Server; readonly port: number; readonly connections: () => number }> =>
  new Promise((resolve) => {
    let connections = 0
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": 2, ...(keep ? {} : { connection: "close" }) })
      response.end("ok")
    })
    server.on("connection", () => connections++)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve({ server, port: typeof address === "object" ? address?.port ?? 0 : 0, connections: () => connections })
    })
  })

const request = { bytes: Buffer.from("GET / HTTP/1.1\r\nhost: a\r\n\r\n"), kind: "", status: 200 }

it.each([[true, 1], [false, 10]])("sends requests (keep-alive: %j) over %i connections", async (keep, expected) => {
  const { connections, port, server } = await listening(keep)
  await new Promise<void>((resolve, reject) => {
    let answers = 0
    const talk = converse({
      port,
      next: () => ({ request, wait_ms: 0 }),
      failed: reject,
      answered: () => {
        if (++answers < 10) return
        talk.stop()
        resolve()
      }
    })
  })
  expect(connections()).toBe(expected)
  server.closeAllConnections()
  server.close()
})
