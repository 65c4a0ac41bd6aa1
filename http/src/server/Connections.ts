import type { RequestListener, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { shownUrl } from "../front/accessLog.js"

/** Bounds on connections, in milliseconds where they are times. */
export interface ConnectionLimits {
  /** Connections that are served. */
  readonly connections_max: number
  /** How long a response may make no progress while the client has bytes to take. */
  readonly stall_ms_max: number
  /** How long a client may take to take a whole response. */
  readonly send_ms_max: number
}

/** Connections beyond the limit that are still read: they are told that the server is busy, but health checks are answered. */
export const extra_max = 200

/** Requests of one connection that may wait behind the one under way. A client that pipelines more is cut. */
export const pipelined_max = 100

/** How long a connection beyond the limit may take to send a request. */
const extra_ms_max = 2_000

/** How long an idle connection is kept when the server stops, so that a request on its way is answered. */
const idleGrace_ms = 1_000

/** The state of one connection. */
interface Connection {
  /** Whether it is beyond the limit. */
  readonly isExtra: boolean
  /** The response of the request under way. */
  current: ServerResponse | null
  /** The pipelined requests behind it, in their order. */
  readonly waiting: Array<{ readonly response: ServerResponse; readonly start: () => void }>
  /** When it was opened, or its last response was over. */
  idleSince: number
  /** When the first byte of the current response was seen to be sent; null: not yet. */
  sendingSince: number | null
  /** Bytes that the operating system has taken, when that changed last. */
  flushed: number
  progressedAt: number
}

/** Bytes that the operating system has taken from a connection. */
const flushedOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength

/**
 * Looks after the connections of a server. The requests of one connection are started one after the other, so that a client that pipelines holds
 * one response at a time. Connections whose clients do not take what they asked for are destroyed, and connections beyond the limit are told so.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #open = new Map<Socket, Connection>()
  #isDraining = false

  constructor(limits: ConnectionLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Notes a new connection. */
  add(socket: Socket): void {
    const now = this.#now()
    const isExtra = this.#open.size >= this.#limits.connections_max
    const connection: Connection = {
      isExtra,
      current: null,
      waiting: [],
      idleSince: now,
      sendingSince: null,
      flushed: 0,
      progressedAt: now
    }
    this.#open.set(socket, connection)
    socket.once("close", () => {
      this.#open.delete(socket)
      // Node says so only of the response that it was sending.
      for (const { response } of connection.waiting.splice(0)) response.emit("close")
    })
  }

  /**
   * Hands requests to `listener`, those of one connection one after the other, and those of a connection beyond the limit to `refuse`.
   */
  listener(listener: RequestListener, refuse: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request
      const connection = this.#open.get(socket)
      if (connection === undefined) return
      const start = (): void => {
        connection.current = response
        response.once("close", () => this.#finish(socket, connection))
        if (this.#isDraining || connection.isExtra) response.setHeader("connection", "close")
        if (connection.isExtra) refuse(request, response)
        else listener(request, response)
      }
      if (connection.current === null) start()
      else if (connection.waiting.length >= pipelined_max) socket.destroy()
      else connection.waiting.push({ response, start })
    }
  }

  #finish(socket: Socket, connection: Connection): void {
    connection.current = null
    connection.sendingSince = null
    connection.idleSince = this.#now()
    if (!socket.destroyed && socket.writable) connection.waiting.shift()?.start()
  }

  /** The requests that are being answered, each with its method and its address without secrets. */
  underWay(): ReadonlyArray<string> {
    return [...this.#open.values()].flatMap(({ current }) => {
      if (current === null) return []
      const { method = "", url = "" } = current.req
      return [`${method} ${shownUrl(url)}`]
    })
  }

  /** Destroys connections whose time is over. To be called every second or so. */
  sweep(): void {
    const now = this.#now()
    const { send_ms_max, stall_ms_max } = this.#limits
    for (const [socket, connection] of this.#open) {
      const { current, idleSince, isExtra } = connection
      if (current === null) {
        if (isExtra && now - idleSince > extra_ms_max) socket.destroy()
        continue
      }
      const flushed = flushedOf(socket)
      if (flushed !== connection.flushed || socket.writableLength === 0) {
        connection.flushed = flushed
        connection.progressedAt = now
      }
      if (current.headersSent) connection.sendingSince ??= now
      const isTooLong = connection.sendingSince !== null && now - connection.sendingSince > send_ms_max
      if (isTooLong || now - connection.progressedAt > stall_ms_max) socket.destroy()
    }
  }

  /** From now on every response says that its connection closes. */
  startDraining(): void {
    this.#isDraining = true
    const now = this.#now()
    for (const connection of this.#open.values()) {
      if (connection.current === null) connection.idleSince = now
      else if (!connection.current.headersSent) connection.current.setHeader("connection", "close")
    }
  }

  /** Closes the connections on which nothing has been under way for a while. To be called while draining. */
  closeIdle(): void {
    const now = this.#now()
    for (const [socket, { current, idleSince }] of this.#open) {
      if (current === null && now - idleSince >= idleGrace_ms) socket.destroySoon()
    }
  }

  /** Destroys every connection. */
  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}
