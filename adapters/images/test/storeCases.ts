import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import * as Effect from "effect/Effect"
import { expect } from "vitest"

/** A demand on every `ImageStore`. */
export interface StoreCase {
  readonly title: string
  readonly check: (store: ImageStore["Type"]) => Effect.Effect<void, StoreError>
}

const bytesOf = (size: number, seed: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) & 0xFF)

/** The demands on every `ImageStore`. */
export const storeCases: ReadonlyArray<StoreCase> = [
  {
    title: "answers the bytes that were put, to the byte, and null for what is not there",
    check: (store) =>
      Effect.gen(function*() {
        const files = [["a.jpg", bytesOf(1, 1)], ["a.full.jpg", bytesOf(1_500_000, 2)], ["b.thumbnail.jpg", bytesOf(3_000, 3)], [
          "a.320x206.jpg",
          bytesOf(2_000, 4)
        ]] as const
        yield* Effect.forEach(files, ([name, bytes]) => store.put(name, bytes))
        for (const [name, bytes] of files) {
          const found = yield* store.get(name)
          expect(found === null ? null : Buffer.compare(found, bytes), name).toBe(0)
        }
        expect(yield* store.get("c.jpg")).toBe(null)
      })
  },
  {
    title: "puts the same again, and takes the later bytes",
    check: (store) =>
      Effect.gen(function*() {
        yield* store.put("a.jpg", bytesOf(10, 1))
        yield* store.put("a.jpg", bytesOf(20, 2))
        expect((yield* store.get("a.jpg"))?.length).toBe(20)
      })
  },
  {
    title: "forgets what is removed and nothing else; removing it again does nothing",
    check: (store) =>
      Effect.gen(function*() {
        yield* store.put("a.jpg", bytesOf(10, 1))
        yield* store.put("b.jpg", bytesOf(10, 2))
        yield* store.remove("a.jpg")
        yield* store.remove("a.jpg")
        expect(yield* store.get("a.jpg")).toBe(null)
        expect((yield* store.get("b.jpg"))?.length).toBe(10)
      })
  }
]
