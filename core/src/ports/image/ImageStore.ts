import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoreError } from "../../domain/error/EngineError.js"

/**
 * The store of image files, immutable: names consist of letters, digits and dots, and are never reused.
 * `ImageRecordStore` tracks which are in use.
 */
export class ImageStore extends Context.Tag("@agenda-engine/core/ports/image/ImageStore")<ImageStore, {
  /** Writes a file, replacing an existing one. Durable on success; readers never see a partial file. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /** The bytes of a file, or null. */
  readonly get: (name: string) => Effect.Effect<Uint8Array | null, StoreError>
  /** Deletes a file. A no-op when there is none. */
  readonly remove: (name: string) => Effect.Effect<void, StoreError>
}>() {
  /** Has no files and takes none: `put` fails with `Unsupported`. */
  static readonly none: Layer.Layer<ImageStore> = Layer.succeed(ImageStore, {
    put: () => new StoreError({ reason: "Unsupported", operation: "ImageStore.put", cause: "no image store is set up" }),
    get: () => Effect.succeed(null),
    remove: () => Effect.void
  })
}
