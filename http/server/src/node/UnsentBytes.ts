/** A response that can be cut when its client reads too slowly. */
export interface Destroyable {
  /** Closes the connection of the response. */
  readonly destroy: () => unknown
}

/**
 * Bounds the bytes of large bodies that clients have not received yet, over all connections. When a new body does not
 * fit, the connections that have been stalled for longest are destroyed. A buffer shared by several responses, such as
 * a cached body, counts once.
 */
export class UnsentBytes {
  readonly #bytes_max: number
  /** Responses being sent, the longest stalled first. */
  readonly #sending = new Map<Destroyable, Uint8Array>()
  readonly #uses = new Map<ArrayBufferLike, number>()
  #bytes = 0

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max
  }

  /** Bytes counted. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts the body of a response until `release`. */
  take(response: Destroyable, body: Uint8Array): void {
    const uses = this.#uses.get(body.buffer) ?? 0
    this.#uses.set(body.buffer, uses + 1)
    if (uses === 0) this.#bytes += body.byteLength
    this.#sending.set(response, body)
    for (const stalest of this.#sending.keys()) {
      if (this.#bytes <= this.#bytes_max || stalest === response) return
      this.release(stalest)
      stalest.destroy()
    }
  }

  /** Records that the client has received a part of a response. */
  progress(response: Destroyable): void {
    const body = this.#sending.get(response)
    if (body === undefined) return
    this.#sending.delete(response)
    this.#sending.set(response, body)
  }

  /** Stops counting the body of a response. */
  release(response: Destroyable): void {
    const body = this.#sending.get(response)
    if (body === undefined) return
    this.#sending.delete(response)
    const uses = this.#uses.get(body.buffer) ?? 1
    if (uses > 1) {
      this.#uses.set(body.buffer, uses - 1)
      return
    }
    this.#uses.delete(body.buffer)
    this.#bytes -= body.byteLength
  }
}
