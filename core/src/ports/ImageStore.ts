import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"

/**
 * The store of image files, immutable: names consist of letters, digits and dots, and are never reused.
 * `ImageRecordStore` tracks which are in use.
 */
export class ImageStore extends Context.Tag("@agenda-engine/core/ports/ImageStore")<ImageStore, {
  /** Writes a file, replacing an existing one. Durable on success; readers never see a partial file. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /** The bytes of a file, or null. */
  readonly get: (name: string) => Effect.Effect<Uint8Array | null, StoreError>
  /** Deletes a file. A no-op when there is none. */
  readonly remove: (name: string) => Effect.Effect<void, StoreError>
}>() {}
