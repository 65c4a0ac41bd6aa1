import * as Effect from "effect/Effect"
import * as Net from "node:net"

const isControl = (text: string): boolean => /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)/.test(text)

/**
 * Reads the texts of statements from what a client sends: messages `Query` and `Parse` of the frontend protocol. The
 * first message of a connection has no type.
 */
const statementsOf = (notify: (text: string) => void) => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (sent: Buffer): void => {
    rest = Buffer.concat([rest, sent])
    for (;;) {
      const header = isStarted ? 1 : 0
      if (rest.length < header + 4) return
      const end = header + rest.readInt32BE(header)
      if (rest.length < end) return
      const [type] = rest.toString("latin1", 0, 1)
      const parts = rest.toString("utf8", header + 4, end).split("\0")
      const text = (type === "Q" ? parts[0] : type === "P" ? parts[1] : undefined) ?? ""
      if (isStarted && (type === "Q" || type === "P") && !isControl(text)) notify(text)
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}

/** A proxy before Postgres that calls a function with the text of each statement, except transaction control. */
export const countingProxy = (url: string, notify: (text: string) => void) =>
  Effect.gen(function*() {
    const { hostname, port } = new URL(url)
    const sockets = new Set<Net.Socket>()
    const proxy = Net.createServer((client) => {
      const server = Net.connect(Number(port), hostname)
      for (const socket of [client, server]) sockets.add(socket.on("error", () => socket.destroy()))
      client.on("data", statementsOf(notify)).pipe(server)
      server.pipe(client)
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        proxy.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          proxy.close()
        })
    )
    const address = proxy.address()
    const proxied = new URL(url)
    proxied.hostname = "127.0.0.1"
    proxied.port = String(typeof address === "object" ? address?.port : "")
    return proxied.href
  })
