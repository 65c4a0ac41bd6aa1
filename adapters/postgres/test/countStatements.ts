import * as Effect from "effect/Effect"
import * as Net from "node:net"

const isControl = (text: string): boolean => /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)/.test(text)

/** Calls a function with each message of a protocol stream. The first message of a client has no type. */
const messagesOf = (hasStarted: boolean, notify: (type: string, message: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  let isStarted = hasStarted
  return (sent: Buffer): void => {
    rest = Buffer.concat([rest, sent])
    for (;;) {
      const header = isStarted ? 1 : 0
      if (rest.length < header + 4) return
      const end = header + rest.readInt32BE(header)
      if (rest.length < end) return
      if (isStarted) notify(rest.toString("latin1", 0, 1), rest.subarray(5, end))
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}

/** What a client sends to Postgres. */
export interface Sent {
  /** The text of a statement, which is in a message `Query` or `Parse`. */
  readonly text: string
  readonly isControl: boolean
  /** Whether it begins a round trip: the answers to all statements before it have come. */
  readonly isFirst: boolean
  /** The number of its transaction, of which a statement outside of one has its own. */
  readonly transaction: number
}

/**
 * A proxy before Postgres that calls a function with each statement, and holds answers back for so many milliseconds: a
 * statement that does not wait for them is then sent before.
 */
export const countingProxy = (url: string, notify: (sent: Sent) => void, held_ms: () => number) =>
  Effect.gen(function*() {
    const { hostname, port } = new URL(url)
    const sockets = new Set<Net.Socket>()
    let transactions = 0
    const proxy = Net.createServer((client) => {
      const server = Net.connect(Number(port), hostname)
      for (const socket of [client, server]) sockets.add(socket.on("error", () => socket.destroy()))
      let unanswered = 0
      let transaction: number | null = null
      const noteSent = messagesOf(false, (type, message) => {
        const parts = message.toString("utf8").split("\0")
        const text = (type === "Q" ? parts[0] : type === "P" ? parts[1] : undefined) ?? ""
        if (type === "Q" || type === "P") {
          const current = transaction ?? (transactions += 1)
          notify({ text, isControl: isControl(text), isFirst: unanswered === 0, transaction: current })
          if (text.startsWith("BEGIN")) transaction = current
          if (text === "COMMIT" || text === "ROLLBACK") transaction = null
        }
        // `Sync` ends a statement with parameters.
        if (type === "Q" || type === "S") unanswered += 1
      })
      const noteAnswer = messagesOf(true, (type) => {
        // `ReadyForQuery`; the first one is for the start.
        if (type === "Z") unanswered = Math.max(0, unanswered - 1)
      })
      client.on("data", noteSent).pipe(server)
      server.on("data", (answer: Buffer) => {
        setTimeout(() => {
          noteAnswer(answer)
          client.write(answer)
        }, held_ms())
      }).on("end", () => setTimeout(() => client.end(), held_ms()))
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
