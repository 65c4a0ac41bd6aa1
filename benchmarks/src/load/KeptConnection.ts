import { connect, type Socket } from "node:net"
import { makeAnswerReader } from "./AnswerReader.js"

/** A request as it is sent. */
export interface SentRequest {
  readonly bytes: Buffer
  readonly kind: string
  readonly status: number
}

/** What a connection asks, and whom it tells. */
export interface Conversation {
  readonly port: number
  /** The next request, and how many milliseconds to wait before it is sent. */
  readonly next: () => { readonly request: SentRequest; readonly wait_ms: number }
  /** Told of every answer: when it was asked and when its last byte came (milliseconds of `performance.now`). */
  readonly answered: (kind: string, asked_ms: number, came_ms: number) => void
  /** Told of anything but the status that is due. */
  readonly failed: (error: Error) => void
}

/** A conversation that is under way. */
export interface Talk {
  readonly stop: () => void
}

/**
 * Asks over one connection, the next request as soon as the last is answered. Where the server ends the connection,
 * over a new one.
 */
export const converse = ({ answered, failed, next, port }: Conversation): Talk => {
  const reader = makeAnswerReader()
  let socket: Socket | null = null
  let isStopped = false
  let current: SentRequest | null = null
  let asked_ms = 0

  const stop = (): void => {
    isStopped = true
    socket?.destroy()
  }

  const fail = (error: Error): void => {
    stop()
    failed(error)
  }

  const send = (request: SentRequest): void => {
    if (isStopped) return
    current = request
    asked_ms = performance.now()
    socket?.write(request.bytes)
  }

  const ask = (): void => {
    const { request, wait_ms } = next()
    if (wait_ms <= 0) return send(request)
    setTimeout(() => send(request), wait_ms)
  }

  const hear = (chunk: Buffer): void => {
    try {
      const status = reader.read(chunk)
      if (status === null || current === null) return
      if (status !== current.status) {
        throw new Error(`${current.bytes.toString("utf8").split("\r\n", 1)[0]} answered ${chunk.toString("utf8").slice(0, 2_000)}`)
      }
      answered(current.kind, asked_ms, performance.now())
      if (!reader.closes()) return ask()
      socket?.destroy()
      open()
    } catch (cause) {
      fail(cause instanceof Error ? cause : new Error(String(cause)))
    }
  }

  const open = (): void => {
    if (isStopped) return
    socket = connect({ port, host: "127.0.0.1", noDelay: true })
    socket.on("connect", ask)
    socket.on("data", hear)
    socket.on("error", fail)
  }

  open()
  return { stop }
}
