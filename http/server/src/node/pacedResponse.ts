import { type IncomingMessage, ServerResponse } from "node:http"
import type { UnsentBytes } from "./UnsentBytes.js"

/** Bytes per write. Larger bodies are written in pieces, each after the client has received the previous one. */
const piece_bytes = 64 * 1_024

const isCallback = (value: unknown): value is () => void => typeof value === "function"

/**
 * Class of responses that write large bodies in pieces, with backpressure, and count unsent bytes in `room`. The
 * callback of `end` also runs when the connection closes early, so that resources of the response are always released.
 */
export const pacedResponse = (room: UnsentBytes): typeof ServerResponse<IncomingMessage> =>
  class PacedResponse extends ServerResponse {
    #isEnding = false

    override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
      if (this.#isEnding) return this
      const done = [chunk, encoding, callback].find(isCallback)
      if (done !== undefined) this.#onceOver(done)
      if (chunk instanceof Uint8Array && chunk.byteLength > piece_bytes) {
        this.#isEnding = true
        this.#endInPieces(chunk)
        return this
      }
      if (isCallback(chunk) || chunk === undefined || chunk === null) return super.end()
      return typeof encoding === "string" ? super.end(chunk, encoding) : super.end(chunk)
    }

    #onceOver(done: () => void): void {
      // The client disconnected before there was a response: neither event will come.
      if (this.destroyed || this.closed) return process.nextTick(done)
      const over = () => {
        this.off("finish", over)
        this.off("close", over)
        done()
      }
      this.on("finish", over)
      this.on("close", over)
    }

    #endInPieces(body: Uint8Array): void {
      room.take(this, body)
      this.once("close", () => room.release(this))
      let start = 0
      const go = (): void => {
        if (this.destroyed) return
        room.progress(this)
        while (start + piece_bytes < body.byteLength) {
          const piece = body.subarray(start, start + piece_bytes)
          start += piece_bytes
          if (!this.write(piece)) {
            this.once("drain", go)
            return
          }
        }
        super.end(body.subarray(start))
      }
      go()
    }
  }
