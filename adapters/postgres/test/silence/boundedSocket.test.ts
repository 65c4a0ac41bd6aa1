import { once } from "node:events"
import { createServer } from "node:net"
import { expect, it, vi } from "vitest"
import { boundedSocket } from "../../src/PostgresDatabase.js"

it("a connection to Postgres probes a silent peer by TCP keep-alive", async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const socket = boundedSocket(60_000)
  const keepAlive = vi.spyOn(socket, "setKeepAlive")
  socket.connect({ host: "127.0.0.1", port: typeof address === "object" && address !== null ? address.port : 0 })
  await once(socket, "connect")
  expect(keepAlive).toHaveBeenCalledWith(true, 10_000)
  socket.destroy()
  server.close()
})
