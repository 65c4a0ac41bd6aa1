import { loggedUrl } from "@agenda-engine/http/pipeline/accessLog"
import type { RequestListener, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { clientNetwork, isLoopback, plainAddress } from "../config/Networks.js"
import type { RawResponder } from "./RawResponder.js"

/** Bounds on connections, in milliseconds where they are times. */
export interface ConnectionLimits {
  /** Connections that are served. */
  readonly connections_max: number
  /** Connections of one client network that are served; 0: no limit. Connections of this machine are not counted. */
  readonly addressConnections_max: number
  /**
   * How long a request may take, from its start to the headers of its answer. A pipelined request starts when the
   * response before it is sent. Past the bound the client is answered 503 and the work is interrupted. The bound on the
   * arrival of a request ends where its body is complete.
   */
  readonly answer_ms_max: number
  /** How long a response may make no progress while the client has bytes to take. */
  readonly stall_ms_max: number
  /** How long a client may take to take a whole response. */
  readonly send_ms_max: number
}

/**
 * Connections beyond the limit that are still read: they are told that the server is busy, but health checks are
 * answered.
 */
export const extra_max = 200

/** Requests of one connection that may wait behind the one under way. A client that pipelines more is cut. */
export const pipelined_max = 100

/** How long a connection beyond the limit may take to send a request. */
const extra_ms_max = 2_000

/** How long an idle connection is kept when the server stops, so that a request on its way is answered. */
const idleGrace_ms = 1_000

interface Connection {
  readonly socket: Socket
  /** Whether it is beyond the limit. */
  readonly isExtra: boolean
  /** The response of the request under way. */
  current: ServerResponse | null
  /** The pipelined requests behind it, in their order. */
  readonly waiting: Array<{ readonly response: ServerResponse; readonly start: () => void }>
  /** What refuses the bytes behind the last request, which are no request. */
  refuse: (() => void) | null
  /**
   * When the request under way was started; without one, when the connection was opened or its last response was over.
   */
  since: number
  /** When the first byte of the current response was seen to be sent; null: not yet. */
  sendingSince: number | null
  /** Bytes that the operating system has taken, when that changed last. */
  flushed: number
  progressedAt: number
}

/** Bytes that the operating system has taken from a connection. */
const flushedOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength

/**
 * Looks after the connections of a server. The requests of one connection are started one after the other, so that a
 * client that pipelines holds one response at a time. Connections whose clients do not take what they asked for are
 * destroyed, and connections beyond the limit are told so.
 */
export class Connections {
  readonly #responder: RawResponder
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #open = new Map<Duplex, Connection>()
  /** How many connections each client network has open. */
  readonly #ofNetwork = new Map<string, number>()
  #isDraining = false

  constructor(responder: RawResponder, limits: ConnectionLimits, now: () => number = () => performance.now()) {
    this.#responder = responder
    this.#limits = limits
    this.#now = now
  }

  /** The number of open connections. */
  get size(): number {
    return this.#open.size
  }

  /** Notes a new connection. */
  add(socket: Socket): void {
    const now = this.#now()
    const isExtra = this.#open.size >= this.#limits.connections_max || this.#exceedsNetwork(socket)
    const connection: Connection = {
      socket,
      isExtra,
      current: null,
      waiting: [],
      refuse: null,
      since: now,
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

  /** Counts the connection for its network until it closes, and returns whether that has too many. */
  #exceedsNetwork(socket: Socket): boolean {
    const { addressConnections_max } = this.#limits
    const address = plainAddress(socket.remoteAddress ?? "")
    if (addressConnections_max === 0 || isLoopback(address)) return false
    const network = clientNetwork(address)
    const count = (this.#ofNetwork.get(network) ?? 0) + 1
    this.#ofNetwork.set(network, count)
    socket.once("close", () => {
      const left = (this.#ofNetwork.get(network) ?? 1) - 1
      if (left === 0) this.#ofNetwork.delete(network)
      else this.#ofNetwork.set(network, left)
    })
    return count > addressConnections_max
  }

  /**
   * Hands requests to `listener`, those of one connection one after the other, and those of a connection beyond the
   * limit to `refuse`. `over` is called when a response was sent or its connection closed.
   */
  listener(listener: RequestListener, refuse: RequestListener, over: () => void = () => {}): RequestListener {
    return (request, response) => {
      const { socket } = request
      const connection = this.#open.get(socket)
      // A request behind a refused one is not started: nothing could be answered to it.
      if (connection === undefined || connection.refuse !== null || !socket.writable) return
      const start = (): void => {
        connection.current = response
        connection.since = this.#now()
        response.on("close", () => {
          if (connection.current === response) this.#finish(socket, connection)
          over()
        })
        // Node's parser does not read on behind an offer to change the protocol.
        const isLast = this.#isDraining || connection.isExtra || request.headers.upgrade !== undefined
        if (isLast) response.setHeader("connection", "close")
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
    connection.since = this.#now()
    if (socket.destroyed || !socket.writable) return
    const next = connection.waiting.shift()
    if (next !== undefined) next.start()
    else connection.refuse?.()
  }

  /**
   * Interrupts the work for the request under way, which has just been refused: what arrives of its body from now on
   * must not be written. Whatever works on a request stops when its response closes.
   */
  #interrupt({ current }: Connection): void {
    if (current !== null && !current.headersSent) current.emit("close")
  }

  /**
   * Goes on with a response that waits for the client to take bytes. For connections whose `drain` events Node does not
   * handle any more.
   */
  resumeSending(socket: Duplex): void {
    this.#open.get(socket)?.current?.emit("drain")
  }

  /**
   * Refuses bytes that cannot be read as a request, once the requests before them have been answered. At once where
   * they are in the body of the request under way, whose work is interrupted, or where the client has left.
   */
  refuseBehind(socket: Duplex, refuse: () => void): void {
    const connection = this.#open.get(socket)
    const { current = null, waiting = [] } = connection ?? {}
    if (connection === undefined || !socket.writable || current?.req.complete !== true) {
      refuse()
      if (connection !== undefined) this.#interrupt(connection)
      return
    }
    const last = waiting.at(-1)
    // A request whose body cannot be read is not started.
    if (last?.response.req.complete === false) waiting.pop()
    connection.refuse = refuse
  }

  /** The requests that are being answered, each with its method and its address without secrets. */
  activeRequests(): ReadonlyArray<string> {
    return [...this.#open.values()].flatMap(({ current }) => {
      if (current === null) return []
      const { method = "", url = "" } = current.req
      return [`${method} ${loggedUrl(url)}`]
    })
  }

  /** Destroys connections whose time is over. To be called every second or so. */
  sweep(): void {
    const now = this.#now()
    const { answer_ms_max, send_ms_max, stall_ms_max } = this.#limits
    for (const connection of this.#open.values()) {
      const { current, isExtra, since, socket } = connection
      if (current === null) {
        if (isExtra && now - since > extra_ms_max) socket.destroy()
        continue
      }
      const flushed = flushedOf(socket)
      if (flushed !== connection.flushed || socket.writableLength === 0) {
        connection.flushed = flushed
        connection.progressedAt = now
      }
      if (current.headersSent) connection.sendingSince ??= now
      else if (now - since > answer_ms_max) {
        this.#responder.refuseLate(socket)
        this.#interrupt(connection)
      }
      const isTooLong = connection.sendingSince !== null && now - connection.sendingSince > send_ms_max
      if (isTooLong || now - connection.progressedAt > stall_ms_max) socket.destroy()
    }
  }

  /** From now on every response says that its connection closes. */
  startDraining(): void {
    this.#isDraining = true
    const now = this.#now()
    for (const connection of this.#open.values()) {
      if (connection.current === null) connection.since = now
      else if (!connection.current.headersSent) connection.current.setHeader("connection", "close")
    }
  }

  /** Closes the connections on which nothing has been under way for a while. To be called while draining. */
  closeIdle(): void {
    const now = this.#now()
    for (const { current, since, socket } of this.#open.values()) {
      if (current === null && now - since >= idleGrace_ms) socket.destroySoon()
    }
  }

  /** Destroys every connection. */
  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}
