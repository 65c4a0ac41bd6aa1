import { connect, type Socket } from "node:net"

const headersEnd = Buffer.from("\r\n\r\n")

const lengthOf = (head: string): number => {
  const [statusLine = ""] = head.split("\r\n", 1)
  if (!statusLine.startsWith("HTTP/1.1 200 ")) throw new Error(`answered ${statusLine}`)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error("answered without content-length")
  return Number(length)
}

/**
 * Sends the same request over one connection, the next as soon as the last is answered, and tells of every answer: when it was asked and
 * when its last byte came (milliseconds of `performance.now`). Any answer but a 200 of known length is an error.
 */
export const repeatRequest = (
  port: number,
  request: string,
  answered: (asked_ms: number, came_ms: number) => void,
  failed: (error: Error) => void
): Socket => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true })
  let head = Buffer.alloc(0)
  let missing_bytes = 0
  let asked_ms = 0

  const ask = () => {
    asked_ms = performance.now()
    socket.write(request)
  }

  const receive = (chunk: Buffer): void => {
    if (missing_bytes > 0) {
      missing_bytes -= chunk.length
    } else {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(headersEnd)
      if (end < 0) return
      missing_bytes = lengthOf(head.toString("latin1", 0, end)) - (head.length - end - headersEnd.length)
      head = Buffer.alloc(0)
    }
    if (missing_bytes > 0) return
    answered(asked_ms, performance.now())
    ask()
  }

  socket.on("connect", ask)
  socket.on("data", (chunk) => {
    try {
      receive(chunk)
    } catch (cause) {
      failed(cause instanceof Error ? cause : new Error(String(cause)))
      socket.destroy()
    }
  })
  socket.on("error", failed)
  return socket
}
