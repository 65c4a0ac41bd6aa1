/** A response whose client takes its body too slowly. */
export interface Destroyable {
  /** Ends the connection of the response. */
  readonly destroy: () => unknown
}

/**
 * Bounds the bytes of large bodies that clients have not taken yet, over all connections. Where a new body does not fit, the connections of
 * those that have taken nothing for longest are destroyed. A buffer that several responses send, such as a cached body, counts once.
 */
export class UnsentRoom {
  readonly #bytes_max: number
  /** The responses that are being sent, the one that has taken nothing for longest first. */
  readonly #sending = new Map<Destroyable, Uint8Array>()
  readonly #uses = new Map<ArrayBufferLike, number>()
  #bytes = 0

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes
  }

  /** Holds the body of a response until `release`. */
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

  /** Notes that the client of a response has taken a part of it. */
  progress(response: Destroyable): void {
    const body = this.#sending.get(response)
    if (body === undefined) return
    this.#sending.delete(response)
    this.#sending.set(response, body)
  }

  /** Holds the body of a response no longer. */
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
