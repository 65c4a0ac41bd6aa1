const headersEnd = "\r\n\r\n"
const head_bytes_max = 8_192
const chunkedEnd = Buffer.from("0\r\n\r\n")

const bodyOf = (head: string, status: number): number | "chunked" => {
  if (status === 204 || status === 304) return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return "chunked"
  throw new Error("answered without a length")
}

/** Finds where answers end in the bytes of one connection, with as little work as can be. */
export interface AnswerReader {
  /**
   * Takes the next bytes in; the status of the answer that ends with them, else null. One answer is under way at a
   * time.
   */
  readonly read: (chunk: Buffer) => number | null
  /** Whether the connection ends after the last answer. */
  readonly closes: () => boolean
}

/** A reader of HTTP/1.1 answers that are asked for one after the other. */
export const makeAnswerReader = (): AnswerReader => {
  let head = ""
  let status = 0
  let closes = false
  let missing: number | "chunked" | null = null
  let tail: Buffer = Buffer.alloc(0)

  const isDone = (body: Buffer): boolean => {
    if (missing !== "chunked") {
      missing = (missing ?? 0) - body.length
      return missing <= 0
    }
    tail = body.length >= chunkedEnd.length ? body.subarray(-chunkedEnd.length) : Buffer.concat([tail, body]).subarray(-chunkedEnd.length)
    return tail.equals(chunkedEnd)
  }

  const readHead = (chunk: Buffer): Buffer | null => {
    const before = head.length
    head += chunk.toString("latin1", 0, Math.min(chunk.length, head_bytes_max))
    const end = head.indexOf(headersEnd)
    if (end < 0) return null
    status = Number(head.slice(9, 12))
    missing = bodyOf(head.slice(0, end), status)
    closes = /\r\nconnection: *close/i.test(head.slice(0, end))
    tail = Buffer.alloc(0)
    head = ""
    return chunk.subarray(end + headersEnd.length - before)
  }

  return {
    closes: () => closes,
    read: (chunk) => {
      const body = missing === null ? readHead(chunk) : chunk
      if (body === null || !isDone(body)) return null
      missing = null
      return status
    }
  }
}
