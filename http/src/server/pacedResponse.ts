import { type IncomingMessage, ServerResponse } from "node:http"
import type { UnsentRoom } from "./UnsentRoom.js"

/** Bytes of one write. Larger bodies are written in pieces, each when the client has taken the one before. */
const piece_bytes = 64 * 1_024

const isCallback = (value: unknown): value is () => void => typeof value === "function"

/**
 * The class of responses that write large bodies in pieces, with backpressure, and count what is not sent in `room`. The callback of `end` is
 * also called when the connection closes before everything was sent, so that whoever waits for it can release what the response holds.
 */
export const pacedResponse = (room: UnsentRoom): typeof ServerResponse<IncomingMessage> =>
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
      // The client left before there was a response: neither event comes any more.
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
